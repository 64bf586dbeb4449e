/** The language a plan was bought in; earlier purchases take it from their consent. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Languages of consents before this migration, besides English. */
const LANGUAGES = ["es", "de"] as const;

export const language: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("subs_subscriptions")
      .addColumn("language", "text", (c) => c.notNull().defaultTo("en")).execute();
    for (const code of LANGUAGES) {
      await sql`UPDATE subs_subscriptions SET language = ${code} WHERE execution_id IN
        (SELECT used_by FROM subs_consents WHERE substr(locale, 1, 2) = ${code})`.execute(db);
    }
  },
};
