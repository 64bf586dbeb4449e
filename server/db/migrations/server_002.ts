/** Differences between books, executions and the acquirer's ledger, for an operator. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const differences: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.createTable("app_differences")
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("subject", "text", (c) => c.notNull())
      .addColumn("at_ms", "bigint", (c) => c.notNull())
      .addColumn("expected_json", "text", (c) => c.notNull())
      .addColumn("found_json", "text", (c) => c.notNull())
      .addColumn("seen_ms", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("app_differences_pk", ["kind", "subject"])
      .execute();
  },
};
