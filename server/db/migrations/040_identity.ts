/** Tables of the identity service. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const identity: Migration = {
  async up(db: Kysely<unknown>) {
    await createPeople(db);
    await createSecrets(db);
  },
};

async function createPeople(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("id_users")
    .addColumn("uid", "text", (c) => c.primaryKey())
    .addColumn("email", "text", (c) => c.notNull().unique())
    .addColumn("email_verified", "integer", (c) => c.notNull())
    .addColumn("display_name", "text", (c) => c.notNull())
    .addColumn("photo_url", "text", (c) => c.notNull())
    .addColumn("password", "text", (c) => c.notNull())
    .addColumn("is_disabled", "integer", (c) => c.notNull())
    .addColumn("valid_since_ms", "bigint", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("last_login_ms", "bigint", (c) => c.notNull())
    .addColumn("last_refresh_ms", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createTable("id_links")
    .addColumn("provider_id", "text", (c) => c.notNull())
    .addColumn("raw_id", "text", (c) => c.notNull())
    .addColumn("uid", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("display_name", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("id_links_key", ["provider_id", "raw_id"])
    .execute();
  await db.schema.createIndex("id_links_uid").on("id_links").column("uid").execute();
}

async function createSecrets(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("id_refresh_tokens")
    .addColumn("token_hash", "text", (c) => c.primaryKey())
    .addColumn("uid", "text", (c) => c.notNull())
    .addColumn("family", "text", (c) => c.notNull())
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("auth_time_ms", "bigint", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("replaced_ms", "bigint")
    .execute();
  await db.schema.createIndex("id_refresh_tokens_uid").on("id_refresh_tokens").column("uid").execute();
  await db.schema.createIndex("id_refresh_tokens_family").on("id_refresh_tokens").column("family").execute();
  await db.schema.createTable("id_codes")
    .addColumn("code_hash", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("new_email", "text", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("expires_ms", "bigint", (c) => c.notNull())
    .addColumn("ended_ms", "bigint")
    .execute();
  await db.schema.createIndex("id_codes_email").on("id_codes").columns(["email", "kind", "created_ms"]).execute();
  await db.schema.createTable("id_attempts")
    .addColumn("email", "text", (c) => c.primaryKey())
    .addColumn("failed", "integer", (c) => c.notNull())
    .addColumn("locked_until_ms", "bigint", (c) => c.notNull())
    .execute();
}
