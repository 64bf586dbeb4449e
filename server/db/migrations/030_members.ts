/** Tables of the members service. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const members: Migration = {
  async up(_db: Kysely<unknown>) {},
};
