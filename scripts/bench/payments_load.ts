/** The load driver: whole payments over HTTP, as many as go at once, or a fixed number a second whatever comes back. */
import { parseInit, sealCard } from "../../tests/support/pay_by_card.ts";

const CARD = "4242424242424242";
const TEN = { value: "10.00", currency: "USD" } as const;

export interface Load {
  /** Whole payments a second. */
  readonly perSecond: number;
  /** Milliseconds of every HTTP call, sorted. */
  readonly callsMs: readonly number[];
  readonly failed: number;
}

interface Driver {
  readonly base: string;
  readonly token: string;
  readonly callsMs: number[];
}

export async function merchantToken(base: string): Promise<string> {
  const answer = await fetch(`${base}/auth/token/shop`, { method: "POST", headers: { "x-api-key": "shop-secret" } });
  return parseToken(await answer.json());
}

function parseToken(body: unknown): string {
  return (body as { access_token: string }).access_token;
}

/** One call; `dueMs` is when it should have begun, so that waiting for a busy driver counts too. */
async function call(driver: Driver, request: Request, dueMs = performance.now()): Promise<string> {
  const answer = await fetch(request);
  const text = await answer.text();
  driver.callsMs.push(performance.now() - dueMs);
  if (!answer.ok) throw new Error(`${answer.status}: ${text}`);
  return text;
}

/** init, authorize with a new card, and polls until it is authorized. */
async function pay(driver: Driver, dueMs?: number): Promise<void> {
  const { base, token } = driver;
  const post = (url: string, bearer: string, body: unknown) =>
    new Request(url, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}`, "x-idempotency-key": crypto.randomUUID() },
      body: JSON.stringify(body),
    });
  const init = { merchantReference: "bench", holderReference: crypto.randomUUID(), amount: TEN };
  const data = parseData(await call(driver, post(`${base}/merchant/client/init`, token, init), dueMs));
  const config = parseInit({ version: "2.0", data });
  const sealer = { publicKey: config.vaultConfiguration.encryptionPublicKey };
  const item = {
    paymentMethodCode: "card",
    amount: TEN,
    paymentInstrumentData: { encryptedData: await sealCard(sealer, { cardNumber: CARD }) },
  };
  const self = `${base}/client/executions/${config.execution.id}`;
  const body = { amount: TEN, paymentComposition: [item] };
  await call(driver, post(`${self}/authorize`, config.token, body));
  const poll = () => call(driver, new Request(self, { headers: { authorization: `Bearer ${config.token}` } }));
  while (!(await poll()).includes("authorizeSuccessful"));
}

function parseData(text: string): string {
  return (JSON.parse(text) as { data: string }).data;
}

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);

/** As many as `buyers` at once can make. */
export async function closedLoop(
  base: string,
  { buyers, lastsMs }: { buyers: number; lastsMs: number },
): Promise<Load> {
  const driver: Driver = { base, token: await merchantToken(base), callsMs: [] };
  const startedMs = performance.now();
  let done = 0;
  let failed = 0;
  const buyer = async () => {
    while (performance.now() < startedMs + lastsMs) {
      await pay(driver).then(() => done++, () => failed++);
    }
  };
  await Promise.all(Array.from({ length: buyers }, buyer));
  const tookS = (performance.now() - startedMs) / 1000;
  return { perSecond: done / tookS, callsMs: sorted(driver.callsMs), failed };
}

/** A payment begins every 1/rate seconds, answered or not: what is late makes the figures worse, not the load smaller. */
export async function openLoop(base: string, { rate, lastsMs }: { rate: number; lastsMs: number }): Promise<Load> {
  const driver: Driver = { base, token: await merchantToken(base), callsMs: [] };
  const startedMs = performance.now();
  const count = Math.floor(rate * lastsMs / 1000);
  let failed = 0;
  const running: Promise<void>[] = [];
  for (let at = 0; at < count; at++) {
    const dueMs = startedMs + at * 1000 / rate;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    running.push(pay(driver, dueMs).catch(() => void failed++));
  }
  await Promise.all(running);
  const tookS = (performance.now() - startedMs) / 1000;
  return { perSecond: (count - failed) / tookS, callsMs: sorted(driver.callsMs), failed };
}

export function quantile(values: readonly number[], share: number): number {
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}
