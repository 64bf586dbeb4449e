/** Tables of the mail service. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const mail: Migration = {
  async up(_db: Kysely<unknown>) {},
};
