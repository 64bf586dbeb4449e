/** Tables of the subscriptions service. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const subscriptions: Migration = {
  async up(_db: Kysely<unknown>) {},
};
