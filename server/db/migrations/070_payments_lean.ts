/** Indexes limited to the rows that queries look for, so that a payment writes to fewer of them. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const paymentsLean: Migration = {
  async up(db: Kysely<unknown>) {
    // pay_intents_one_open finds the open intent of an execution.
    for (const index of ["pay_intents_execution", "pay_executions_due", "pay_used_seals_execution"]) {
      await db.schema.dropIndex(index).execute();
    }
    await db.schema.createIndex("pay_executions_due").on("pay_executions").column("due_ms")
      .where("due_ms", "is not", null).execute();
    await db.schema.createIndex("pay_used_seals_saves").on("pay_used_seals").columns(["execution_id", "used_ms"])
      .where(sql<boolean>`purpose = 'save'`).execute();
  },
};
