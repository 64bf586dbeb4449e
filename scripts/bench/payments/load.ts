/** The load driver: whole payments over HTTP, with a fixed concurrency or a fixed rate. */
import { parseInit, sealCard } from "../../../tests/support/payments/pay_by_card.ts";
import { type Call, Connections } from "../keep_alive.ts";

const CARD = "4242424242424242";
const TEN = { value: "10.00", currency: "USD" } as const;

export interface Load {
  /** Completed payments per second. */
  readonly perSecond: number;
  /** Milliseconds of every HTTP call, sorted. */
  readonly callsMs: readonly number[];
  readonly failed: number;
}

export interface Driver {
  readonly connections: Connections;
  readonly token: string;
  /** Sealed before the measurement, since shoppers' browsers do that on other machines; each pays once. */
  readonly cards: string[];
  /** Durations by kind of call. */
  readonly calls: Readonly<Record<Kind, number[]>>;
}

export const KINDS = ["init", "authorize", "poll"] as const;
type Kind = (typeof KINDS)[number];

const noCalls = () => ({ init: [], authorize: [], poll: [] });

export interface LoadOptions {
  readonly lastsMs: number;
  /** Number of sealed cards; when they are used up the driver seals new ones. */
  readonly cards: number;
}

export async function openDriver(base: string, cards: number): Promise<Driver> {
  const connections = new Connections(base);
  const headers = { "x-api-key": "shop-secret" };
  const { text } = await connections.send({ method: "POST", path: "/auth/token/shop", headers });
  const driver = { connections, token: asToken(JSON.parse(text)), cards: [], calls: noCalls() };
  const { vaultConfiguration } = await start(driver);
  return { ...driver, cards: await sealMany(vaultConfiguration.encryptionPublicKey, cards), calls: noCalls() };
}

async function sealMany(publicKey: string, count: number): Promise<string[]> {
  const sealed: string[] = [];
  while (sealed.length < count) {
    sealed.push(...await Promise.all(Array.from({ length: 50 }, () => sealCard({ publicKey }, { cardNumber: CARD }))));
  }
  return sealed;
}

function asToken(body: unknown): string {
  return (body as { access_token: string }).access_token;
}

type QueuedCall = readonly [Kind, Call];

/** One call; `dueMs` is when it should have started, so that waiting for a busy driver counts too. */
async function call(
  { connections, calls }: Driver,
  [kind, request]: QueuedCall,
  dueMs = performance.now(),
): Promise<string> {
  const { status, text } = await connections.send(request);
  calls[kind].push(performance.now() - dueMs);
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return text;
}

function post(path: string, bearer: string, body: unknown): Call {
  const headers = { authorization: `Bearer ${bearer}`, "x-idempotency-key": crypto.randomUUID() };
  return { method: "POST", path, headers, body: JSON.stringify(body) };
}

async function start(driver: Driver, dueMs?: number) {
  const init = { merchantReference: "bench", holderReference: crypto.randomUUID(), amount: TEN };
  const text = await call(driver, ["init", post("/merchant/client/init", driver.token, init)], dueMs);
  return parseInit({ version: "2.0", data: parseData(text) });
}

/** init, authorize with a new card, and polls until it is authorized. */
export async function payOnce(driver: Driver, dueMs?: number): Promise<void> {
  const { execution, token, vaultConfiguration } = await start(driver, dueMs);
  const encryptedData = driver.cards.pop() ??
    await sealCard({ publicKey: vaultConfiguration.encryptionPublicKey }, { cardNumber: CARD });
  const item = { paymentMethodCode: "card", amount: TEN, paymentInstrumentData: { encryptedData } };
  const path = `/client/executions/${execution.id}`;
  await call(driver, ["authorize", post(`${path}/authorize`, token, { amount: TEN, paymentComposition: [item] })]);
  const poll: Call = { method: "GET", path, headers: { authorization: `Bearer ${token}` } };
  while (!(await call(driver, ["poll", poll])).includes("authorizeSuccessful"));
}

function parseData(text: string): string {
  return (JSON.parse(text) as { data: string }).data;
}

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);

/** As many payments as `buyers` can make at once. */
export async function closedLoop(
  base: string,
  { buyers, lastsMs, cards }: LoadOptions & { readonly buyers: number },
): Promise<Load> {
  const driver = await openDriver(base, cards);
  const startedMs = performance.now();
  let done = 0;
  let failed = 0;
  const buyer = async () => {
    while (performance.now() < startedMs + lastsMs) {
      await payOnce(driver).then(() => done++, () => failed++);
    }
  };
  await Promise.all(Array.from({ length: buyers }, buyer));
  const tookS = (performance.now() - startedMs) / 1000;
  driver.connections.close();
  return { perSecond: done / tookS, callsMs: sorted(KINDS.flatMap((kind) => driver.calls[kind])), failed };
}

/**
 * A payment starts every 1/rate seconds, even while others are unanswered: delays raise the durations instead of
 * lowering the load.
 */
export async function openLoop(
  base: string,
  { rate, lastsMs }: { readonly rate: number; readonly lastsMs: number },
): Promise<Load> {
  const count = Math.floor(rate * lastsMs / 1000);
  const driver = await openDriver(base, count);
  const startedMs = performance.now();
  let failed = 0;
  const running: Promise<void>[] = [];
  for (let at = 0; at < count; at++) {
    const dueMs = startedMs + at * 1000 / rate;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    running.push(payOnce(driver, dueMs).catch(() => void failed++));
  }
  await Promise.all(running);
  const tookS = (performance.now() - startedMs) / 1000;
  driver.connections.close();
  return { perSecond: (count - failed) / tookS, callsMs: sorted(KINDS.flatMap((kind) => driver.calls[kind])), failed };
}

export function quantile(values: readonly number[], share: number): number {
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}
