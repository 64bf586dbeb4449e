/** When a merchant asked to erase a dispute's evidence, which an open dispute needs until it ends. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const erasedEvidence: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("pay_disputes").addColumn("erase_evidence_ms", "bigint").execute();
  },
};
