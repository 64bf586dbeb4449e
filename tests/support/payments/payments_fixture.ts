/**
 * Fixture of payments tests: a payments service on a database of its own, and shortcuts for calls of merchant and page.
 */
import { assertEquals } from "@std/assert";
import type { ClientConfiguration, InitResponse } from "../../../sdk/wire/config.ts";
import type { Amount } from "../../../sdk/wire/payments.ts";
import { prepareKeys } from "../suite/prepared_keys.ts";
import { parseInit, sealCard, type TestCard } from "./pay_by_card.ts";
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
import type { PaymentsSettings } from "../../../server/embedded/payments/context/settings.ts";

/** Random lives of an execution: a thousand in the long run (deno task test:long). */
const IS_LONG = Deno.env.get("TEST_LONG") === "1";
export const LIFECYCLE_RUNS = IS_LONG ? 1_000 : 60;
/** Minimum commands of one life; the maximum is fifty. */
export const LIFECYCLE_LEAST = IS_LONG ? 50 : 1;
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
  readonly deliver?: Upstream;
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
    ...(options.webhooks === undefined ? {} : { webhooks: options.webhooks }),
  };
  await prepareKeys(settings.keysDir);
  const acquirer = options.acquirer?.(ledger, clock);
  const deliver = options.deliver ?? (() => Promise.reject(new TypeError("this test has no network")));
  return await startOn({ dir, db, ledger, clock, settings, deliver }, acquirer);
}

type RestartParts = Pick<PaymentsFixture, "dir" | "db" | "ledger" | "clock" | "settings"> & {
  readonly deliver: Upstream;
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
    deliver,
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

export interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
  readonly text: string;
}

/** A body of any shape, read by name. */
export interface Json {
  readonly [name: string]: Json;
}

export interface Send {
  readonly method?: string;
  readonly token?: string;
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function send(fixture: PaymentsFixture, path: string, options: Send = {}): Promise<Answer> {
  const { method = options.body === undefined ? "GET" : "POST", token, key, body, headers = {} } = options;
  const response = await fixture.call(
    new Request(path.startsWith("http") ? path : `${BASE}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { "x-idempotency-key": key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return { status: response.status, body: parseJson(text), headers: response.headers, text };
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}

export async function merchantToken(fixture: PaymentsFixture, client = "shop"): Promise<string> {
  const { body, status } = await send(fixture, `/auth/token/${client}`, {
    method: "POST",
    headers: { "x-api-key": `${client}-secret` },
  });
  assertEquals(status, 200);
  return String(body.access_token);
}

export const TEN: Amount = { value: "10.00", currency: "USD" };

export function initBody(overrides: Readonly<Record<string, unknown>> = {}) {
  return {
    type: "dropIn",
    workflowCode: "payment-acceptance",
    merchantReference: "order-1",
    holderReference: "holder-1",
    amount: TEN,
    meta: {},
    ...overrides,
  };
}

export interface Session {
  readonly initResponse: InitResponse;
  readonly config: ClientConfiguration;
  readonly id: string;
  readonly token: string;
  readonly merchant: string;
}

export interface StartOptions {
  readonly client?: string;
  readonly key?: string;
}

/** A merchant's init call. */
export async function start(
  fixture: PaymentsFixture,
  overrides: Readonly<Record<string, unknown>> = {},
  { client = "shop", key = crypto.randomUUID() }: StartOptions = {},
): Promise<Session> {
  const merchant = await merchantToken(fixture, client);
  const { status, body, text } = await send(fixture, "/merchant/client/init", {
    token: merchant,
    key,
    body: initBody(overrides),
  });
  assertEquals(status, 200, text);
  const initResponse = { version: String(body.version), data: String(body.data) };
  const config = parseInit(initResponse);
  return { initResponse, config, id: config.execution.id, token: config.token, merchant };
}

export interface CardOptions {
  readonly amount?: Amount;
  readonly storeInstrument?: boolean;
  readonly returnInfo?: Readonly<Record<string, string>>;
}

/** The body of an authorize call with a freshly sealed card. */
export async function cardBody({ config }: Session, card: TestCard | string, options: CardOptions = {}) {
  const { amount = config.amount, storeInstrument = false, returnInfo } = options;
  const sealer = { publicKey: config.vaultConfiguration.encryptionPublicKey };
  const encryptedData = await sealCard(sealer, typeof card === "string" ? { cardNumber: card } : card);
  const item = {
    paymentMethodCode: "card",
    integrationType: "api",
    amount,
    storeInstrument,
    paymentInstrumentData: { encryptedData, vaultProviderConfigId: config.vaultConfiguration.providerConfigId },
  };
  return { amount, paymentComposition: [item], ...(returnInfo === undefined ? {} : { returnInfo }) };
}

export async function pay(
  fixture: PaymentsFixture,
  session: Session,
  card: TestCard | string,
  options: CardOptions = {},
) {
  const body = await cardBody(session, card, options);
  return await send(fixture, `/client/executions/${session.id}/authorize`, {
    token: session.token,
    key: crypto.randomUUID(),
    body,
  });
}

export async function readAsMerchant(fixture: PaymentsFixture, { id, merchant }: Session): Promise<Json> {
  const { body, status, text } = await send(fixture, `/merchant/workflows/payment-acceptance/executions/${id}`, {
    token: merchant,
  });
  assertEquals(status, 200, text);
  return body;
}

/** A merchant's capture, void or refund. */
export async function act(fixture: PaymentsFixture, { id, merchant }: Session, kind: string, body: unknown = {}) {
  return await send(fixture, `/merchant/workflows/payment-acceptance/executions/${id}/${kind}`, {
    token: merchant,
    key: crypto.randomUUID(),
    body,
  });
}

export function codesOf(body: Json): readonly string[] {
  return Array.isArray(body.status) ? body.status.map(({ code }) => String(code)) : [];
}

/** The code of the only error. */
export function faultOf(body: Json): string {
  return Array.isArray(body.errors) ? String(body.errors[0]?.code) : "none";
}

/** The message of the only error. */
export function detailOf(body: Json): string {
  return Array.isArray(body.errors) ? String(body.errors[0]?.detail) : "none";
}
