/** What card networks reported of stored cards, with the last four digits before and after. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const cardChanges: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.createTable("pay_card_changes")
      .addColumn("instrument_id", "text", (c) => c.notNull())
      .addColumn("changed_ms", "bigint", (c) => c.notNull())
      .addColumn("change", "text", (c) => c.notNull())
      .addColumn("old_suffix", "text")
      .addColumn("new_suffix", "text")
      .addPrimaryKeyConstraint("pay_card_changes_key", ["instrument_id", "changed_ms"])
      .execute();
    await schema.createIndex("pay_card_changes_by_old_suffix").on("pay_card_changes").column("old_suffix").execute();
  },
};
