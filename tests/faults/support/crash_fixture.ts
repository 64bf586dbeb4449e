/**
 * Fixture of the kill tests: an acquirer that keeps running, a payments service that dies, a merchant that receives
 * webhooks.
 */
import { connectDatabase, type Db } from "../../../server/db/open.ts";
import type { DatabasePlace } from "../../../server/platform/database_place.ts";
import { type Ledger, ledgerPlace, openLedger } from "../../../server/embedded/payments/acquirer/ledger.ts";
import { freePort } from "../../support/ports.ts";
import type { Order } from "./buyer.ts";
import { type RunningProcess, startProcess } from "./processes.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";

/** Longer than any lease of a dead process. */
const LEASE_OVER_MS = 120_000;
/** Lease of a server on Postgres. It is short because each kill is followed by a pause of this length. */
const LEASE_MS = 1_500;
const NOTICES_DEADLINE_MS = 15_000;

export interface CrashFixture {
  readonly base: string;
  /** Duration of every start of the payments service. */
  readonly starts: readonly Pick<RunningProcess, "readyMs" | "queuedMs" | "load">[];
  /** Ids of the webhooks that the merchant received, with their event. */
  readonly notices: ReadonlyMap<string, string>;
  /** Kills the payments service if it runs, and starts it on the same database. */
  restart(aheadMs?: number): Promise<void>;
  /** Resolves when the payments service ends by itself. */
  died(): Promise<unknown>;
  /** Compares the records of these orders after all work has finished. */
  audit(orders: readonly Order[]): Promise<Audit>;
  close(): Promise<void>;
}

export interface Audit {
  readonly orders: number;
  /** Orders that the service calls captured in full. */
  readonly captured: number;
  /** Approved charges in the acquirer's ledger. */
  readonly charges: number;
  /** Acknowledged payments that the acquirer does not hold. */
  readonly lost: readonly string[];
  /** Executions with more than one approved charge. */
  readonly doubled: readonly string[];
  readonly openIntents: number;
  /** Captured executions whose merchant received no webhook. */
  readonly unreported: readonly string[];
}

export async function openCrashFixture(place: DatabasePlace): Promise<CrashFixture> {
  const dir = await Deno.makeTempDir({ prefix: "kills-" });
  const ledgerAt = ledgerPlace(place, dir);
  const ledger = await openLedger(ledgerAt);
  const acquirer = await startProcess("./acquirer_process.ts", { port: freePort(), place: ledgerAt });
  const reported = new Map<string, string>();
  const merchant = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const { id, event, execution } = parseNotice(await request.text());
    reported.set(id, `${execution.id} ${event}`);
    return new Response("taken");
  });
  await prepareKeys(`${dir}/keys`);
  const port = freePort();
  const starts: RunningProcess[] = [];
  const start = async (aheadMs: number) => {
    const options = {
      place,
      port,
      keysDir: `${dir}/keys`,
      acquirer: acquirer.base,
      hook: `http://127.0.0.1:${merchant.addr.port}/hook`,
      aheadMs,
      leaseMs: LEASE_MS,
    };
    const running = await startProcess("./payments_process.ts", options, "/countries.json");
    starts.push(running);
    return running;
  };
  let payments: RunningProcess = await start(0);
  const restart = async (aheadMs = 0) => {
    await payments.kill();
    payments = await start(aheadMs);
  };
  const db = connectDatabase(place);
  return {
    base: payments.base,
    starts,
    notices: reported,
    restart,
    died: () => payments.died,
    async audit(orders) {
      await restart(LEASE_OVER_MS);
      await untilQuiet(db);
      return await look({ db, ledger, reported, orders });
    },
    async close() {
      await payments.kill();
      await acquirer.kill();
      await merchant.shutdown();
      await db.destroy();
      await ledger.destroy();
      await Deno.remove(dir, { recursive: true });
    },
  };
}

function parseNotice(text: string) {
  return JSON.parse(text) as { readonly id: string; readonly event: string; readonly execution: { id: string } };
}

/** Waits for open calls to the acquirer and for the webhooks, and stops when none is done for a while. */
async function untilQuiet(db: Db): Promise<void> {
  let least = Infinity;
  let until = performance.now() + NOTICES_DEADLINE_MS;
  while (performance.now() < until) {
    const { webhooks } = await db.selectFrom("pay_webhooks").select((row) => row.fn.countAll<number>().as("webhooks"))
      .where("state", "=", "waiting").executeTakeFirstOrThrow();
    const { calls } = await db.selectFrom("pay_intents").select((row) => row.fn.countAll<number>().as("calls"))
      .where("is_open", "=", 1).executeTakeFirstOrThrow();
    const count = Number(webhooks) + Number(calls);
    if (count === 0) return;
    if (count < least) until = performance.now() + NOTICES_DEADLINE_MS;
    least = Math.min(least, count);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface AuditInput {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly reported: ReadonlyMap<string, string>;
  readonly orders: readonly Order[];
}

async function look({ db, ledger, reported, orders }: AuditInput): Promise<Audit> {
  const ids = new Set(orders.map(({ executionId }) => executionId));
  const rows =
    (await db.selectFrom("pay_executions").select(["id", "state", "captured_minor", "amount_minor"]).execute())
      .filter(({ id }) => ids.has(id));
  const intents = (await db.selectFrom("pay_intents").select(["key", "execution_id", "is_open"]).execute())
    .filter(({ execution_id }) => ids.has(execution_id));
  const executionOf = new Map(intents.map(({ key, execution_id }) => [key, execution_id]));
  const charges = (await ledger.selectFrom("acq_charges").select(["key", "captured_minor"])
    .where("outcome", "=", "approved").execute()).filter(({ key }) => executionOf.has(key));
  const charged = charges.map(({ key }) => executionOf.get(key) ?? "");
  const captured = rows.filter((row) => row.state === "captured" && row.captured_minor === row.amount_minor);
  const heard = new Set(reported.values());
  return {
    orders: orders.length,
    captured: captured.length,
    charges: charges.length,
    lost: orders.map(({ executionId }) => executionId).filter((id) => !charged.includes(id)),
    doubled: charged.filter((id, at) => charged.indexOf(id) !== at),
    openIntents: intents.filter(({ is_open }) => is_open === 1).length,
    unreported: captured.map(({ id }) => id).filter((id) => !heard.has(`${id} captureSuccessful`)),
  };
}
