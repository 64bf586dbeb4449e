/** Tables of the identity service. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const identity: Migration = {
  async up(_db: Kysely<unknown>) {},
};
