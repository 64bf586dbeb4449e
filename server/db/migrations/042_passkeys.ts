/** Passkeys of members, and open WebAuthn challenges. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const passkeys: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createTable("passkeys")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("uid", "text", (c) => c.notNull())
      .addColumn("public_key", "text", (c) => c.notNull())
      .addColumn("counter", "bigint", (c) => c.notNull())
      .addColumn("transports", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("is_synced", "integer", (c) => c.notNull())
      .addColumn("created_ms", "bigint", (c) => c.notNull())
      .addColumn("used_ms", "bigint")
      .execute();
    await db.schema.createIndex("passkeys_uid").on("passkeys").column("uid").execute();
    await db.schema.createTable("passkey_challenges")
      .addColumn("challenge", "text", (c) => c.primaryKey())
      .addColumn("uid", "text", (c) => c.notNull())
      .addColumn("created_ms", "bigint", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("passkey_challenges_age").on("passkey_challenges").column("created_ms").execute();
  },
};
