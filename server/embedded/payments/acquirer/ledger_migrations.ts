/** Migrations of the acquirer's ledger, apart from the service's since the ledger is a database of its own. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

const tables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createTable("acq_charges")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("continues", "text")
      .addColumn("amount_minor", "bigint", (column) => column.notNull())
      .addColumn("currency", "text", (column) => column.notNull())
      .addColumn("captures", "integer", (column) => column.notNull())
      .addColumn("captured_minor", "bigint", (column) => column.notNull())
      .addColumn("refunded_minor", "bigint", (column) => column.notNull())
      .addColumn("is_cancelled", "integer", (column) => column.notNull())
      .addColumn("outcome", "text", (column) => column.notNull())
      .addColumn("result", "text")
      .addColumn("scenario", "text", (column) => column.notNull())
      .addColumn("settles_ms", "bigint")
      .addColumn("created_ms", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createTable("acq_movements")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("charge_key", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("amount_minor", "bigint", (column) => column.notNull())
      .addColumn("outcome", "text", (column) => column.notNull())
      .addColumn("result", "text")
      .addColumn("created_ms", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("acq_movements_charge").on("acq_movements").column("charge_key").execute();
  },
};

/** The comparison with the service's books reads the charges of an hour. */
const byTime: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.createIndex("acq_charges_created").on("acq_charges").column("created_ms").execute();
  },
};

/** Disputes, and what has to be known of a card for them and for its updates. */
const disputes: Migration = {
  async up({ schema }: Kysely<unknown>) {
    for (const column of ["network", "initiator", "expiry"]) {
      await schema.alterTable("acq_charges").addColumn(column, "text").execute();
    }
    await schema.createIndex("acq_charges_scenario").on("acq_charges").columns(["scenario", "created_ms"]).execute();
    await schema.createTable("acq_disputes")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("charge_key", "text", (column) => column.notNull().unique())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("category", "text", (column) => column.notNull())
      .addColumn("network", "text", (column) => column.notNull())
      .addColumn("amount_minor", "bigint", (column) => column.notNull())
      .addColumn("currency", "text", (column) => column.notNull())
      .addColumn("withdrawn_minor", "bigint", (column) => column.notNull())
      .addColumn("returned_minor", "bigint", (column) => column.notNull())
      .addColumn("fee_minor", "bigint", (column) => column.notNull())
      .addColumn("respond_by_ms", "bigint", (column) => column.notNull())
      .addColumn("decide_ms", "bigint")
      .addColumn("verdict", "text")
      .addColumn("opened_ms", "bigint", (column) => column.notNull())
      .addColumn("changed_ms", "bigint", (column) => column.notNull())
      .execute();
    await schema.createIndex("acq_disputes_changed").on("acq_disputes").column("changed_ms").execute();
  },
};

/** The comparison with the service's books reads the movements of an hour. */
const movesByTime: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.createIndex("acq_movements_created").on("acq_movements").column("created_ms").execute();
  },
};

export const LEDGER_MIGRATIONS: Readonly<Record<string, Migration>> = {
  "001_ledger": tables,
  "002_by_time": byTime,
  "003_disputes": disputes,
  "004_moves_by_time": movesByTime,
};
