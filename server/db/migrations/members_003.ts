/**
 * The country that a watched number's calls are judged from, and the end of an alert on its links, which are kept for a
 * while so that a second use of one is no error. Rows of the previous release have neither.
 */
import type { Migration } from "kysely/migration";

export const alertCountries: Migration = {
  async up({ schema }) {
    await schema.alterTable("members_watches").addColumn("asker_country", "text", (c) => c.notNull().defaultTo(""))
      .execute();
    await schema.alterTable("members_watch_links").addColumn("ended_ms", "bigint").execute();
    await schema.createIndex("members_watch_links_ended").on("members_watch_links").column("ended_ms").execute();
  },
};
