/** Refunds in parts: how much of a refund was sent before its amount grew. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const refundParts: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("subs_refunds").addColumn("sent_cents", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
