/** Tables of the payments service. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const payments: Migration = {
  async up(_db: Kysely<unknown>) {},
};
