/** The acquirer's ledger left this database: it has a file or schema of its own. Only the simulator ever wrote here. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const ledgerApart: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropTable("acq_movements").execute();
    await db.schema.dropTable("acq_charges").execute();
  },
};
