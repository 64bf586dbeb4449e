/** Which request answers a dispute, so that of two at the same moment one reaches the acquirer. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const answersOfDisputes: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("pay_disputes").addColumn("answer_key", "text").execute();
    await schema.alterTable("pay_disputes").addColumn("answer_until_ms", "bigint").execute();
  },
};
