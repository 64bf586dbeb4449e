/** A client for the merchant API of the payments service: token, init, read, authorize, capture, cancel and refund. */
import type { Clock } from "../../../platform/clock.ts";
import type { ComparedTime } from "../../../db/differences.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import { CURRENCY, decimal } from "../../../wire/billing/plans.ts";
import type { RawCard } from "../../../wire/billing/purchase.ts";
import type { SubscriptionsSettings } from "../settings.ts";
import { type Execution, parseExecution, parseInit, type PreparedSession } from "./execution.ts";
import { type Dispute, type DisputesPage, parseDispute, parseDisputes } from "./listed_dispute.ts";
import { parseStoredCards, type StoredCard } from "./stored_card.ts";
import { type ListedPage, parseList } from "./listed_execution.ts";
import { cardBody, parseCardSession, sealCard } from "./raw_card.ts";
import type { OperationKind } from "../db/tables.ts";

/** Executions of one page of a list; the merchant API allows no more. */
const PAGE = 100;

/** The provider refused or could not be reached. `isFinal` is true when a retry cannot succeed. */
export class PaymentsError extends Error {
  override readonly name = "PaymentsError";
  constructor(message: string, readonly isFinal: boolean, options?: ErrorOptions) {
    super(message, options);
  }
}

export interface Order {
  readonly reference: string;
  readonly description: string;
  readonly holderReference: string;
  readonly cents: number;
  readonly capture: "manual" | "automatic";
  readonly key: string;
  /** `tokenization` stores a card without a payment. Default `dropIn`. */
  readonly type?: "tokenization";
}

/** What pays without a page: a stored instrument, the token from a wallet's sheet, or a raw card. */
export type PaymentMethod =
  | { readonly kind: "stored"; readonly code: string; readonly id: string }
  | { readonly kind: "wallet"; readonly code: string; readonly token: string }
  | RawCardMethod;

interface RawCardMethod {
  readonly kind: "card";
  readonly card: RawCard;
  /** The buyer's address, for the limits against card testing. */
  readonly ip: string;
  /** How the execution was opened. */
  readonly order: Omit<Order, "reference" | "key">;
}

interface Charge {
  readonly executionId: string;
  readonly cents: number;
  /** True when the customer is present. */
  readonly isCustomerPresent: boolean;
  readonly key: string;
}

export interface ServerCharge extends Charge {
  readonly paymentMethod: PaymentMethod;
}

export interface OperationCall {
  readonly kind: OperationKind;
  readonly executionId: string;
  readonly cents: number;
  readonly key: string;
}

export interface PaymentsApi {
  init(order: Order): Promise<PreparedSession>;
  read(executionId: string): Promise<Execution>;
  authorize(charge: ServerCharge): Promise<Execution>;
  /**
   * Asks for an operation. The answer is the execution as it is now, which may report a refusal. Only
   * `performOperation` calls this.
   */
  operate(operation: OperationCall): Promise<Execution>;
  /** One page of the executions created in this time, newest first. */
  list(query: ListQuery): Promise<ListedPage>;
  /** One page of the disputes opened in this time, newest first. */
  disputes(query: ListQuery): Promise<DisputesPage>;
  dispute(id: string): Promise<Dispute>;
  /** Sends evidence to the issuer, once for each key. */
  sendEvidence(id: string, texts: Readonly<Record<string, string>>, key: string): Promise<Dispute>;
  /** The stored instruments of a holder, by id. */
  instruments(holderReference: string): Promise<readonly StoredCard[]>;
  /** Erases a stored instrument of this holder. */
  deleteInstrument(holderReference: string, id: string): Promise<void>;
}

export interface ListQuery extends ComparedTime {
  /** `next` of the page before. */
  readonly cursor?: string | undefined;
}

interface ApiDeps {
  readonly payments: Upstream;
  readonly clock: Clock;
  readonly settings: SubscriptionsSettings;
}

interface Call {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly key?: string;
  readonly body?: unknown;
  /** Token of one execution, for calls that pages make; the merchant's own token when left out. */
  readonly session?: { readonly token: string; readonly ip: string };
}

