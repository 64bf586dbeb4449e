/** A shop and its shopper over HTTP, who repeat what got no answer and never give an order up. */
import type { ClientConfiguration } from "../../../sdk/wire/config.ts";
import { parseInit, sealCard } from "../../support/payments/pay_by_card.ts";
import { DIE_PATH, type Point } from "./payments_process.ts";

const CARD = "4242424242424242";
const PAUSE_MS = 50;
/** Long enough for a machine with much else to do. */
const DEADLINE_MS = 180_000;
const MAX_TRIES = 10;
/** Waits for a repeat: in flight at a process that died, or being asked about. */
const AGAIN = [408, 409, 429, 500, 502, 503];

export interface Order {
  readonly executionId: string;
  /** Answers a client got for its payments, in the order they came: what was acknowledged. */
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

/** Sends until there is an answer that says how it ended. */
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
      if (!AGAIN.includes(answer.status)) throw new RangeError(`${url} answered ${answer.status}: ${text}`);
    } catch (error) {
      if (error instanceof RangeError) throw error;
      // No answer: the same request again.
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`${url} was not answered in time`);
}

/** One order, paid by a card that is always approved; after a refusal the shopper tries again. */
export async function buy(base: string, dieAt?: Point): Promise<Order> {
  const headers = { "x-api-key": "shop-secret" };
  const { access_token } = await send(`${base}/auth/token/shop`, { headers, body: {} });
  const init = await send(`${base}/merchant/client/init`, {
    token: String(access_token),
    key: crypto.randomUUID(),
    body: { merchantReference: "order", holderReference: crypto.randomUUID(), amount: TEN },
  });
  const config = parseInit({ version: "2.0", data: String(init.data) });
  if (dieAt !== undefined) await send(`${base}${DIE_PATH}${dieAt}/${config.execution.id}`, { body: {} });
  const acknowledged: string[] = [];
  while (acknowledged.at(-1) !== "authorizeSuccessful") {
    if (acknowledged.length === MAX_TRIES) throw new Error("An order could not be paid");
    acknowledged.push(await pay(base, config));
  }
  return { executionId: config.execution.id, acknowledged };
}

const TEN = { value: "10.00", currency: "USD" } as const;

async function pay(
  base: string,
  { execution, token, amount, vaultConfiguration }: ClientConfiguration,
): Promise<string> {
  const encryptedData = await sealCard({ publicKey: vaultConfiguration.encryptionPublicKey }, { cardNumber: CARD });
  const item = { paymentMethodCode: "card", integrationType: "api", amount, paymentInstrumentData: { encryptedData } };
  const self = `${base}/client/executions/${execution.id}`;
  const body = { amount, paymentComposition: [item] };
  let answer = await send(`${self}/authorize`, { token, key: crypto.randomUUID(), body });
  while (answer.finalState === undefined) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    answer = await send(self, { token });
  }
  return String(answer.finalState.code);
}
