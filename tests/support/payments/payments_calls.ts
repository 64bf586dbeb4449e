/** Calls of a payments service in tests, as a merchant's back end and its page make them. */
import { assertEquals } from "@std/assert";
import type { ClientConfiguration, InitResponse } from "../../../sdk/wire/config.ts";
import type { Amount } from "../../../sdk/wire/payments.ts";
import { parseInit, sealCard, type TestCard } from "./pay_by_card.ts";
import { BASE, type PaymentsFixture } from "./payments_fixture.ts";

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
