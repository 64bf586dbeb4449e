/** Index that finds an earlier look-up of the same number on the same day. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const repeatIndex: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.createIndex("members_reports_repeat").on("members_reports")
      .columns(["subscription_id", "e164", "at_ms"]).execute();
  },
};
