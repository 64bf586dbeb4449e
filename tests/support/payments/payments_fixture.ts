/** Fixture of payments tests: a payments service on a database of its own. Its calls are in payments_calls.ts. */
import { prepareKeys } from "../suite/prepared_keys.ts";
import { createLog } from "../../../server/platform/log.ts";
import { takeLease } from "../../../server/db/lease.ts";
import type { DatabasePlace } from "../../../server/platform/database_place.ts";
import type { Db } from "../../../server/db/open.ts";
import { openMigrated } from "../../../server/db/testing/migrated.ts";
import type { Work } from "../../../server/platform/jobs.ts";
import type { Route, Upstream } from "../../../server/platform/http/upstream.ts";
import { type Ledger, ledgerPlace, openLedger } from "../../../server/embedded/payments/acquirer/ledger.ts";
import { createSimulator } from "../../../server/embedded/payments/acquirer/simulator.ts";
import type { Acquirer } from "../../../server/embedded/payments/acquirer/acquirer.ts";
import { openPayments } from "../../../server/embedded/payments/payments.ts";
import type { Deliver, PaymentsSettings } from "../../../server/embedded/payments/context/settings.ts";

export const START_MS = Date.parse("2026-11-21T12:00:00.000Z");
export const BASE = "http://pay.test/services/payments";
export const FRAME = "http://frame.test";
export const PAGE = "http://localhost:5555";

export interface TestClock {
  nowMs: number;
  now(): number;
}

export interface PaymentsFixture {
  readonly dir: string;
  readonly db: Db;
  /** The acquirer's own database. */
  readonly ledger: Ledger;
  readonly clock: TestClock;
  readonly settings: PaymentsSettings;
  /** What the service logged. */
  readonly lines: readonly string[];
  /** Calls a public address, as a browser would. */
  readonly call: Upstream;
  /** Every route of the service. */
  readonly routes: readonly Route[];
  /** Runs all due work once. */
  work(): Promise<void>;
  /** The jobs of the service, for loops. */
  readonly works: readonly Work[];
  /** Aborted when this server stops. */
  readonly stopping: AbortSignal;
  /** Starts the service again on the same database, as after a crash. */
  restart(acquirer?: Acquirer): Promise<PaymentsFixture>;
  /** Starts another server on the same database while this one runs. */
  beside(acquirer?: Acquirer): Promise<PaymentsFixture>;
  /** Ends deliveries and this server's lease, as a clean stop does. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export interface PaymentsFixtureOptions {
  readonly acquirer?: (ledger: Ledger, clock: TestClock) => Acquirer;
  readonly merchantOrigins?: PaymentsSettings["merchantOrigins"];
  /** A new database in a temporary folder by default. */
  readonly place?: DatabasePlace;
  readonly clients?: PaymentsSettings["clients"];
  readonly webhooks?: NonNullable<PaymentsSettings["webhooks"]>;
  /** What the merchants' servers answer; `product` delivers over the network, as the product does. */
  readonly deliver?: Deliver | "product";
  readonly webhookTargets?: NonNullable<PaymentsSettings["webhookTargets"]>;
}

export async function openPaymentsFixture(options: PaymentsFixtureOptions = {}): Promise<PaymentsFixture> {
  const dir = await Deno.makeTempDir({ prefix: "payments-" });
  const place = options.place ?? { kind: "sqlite", path: `${dir}/payments.db` };
  const db = await openMigrated(place);
  const ledger = await openLedger(ledgerPlace(place, dir));
  const clock: TestClock = { nowMs: START_MS, now: () => clock.nowMs };
  const settings: PaymentsSettings = {
    clients: options.clients ?? [{ id: "shop", secret: "shop-secret" }, { id: "other", secret: "other-secret" }],
    merchantOrigins: options.merchantOrigins ??
      [{ clientId: "shop", origin: "http://localhost:*" }, { clientId: "other", origin: "https://other.example" }],
    apiBase: BASE,
    frameOrigin: FRAME,
    docsOrigin: "http://docs.test",
    keysDir: `${dir}/keys`,
    environment: "TEST",
    ...(options.webhookTargets === undefined ? {} : { webhookTargets: options.webhookTargets }),
    ...(options.webhooks === undefined ? {} : { webhooks: options.webhooks }),
  };
  await prepareKeys(settings.keysDir);
  const acquirer = options.acquirer?.(ledger, clock);
  const { deliver = () => Promise.reject(new TypeError("this test has no network")) } = options;
  return await startOn({ dir, db, ledger, clock, settings, deliver }, acquirer);
}

type RestartParts = Pick<PaymentsFixture, "dir" | "db" | "ledger" | "clock" | "settings"> & {
  readonly deliver: Deliver | "product";
};

async function startOn(parts: RestartParts, acquirer?: Acquirer): Promise<PaymentsFixture> {
  const { db, ledger, clock, settings, dir, deliver } = parts;
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const lease = await takeLease(db, { log });
  const stopping = new AbortController();
  const { answer: service, work, works, stop } = await openPayments({
    db,
    clock,
    log,
    settings,
    ...(deliver === "product" ? {} : { deliver }),
    acquirer: acquirer ?? createSimulator({ db: ledger, clock }),
    serverId: lease.id,
  });
  return {
    dir,
    db,
    ledger,
    clock,
    settings,
    lines,
    routes: service.routes,
    work,
    works,
    stopping: stopping.signal,
    call: (request) =>
      service(new Request(request.url.replace(BASE, "http://service").replace(FRAME, "http://service"), request)),
    async restart(next) {
      await lease.release();
      return await startOn(parts, next);
    },
    beside: (next) => startOn(parts, next),
    async stop() {
      stopping.abort();
      await stop();
      await lease.release();
    },
    async close() {
      await lease.release();
      await db.destroy();
      await ledger.destroy();
      await Deno.remove(dir, { recursive: true });
    },
  };
}
