/**
 * Which execution a card pays that is good for one payment, what a suspended card was before, and the order of an init
 * whose amount a lookup changed.
 */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const claimedCards: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("pay_instruments").addColumn("paying_execution_id", "text").execute();
    await schema.alterTable("pay_instruments").addColumn("suspended_status", "text").execute();
    await schema.alterTable("pay_executions").addColumn("init_order", "text").execute();
    await schema.createIndex("pay_instruments_transient").on("pay_instruments").column("updated_ms")
      .where(sql.ref("status"), "=", "transient").execute();
  },
};
