/** The card that pays an execution, for merchants: its network and last four digits. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const payingCards: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("pay_executions").addColumn("card_network", "text").execute();
    await schema.alterTable("pay_executions").addColumn("card_suffix", "text").execute();
  },
};
