/**
 * What each of three books says about the money of a drill: subscriptions' books, executions, the acquirer's ledger.
 */
import { sql } from "kysely";
import { type Context, createContext } from "../../../server/context.ts";
import { readConfig } from "../../../server/config/config.ts";
import type { Env } from "../../../server/config/values.ts";
import { type Ledger, ledgerPlace, openLedger } from "../../../server/embedded/payments/acquirer/ledger.ts";
import { createClock, type VirtualClock } from "../../../server/platform/clock.ts";
import { runAll } from "../../../server/platform/jobs.ts";
import { silentLog } from "../../../server/platform/log.ts";
import { fakeAssets } from "../../support/app/fake_context.ts";
import { createVisitor } from "../../support/app/http_visitor.ts";

const HOUR_MS = 3_600_000;
/** After these a checkout that its buyer left is completed or voided, and the comparison has run. */
const HOURS = 3;

/** Charge by charge, as `key captured refunded` in cents, sorted; the key is that of the acquirer's charge. */
export interface Money {
  readonly books: readonly string[];
  readonly executions: readonly string[];
  readonly ledger: readonly string[];
  /** Captures less refunds of all charges, as the ledger has them. */
  readonly cents: number;
}

interface Moved {
  readonly key: string | null;
  readonly captured: number;
  readonly refunded: number;
}

const lines = (rows: readonly Moved[]) =>
  rows.map(({ key, captured, refunded }) => `${key} ${captured} ${refunded}`).toSorted();

/** Every charge whose money stayed. */
export async function moneyOf({ db }: Pick<Context, "db">, ledger: Ledger): Promise<Money> {
  // What an abandoned checkout took and returned is in no books.
  const books = await sql<Moved>`
    select e.charge_key as key, c.cents as captured, coalesce(r.cents, 0) as refunded from subs_charges c
    left join pay_executions e on e.id = c.execution_id left join subs_refunds r on r.charge_id = c.id
    where c.state in ('succeeded', 'refunded', 'mismatch') and c.cents > coalesce(r.cents, 0)`.execute(db);
  const executions = await db.selectFrom("pay_executions")
    .select(["charge_key as key", "captured_minor as captured", "refunded_minor as refunded"])
    .whereRef("captured_minor", ">", "refunded_minor").execute();
  const charges = await ledger.selectFrom("acq_charges")
    .select(["key", "captured_minor as captured", "refunded_minor as refunded"])
    .whereRef("captured_minor", ">", "refunded_minor").execute();
  return {
    books: lines(books.rows),
    executions: lines(executions),
    ledger: lines(charges),
    cents: charges.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0),
  };
}

export interface Settled extends Money {
  /** What the hourly comparison lists. */
  readonly differences: readonly unknown[];
}

/** Runs all work that is due within three hours, on a server of its own, and reads the books. */
export async function settledMoney(env: Env): Promise<Settled> {
  const config = readConfig(env);
  const clock = createClock();
  const context = await createContext(config, { clock, log: silentLog, assets: fakeAssets });
  const ledger = await openLedger(ledgerPlace(config.database, config.dataDir));
  try {
    return await settle({ context, ledger, clock });
  } finally {
    await context.close();
    await ledger.destroy();
  }
}

interface Server {
  readonly context: Context;
  readonly ledger: Ledger;
  readonly clock: VirtualClock;
}

export async function settle({ context, ledger, clock }: Server): Promise<Settled> {
  await runAll(context);
  for (let hours = 0; hours < HOURS; hours++) {
    clock.advance(HOUR_MS);
    await runAll(context);
  }
  const { body } = await createVisitor(context).get("/operator/differences");
  return { ...await moneyOf(context, ledger), differences: body.differences };
}
