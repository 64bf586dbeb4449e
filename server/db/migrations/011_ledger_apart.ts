/** Drops the acquirer's ledger, which now has a file or schema of its own. Only the simulator ever wrote to it. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const ledgerApart: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropTable("acq_movements").execute();
    await db.schema.dropTable("acq_charges").execute();
  },
};
