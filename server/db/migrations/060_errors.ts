/** Tables of the errors service. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const errors: Migration = {
  async up(_db: Kysely<unknown>) {},
};
