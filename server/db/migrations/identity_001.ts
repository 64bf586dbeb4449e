/** Tables of the identity service. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

type Schema = Kysely<unknown>["schema"];

export const identity: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await users(schema);
    await refreshTokens(schema);
    await codes(schema);
    await phones(schema);
    await passkeys(schema);
  },
};

async function users(schema: Schema): Promise<void> {
  await schema.createTable("id_users")
    .addColumn("uid", "text", (c) => c.primaryKey())
    .addColumn("email", "text", (c) => c.unique())
    .addColumn("phone_number", "text", (c) => c.unique())
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
  await schema.createTable("id_links")
    .addColumn("provider_id", "text", (c) => c.notNull())
    .addColumn("raw_id", "text", (c) => c.notNull())
    .addColumn("uid", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("display_name", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("id_links_pk", ["provider_id", "raw_id"])
    .execute();
  await schema.createIndex("id_links_uid").on("id_links").column("uid").execute();
}

async function refreshTokens(schema: Schema): Promise<void> {
  await schema.createTable("id_refresh_tokens")
    .addColumn("token_hash", "text", (c) => c.primaryKey())
    .addColumn("uid", "text", (c) => c.notNull())
    .addColumn("family", "text", (c) => c.notNull())
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("auth_time_ms", "bigint", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("replaced_ms", "bigint")
    .execute();
  await schema.createIndex("id_refresh_tokens_family").on("id_refresh_tokens").column("family").execute();
  await schema.createIndex("id_refresh_tokens_uid").on("id_refresh_tokens").column("uid").execute();
}

async function codes(schema: Schema): Promise<void> {
  await schema.createTable("id_codes")
    .addColumn("code_hash", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("new_email", "text", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("expires_ms", "bigint", (c) => c.notNull())
    .addColumn("ended_ms", "bigint")
    .execute();
  await schema.createIndex("id_codes_email").on("id_codes").columns(["email", "kind", "created_ms"]).execute();
  await schema.createTable("id_attempts")
    .addColumn("email", "text", (c) => c.primaryKey())
    .addColumn("failed", "integer", (c) => c.notNull())
    .addColumn("locked_until_ms", "bigint", (c) => c.notNull())
    .execute();
}

/** Codes sent by text message, and second factors. */
async function phones(schema: Schema): Promise<void> {
  await schema.createTable("id_phone_sessions")
    .addColumn("session_hash", "text", (c) => c.primaryKey())
    .addColumn("phone_number", "text", (c) => c.notNull())
    .addColumn("code_hash", "text", (c) => c.notNull())
    .addColumn("uid", "text", (c) => c.notNull())
    .addColumn("tries", "integer", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("ended_ms", "bigint")
    .execute();
  await schema.createIndex("id_phone_sessions_number").on("id_phone_sessions").columns(["phone_number", "created_ms"])
    .execute();
  await schema.createTable("id_factors")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("uid", "text", (c) => c.notNull())
    .addColumn("phone_number", "text", (c) => c.notNull())
    .addColumn("display_name", "text", (c) => c.notNull())
    .addColumn("enrolled_ms", "bigint", (c) => c.notNull())
    .addUniqueConstraint("id_factors_unique", ["uid", "phone_number"])
    .execute();
  await schema.createTable("id_pending")
    .addColumn("pending_hash", "text", (c) => c.primaryKey())
    .addColumn("uid", "text", (c) => c.notNull())
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .execute();
}

/** Passkeys of members, and open WebAuthn challenges. */
async function passkeys(schema: Schema): Promise<void> {
  await schema.createTable("passkeys")
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
  await schema.createIndex("passkeys_uid").on("passkeys").column("uid").execute();
  await schema.createTable("passkey_challenges")
    .addColumn("challenge", "text", (c) => c.primaryKey())
    .addColumn("uid", "text", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("passkey_challenges_age").on("passkey_challenges").column("created_ms").execute();
}
