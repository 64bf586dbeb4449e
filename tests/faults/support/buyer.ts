/** A merchant and a shopper over HTTP. They repeat calls without an answer and complete every order. */
import type { ClientConfiguration } from "../../../sdk/wire/config.ts";
import { parseInit, sealCard } from "../../support/payments/pay_by_card.ts";
import { DIE_PATH, type Point } from "./payments_process.ts";

const CARD = "4242424242424242";
const PAUSE_MS = 50;
/** Long enough for a busy machine. */
const DEADLINE_MS = 180_000;
const MAX_TRIES = 10;
const AGAIN = [408, 429, 500, 502, 503];
/** The first attempt may be in flight at a dead process, or in reconciliation. Any other conflict is final. */
const IN_PROGRESS = /"(key-in-flight|execution-busy)"/;

export interface Order {
  readonly executionId: string;
  /** The acknowledged answers for each payment, in order. */
  readonly acknowledged: readonly string[];
}

interface CallOptions {
  readonly token?: string;
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Json {
  readonly [name: string]: Json;
}

function parseJson(text: string): Json {
  return JSON.parse(text) as Json;
}

/** Repeats a call until an answer says how it ended. */
async function send(url: string, { token, key, body, headers = {} }: CallOptions): Promise<Json> {
  const until = performance.now() + DEADLINE_MS;
  while (performance.now() < until) {
    try {
      const answer = await fetch(url, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(key === undefined ? {} : { "x-idempotency-key": key }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (answer.ok) return parseJson(text);
      const mayRepeat = AGAIN.includes(answer.status) || (answer.status === 409 && IN_PROGRESS.test(text));
      if (!mayRepeat) throw new RangeError(`${url} answered ${answer.status}: ${text}`);
    } catch (error) {
      if (error instanceof RangeError) throw error;
      // Repeats the same request when no answer arrives.
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`${url} was not answered in time`);
}

/** Pays one order with a card that is always approved. The shopper tries again after a refusal. */
export async function buy(base: string, dieAt?: Point): Promise<Order> {
  const config = await startOrder(base, dieAt);
  const acknowledged: string[] = [];
  while (acknowledged.at(-1) !== "authorizeSuccessful") {
    if (acknowledged.length === MAX_TRIES) throw new Error("An order could not be paid");
    acknowledged.push(await pay(base, config));
  }
  return { executionId: config.execution.id, acknowledged };
}

/** Pays one order, gets no answer since the service dies at that point, and never asks again. */
export async function buyAndLeave(base: string, dieAt: Point): Promise<Order> {
  const config = await startOrder(base, dieAt);
  const { url, body } = await authorizeCall(base, config);
  const headers = { authorization: `Bearer ${config.token}`, "x-idempotency-key": crypto.randomUUID() };
  const answered = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => undefined);
  if (answered !== undefined) throw new Error(`The service did not die at "${dieAt}"`);
  return { executionId: config.execution.id, acknowledged: [] };
}

async function startOrder(base: string, dieAt: Point | undefined): Promise<ClientConfiguration> {
  const headers = { "x-api-key": "shop-secret" };
  const { access_token } = await send(`${base}/auth/token/shop`, { headers, body: {} });
  const init = await send(`${base}/merchant/client/init`, {
    token: String(access_token),
    key: crypto.randomUUID(),
    body: { merchantReference: "order", holderReference: crypto.randomUUID(), amount: TEN },
  });
  const config = parseInit({ version: "2.0", data: String(init.data) });
  if (dieAt !== undefined) await send(`${base}${DIE_PATH}${dieAt}/${config.execution.id}`, { body: {} });
  return config;
}

const TEN = { value: "10.00", currency: "USD" } as const;

async function authorizeCall(base: string, { execution, amount, vaultConfiguration }: ClientConfiguration) {
  const encryptedData = await sealCard({ publicKey: vaultConfiguration.encryptionPublicKey }, { cardNumber: CARD });
  const item = { paymentMethodCode: "card", integrationType: "api", amount, paymentInstrumentData: { encryptedData } };
  const self = `${base}/client/executions/${execution.id}`;
  return { self, url: `${self}/authorize`, body: { amount, paymentComposition: [item] } };
}

async function pay(base: string, config: ClientConfiguration): Promise<string> {
  const { token } = config;
  const { self, url, body } = await authorizeCall(base, config);
  let answer = await send(url, { token, key: crypto.randomUUID(), body });
  while (answer.finalState === undefined) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    answer = await send(self, { token });
  }
  return String(answer.finalState.code);
}
