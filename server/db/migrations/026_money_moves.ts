/** Captures, voids and refunds that the payments service refused or left open, kept until they succeed. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const moneyMoves: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.createTable("subs_moves")
      .addColumn("execution_id", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("cents", "integer", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("refusals", "integer", (c) => c.notNull())
      .addColumn("tries", "integer", (c) => c.notNull())
      .addColumn("reason", "text", (c) => c.notNull())
      .addColumn("next_ms", "bigint", (c) => c.notNull())
      .addColumn("created_ms", "bigint", (c) => c.notNull())
      .addColumn("settled_ms", "bigint")
      .addPrimaryKeyConstraint("subs_moves_pk", ["execution_id", "kind"])
      .execute();
    await schema.createIndex("subs_moves_open").on("subs_moves").column("next_ms")
      .where(sql.ref("settled_ms"), "is", null).execute();
  },
};
