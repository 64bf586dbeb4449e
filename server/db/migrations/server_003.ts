/** Ids of the keys that this database was used with, so that a server with other keys does not start. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const knownKeys: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.createTable("app_keys")
      .addColumn("file", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("app_keys_pkey", ["file", "id"])
      .execute();
  },
};
