/** Accounts with a phone number, codes sent by text message, and second factors. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const phone: Migration = {
  async up(db: Kysely<unknown>) {
    await allowNoEmail(db);
    await db.schema.createTable("id_phone_sessions")
      .addColumn("session_hash", "text", (c) => c.primaryKey())
      .addColumn("phone_number", "text", (c) => c.notNull())
      .addColumn("code_hash", "text", (c) => c.notNull())
      .addColumn("uid", "text", (c) => c.notNull())
      .addColumn("tries", "integer", (c) => c.notNull())
      .addColumn("created_ms", "bigint", (c) => c.notNull())
      .addColumn("ended_ms", "bigint")
      .execute();
    await db.schema.createIndex("id_phone_sessions_number").on("id_phone_sessions")
      .columns(["phone_number", "created_ms"]).execute();
    await db.schema.createTable("id_factors")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("uid", "text", (c) => c.notNull())
      .addColumn("phone_number", "text", (c) => c.notNull())
      .addColumn("display_name", "text", (c) => c.notNull())
      .addColumn("enrolled_ms", "bigint", (c) => c.notNull())
      .addUniqueConstraint("id_factors_number", ["uid", "phone_number"])
      .execute();
    await db.schema.createTable("id_pending")
      .addColumn("pending_hash", "text", (c) => c.primaryKey())
      .addColumn("uid", "text", (c) => c.notNull())
      .addColumn("provider", "text", (c) => c.notNull())
      .addColumn("created_ms", "bigint", (c) => c.notNull())
      .execute();
  },
};

/** SQLite cannot drop NOT NULL from a column, so both engines copy the table. */
async function allowNoEmail(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("id_people")
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
  await sql`INSERT INTO id_people (uid, email, phone_number, email_verified, display_name, photo_url, password,
    is_disabled, valid_since_ms, created_ms, last_login_ms, last_refresh_ms)
    SELECT uid, email, NULL, email_verified, display_name, photo_url, password,
    is_disabled, valid_since_ms, created_ms, last_login_ms, last_refresh_ms FROM id_users`.execute(db);
  await db.schema.dropTable("id_users").execute();
  await db.schema.alterTable("id_people").renameTo("id_users").execute();
}
