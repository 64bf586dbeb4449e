/** The operator's console: its operators and their sign-ins, previews of acts, and the append-only audit log. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "../engine.ts";

type Schema = Kysely<unknown>["schema"];

export const operators: Migration = {
  async up(db: Kysely<unknown>) {
    await people(db.schema);
    await signIns(db.schema);
    await previews(db.schema);
    await audit(db.schema);
    await (isPostgres(db) ? keepOnPostgres(db) : keepOnSqlite(db));
  },
};

async function people(schema: Schema): Promise<void> {
  await schema.createTable("admin_operators")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("email", "text", (c) => c.notNull().unique())
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("oidc_subject", "text", (c) => c.unique())
    .addColumn("disabled_ms", "bigint")
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("seen_ms", "bigint")
    .execute();
  await schema.createTable("admin_passkeys")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("operator_id", "text", (c) => c.notNull())
    .addColumn("public_key", "text", (c) => c.notNull())
    .addColumn("counter", "integer", (c) => c.notNull())
    .addColumn("transports", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("used_ms", "bigint")
    .execute();
  await schema.createIndex("admin_passkeys_operator").on("admin_passkeys").column("operator_id").execute();
}

async function signIns(schema: Schema): Promise<void> {
  await schema.createTable("admin_sessions")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("operator_id", "text", (c) => c.notNull())
    .addColumn("way", "text", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("seen_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("admin_sessions_operator").on("admin_sessions").column("operator_id").execute();
  await schema.createTable("admin_challenges")
    .addColumn("challenge", "text", (c) => c.primaryKey())
    .addColumn("operator_id", "text", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createTable("admin_enrolments")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("operator_id", "text", (c) => c.notNull())
    .addColumn("expires_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createTable("admin_oidc_flows")
    .addColumn("state_hash", "text", (c) => c.primaryKey())
    .addColumn("browser_hash", "text", (c) => c.notNull())
    .addColumn("verifier", "text", (c) => c.notNull())
    .addColumn("nonce", "text", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .execute();
}

async function previews(schema: Schema): Promise<void> {
  await schema.createTable("admin_previews")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("operator_id", "text", (c) => c.notNull())
    .addColumn("session_hash", "text", (c) => c.notNull())
    .addColumn("wish_json", "text", (c) => c.notNull())
    .addColumn("effects_json", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("lease_ms", "bigint", (c) => c.notNull())
    .addColumn("audit", "integer")
    .addColumn("answer_json", "text", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("expires_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("admin_previews_expires").on("admin_previews").column("expires_ms").execute();
}

async function audit(schema: Schema): Promise<void> {
  await schema.createTable("admin_audit")
    .addColumn("n", "integer", (c) => c.primaryKey())
    .addColumn("at_ms", "bigint", (c) => c.notNull())
    .addColumn("operator_id", "text", (c) => c.notNull())
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("what", "text", (c) => c.notNull())
    .addColumn("subject_kind", "text", (c) => c.notNull())
    .addColumn("subject_id", "text", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("facts_json", "text", (c) => c.notNull())
    .addColumn("before_hash", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .execute();
  await schema.createIndex("admin_audit_subject").on("admin_audit").columns(["subject_kind", "subject_id"]).execute();
  // A single row. Updating it makes writers wait for each other, so that the chain never forks.
  await schema.createTable("admin_audit_head")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("n", "integer", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .execute();
}

const REFUSAL = "rows of admin_audit do not change";

async function keepOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const change of ["update", "delete"]) {
    await sql.raw(
      `create trigger admin_audit_no_${change} before ${change} on admin_audit ` +
        `begin select raise(abort, '${REFUSAL}'); end`,
    ).execute(db);
  }
}

async function keepOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql.raw(
    `create function admin_audit_keep() returns trigger language plpgsql as ` +
      `$$ begin raise exception '${REFUSAL}'; end $$`,
  ).execute(db);
  await sql.raw(
    "create trigger admin_audit_keep_rows before update or delete on admin_audit " +
      "for each row execute function admin_audit_keep()",
  ).execute(db);
  await sql.raw(
    "create trigger admin_audit_keep_table before truncate on admin_audit " +
      "for each statement execute function admin_audit_keep()",
  ).execute(db);
}