/** Creates the client. Its methods reject with a {@link PaymentsError} when the service refuses or does not answer. */
export function createPaymentsApi(deps: ApiDeps): PaymentsApi {
  const { settings } = deps;
  const send = createSend(deps);
  const execution = (id: string, act = "") =>
    `/merchant/workflows/${settings.workflowCode}/executions/${encodeURIComponent(id)}${act}`;
  const ownAnswer = async (id: string, call: Call) => {
    const answer = parseExecution(await send(call));
    if (answer.id === id) return answer;
    throw new PaymentsError(`The payments service answered for another execution than ${id}`, false);
  };
  const readAnswer = (id: string, call: Omit<Call, "path">, act = "") =>
    ownAnswer(id, { ...call, path: execution(id, act) });
  const init = async (order: Order) =>
    parseInit(
      await send({ method: "POST", path: "/merchant/client/init", key: order.key, body: initBody(order, settings) }),
    );
  /** Pays as the card frame does: reopens the execution's session by the key of its init, and sends a sealed card. */
  const authorizeCard = async ({ executionId: id, cents, key }: Charge, { card, ip, order }: RawCardMethod) => {
    const { reference } = await readAnswer(id, { method: "GET" });
    const { session } = await init({ ...order, reference, key: reference });
    const { token, ...vault } = parseCardSession(session);
    const bound = { ...vault, execution: id, holderReference: order.holderReference, nowMs: deps.clock.now() };
    const body = cardBody(amountOf(cents), await sealCard(card, bound));
    const path = `/client/executions/${encodeURIComponent(id)}/authorize`;
    return await ownAnswer(id, { method: "POST", path, key, body, session: { token, ip } });
  };
  return {
    init,
    list: async (query) => parseList(await send({ method: "GET", path: `/merchant/executions?${pageQuery(query)}` })),
    disputes: async (query) =>
      parseDisputes(await send({ method: "GET", path: `/merchant/disputes?${pageQuery(query)}` })),
    dispute: async (id) =>
      parseDispute(await send({ method: "GET", path: `/merchant/disputes/${encodeURIComponent(id)}` })),
    sendEvidence: async (id, texts, key) =>
      parseDispute(
        await send({
          method: "POST",
          path: `/merchant/disputes/${encodeURIComponent(id)}/evidence`,
          key,
          body: { texts, submit: true },
        }),
      ),
    instruments: async (holder) => parseStoredCards(await send({ method: "GET", path: instrumentsOf(holder) })),
    deleteInstrument: async (holder, id) => {
      const path = `${instrumentsOf(holder)}/${encodeURIComponent(id)}`;
      await send({ method: "DELETE", path, key: `forget:${id}` });
    },
    read: (id) => readAnswer(id, { method: "GET" }),
    authorize: ({ paymentMethod, ...charge }) =>
      paymentMethod.kind === "card" ? authorizeCard(charge, paymentMethod) : readAnswer(
        charge.executionId,
        { method: "POST", key: charge.key, body: authorizeBody(charge, paymentMethod) },
        "/authorize",
      ),
    operate: ({ kind, executionId, cents, key }) => {
      const body = kind === "cancel" ? {} : { amount: amountOf(cents) };
      return readAnswer(executionId, { method: "POST", key, body }, `/${kind}`);
    },
  };
}

/** When another request was faster, the answer is what became of the execution. */
export async function authorizeOrRead(api: PaymentsApi, charge: ServerCharge): Promise<Execution> {
  try {
    return await api.authorize(charge);
  } catch (error) {
    if (!(error instanceof PaymentsError) || !error.isFinal) throw error;
    const now = await api.read(charge.executionId);
    if (now.state === "open" || now.state === "failed") throw error;
    return now;
  }
}

function instrumentsOf(holder: string): string {
  return `/merchant/holders/${encodeURIComponent(holder)}/instruments`;
}

function pageQuery({ fromMs, toMs, cursor }: ListQuery): URLSearchParams {
  return new URLSearchParams({
    createdFrom: new Date(fromMs).toISOString(),
    createdBefore: new Date(toMs).toISOString(),
    limit: String(PAGE),
    ...(cursor === undefined ? {} : { cursor }),
  });
}

function amountOf(cents: number) {
  return { value: decimal(cents), currency: CURRENCY };
}

function initBody(order: Order, settings: SubscriptionsSettings) {
  const amount = amountOf(order.cents);
  return {
    type: order.type ?? "dropIn",
    workflowCode: settings.workflowCode,
    merchantReference: order.reference,
    holderReference: order.holderReference,
    amount,
    meta: {
      ...(order.capture === "manual" ? { capture: "manual" } : {}),
      order: {
        reference: order.reference,
        description: order.description,
        lines: [{ id: order.reference, name: order.description, quantity: 1, unitPrice: amount }],
      },
      clientContext: { origin: settings.publicOrigin },
    },
  };
}

