/** The same number within a day is found at once, however much was looked up that day. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const repeatIndex: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.createIndex("members_reports_repeat").on("members_reports")
      .columns(["subscription_id", "e164", "at_ms"]).execute();
  },
};
