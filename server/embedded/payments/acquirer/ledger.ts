/** Opens the simulator's ledger: a file or schema of its own, which never shares a transaction with the service. */
import type { Kysely } from "kysely";
import type { Clock } from "../../../platform/clock.ts";
import { Migrator } from "kysely/migration";
import { connectDatabase } from "../../../db/open.ts";
import { isUpToDate } from "../../../db/migrate.ts";
import type { DatabasePlace } from "../../../platform/database_place.ts";
import { LEDGER_MIGRATIONS } from "./ledger_migrations.ts";
import type { ChargeRow, DisputeRow, MovementRow } from "./ledger_tables.ts";

export interface LedgerTables {
  acq_charges: ChargeRow;
  acq_movements: MovementRow;
  acq_disputes: DisputeRow;
}
export type Ledger = Kysely<LedgerTables>;

/** What the parts of the simulator share. */
export interface SimulatorPorts {
  readonly db: Ledger;
  readonly clock: Clock;
}

const SCHEMA = "acquirer";
const FILE = "acquirer.db";

/** Where the ledger lives: another file or another schema next to the service's database. */
export function ledgerPlace(context: DatabasePlace, dataDir: string): DatabasePlace {
  if (context.kind === "sqlite") return { kind: "sqlite", path: `${dataDir}/${FILE}` };
  // Named in every statement: a transaction pooler drops a search path.
  return { ...context, schema: SCHEMA };
}

/** Two processes may open it at once. On SQLite the second one tries again. */
const TRIES = 5;
const PAUSE_MS = 100;

/** Opens the ledger and runs its migrations. Rejects when the database cannot be opened. */
export async function openLedger(place: DatabasePlace): Promise<Ledger> {
  const ledger = connectDatabase<LedgerTables>(place);
  const migrator = new Migrator({
    db: ledger,
    provider: { getMigrations: () => Promise.resolve({ ...LEDGER_MIGRATIONS }) },
    ...(place.kind === "postgres" ? { migrationTableSchema: SCHEMA } : {}),
    // Not the service's names: Kysely looks for its migration tables in every schema at once.
    migrationTableName: "acquirer_migration",
    migrationLockTableName: "acquirer_migration_lock",
  });
  if (await isUpToDate(migrator)) return ledger;
  for (let tries = 1;; tries++) {
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return ledger;
    if (tries === TRIES) throw new Error("Cannot open the acquirer's ledger", { cause: error });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries));
  }
}