function authorizeBody({ cents, isCustomerPresent }: Charge, paymentMethod: Exclude<PaymentMethod, RawCardMethod>) {
  const amount = amountOf(cents);
  const paying = paymentMethod.kind === "stored"
    ? { paymentInstrumentId: paymentMethod.id }
    : { paymentInstrumentData: { paymentToken: paymentMethod.token }, storeInstrument: true };
  return {
    amount,
    paymentComposition: [{ ...paying, paymentMethodCode: paymentMethod.code, integrationType: "api", amount }],
    meta: { CIT: isCustomerPresent },
  };
}

/** One call with its token, retried with the same key while the provider gives no proper answer. */
function createSend(deps: ApiDeps): (call: Call) => Promise<unknown> {
  const token = createToken(deps);
  const attempt = async (call: Call, isFresh: boolean): Promise<Response> => {
    const bearer = call.session?.token ?? await token(isFresh);
    const headers = new Headers({ authorization: `Bearer ${bearer}`, accept: "application/json" });
    if (call.session !== undefined) headers.set("x-client-ip", call.session.ip);
    if (call.key !== undefined) headers.set("x-idempotency-key", call.key);
    if (call.body !== undefined) headers.set("content-type", "application/json");
    const body = call.body === undefined ? {} : { body: JSON.stringify(call.body) };
    return await deps.payments(new Request(`http://payments${call.path}`, { method: call.method, headers, ...body }));
  };
  return async (call) => {
    let cause: unknown;
    const untilMs = deps.clock.now() + RETRY_WITHIN_MS;
    for (const waitMs of [...CALL_RETRY_MS, undefined]) {
      try {
        const first = await attempt(call, false);
        const answer = first.status === 401 && call.session === undefined ? await attempt(call, true) : first;
        if (answer.ok) return answer.status === 204 ? {} : await answer.json();
        const body = await answer.text();
        cause = body;
        if (!mayChange(answer.status, body)) {
          throw new PaymentsError(`The payments service refused ${call.path}: ${answer.status}`, true, { cause });
        }
      } catch (error) {
        if (error instanceof PaymentsError) throw error;
        cause = error;
      }
      if (waitMs === undefined || deps.clock.now() >= untilMs) break;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
    throw new PaymentsError(`The payments service does not answer ${call.path}`, false, { cause });
  };
}

/** A busy or unavailable service recovers; any other refusal would only repeat. */
function mayChange(status: number, body: string): boolean {
  return status >= 500 || status === 429 || (status === 409 && /"(key-in-flight|execution-busy)"/.test(body));
}

/** The access token, fetched once for all calls and kept until shortly before it expires. */
function createToken({ payments, clock, settings }: ApiDeps): (isFresh: boolean) => Promise<string> {
  let held: { readonly token: Promise<string>; untilMs: number } | undefined;
  const fetchToken = async (holder: { untilMs: number }): Promise<string> => {
    const answer = await payments(
      new Request(`http://payments/auth/token/${encodeURIComponent(settings.clientId)}`, {
        method: "POST",
        headers: { "x-api-key": settings.clientSecret },
      }),
    );
    if (!answer.ok) throw new Error(`The payments service gave no token: ${answer.status}`);
    const { token, expiresInS } = parseToken(await answer.json());
    holder.untilMs = clock.now() + expiresInS * 1_000 - TOKEN_MARGIN_MS;
    return token;
  };
  return (isFresh) => {
    if (held !== undefined && !isFresh && clock.now() < held.untilMs) return held.token;
    const holder = { untilMs: Number.POSITIVE_INFINITY };
    const token = fetchToken(holder);
    const next = Object.assign(holder, { token });
    held = next;
    token.catch(() => {
      if (held === next) held = undefined;
    });
    return token;
  };
}

function parseToken(value: unknown): { readonly token: string; readonly expiresInS: number } {
  if (typeof value !== "object" || value === null || !("access_token" in value)) throw new TypeError("No access token");
  const expiresInS = "expires_in" in value ? Number(value.expires_in) : 0;
  return { token: String(value.access_token), expiresInS };
}

/** How long before their expiry access tokens are renewed. */
export const TOKEN_MARGIN_MS = 30_000;

/** Pauses between tries of one call, always with the same idempotency key. */
export const CALL_RETRY_MS: readonly number[] = [200, 400];

/**
 * From here on a failed call is not tried again: every try may wait for a database that does not answer, and the caller
 * waits for all of them. Shorter than the limit of one statement.
 */
const RETRY_WITHIN_MS = 1_500;
