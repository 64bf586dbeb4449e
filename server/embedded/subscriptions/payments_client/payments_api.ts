/** The merchant API of the payments service, as the subscriptions service calls it. */
import type { ComparedTime } from "../../../db/differences.ts";
import { CURRENCY, decimal } from "../../../wire/billing/plans.ts";
import type { RawCard } from "../../../wire/billing/purchase.ts";
import type { SubscriptionsSettings } from "../settings.ts";
import { type Execution, parseExecution, parseInit, type PreparedSession } from "./execution.ts";
import { type Dispute, type DisputesPage, parseDispute, parseDisputes } from "./listed_dispute.ts";
import { parseStoredCards, type StoredCard } from "./stored_card.ts";
import { type ListedPage, parseList } from "./listed_execution.ts";
import { cardBody, parseCardSession, sealCard } from "./raw_card.ts";
import type { OperationKind } from "../db/tables.ts";
import { type ApiPorts, type Call, createSend, PaymentsError } from "./send.ts";

/** Executions of one page of a list; the merchant API allows no more. */
const PAGE = 100;

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

export interface Evidence {
  readonly texts: Readonly<Record<string, string>>;
  /** False: kept, and sent with the answer. */
  readonly isSent: boolean;
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
  /** One page of the executions of this period, newest first. */
  list(query: ListQuery): Promise<ListedPage>;
  /** One page of the disputes opened or changed in this time, newest first. */
  disputes(query: ListQuery): Promise<DisputesPage>;
  /** Erases the evidence of a dispute: at once when it is over, otherwise when it ends. */
  eraseEvidence(id: string): Promise<void>;
  /** The disputes of a holder's executions, newest first. */
  disputesOf(holderReference: string): Promise<readonly Dispute[]>;
  dispute(id: string): Promise<Dispute>;
  /** Gives evidence once for each key: sent to the issuer, or kept with the dispute until a person answers it. */
  giveEvidence(id: string, evidence: Evidence): Promise<Dispute>;
  /** The stored instruments of a holder, by id. */
  instruments(holderReference: string): Promise<readonly StoredCard[]>;
  /** Erases a stored instrument of this holder. */
  deleteInstrument(holderReference: string, id: string): Promise<void>;
  /** Erases what pages collected beside this holder's cards. */
  eraseRecords(holderReference: string): Promise<void>;
}

export interface ListQuery extends ComparedTime {
  /** `next` of the previous page. */
  readonly cursor?: string | undefined;
}

/** Creates the client. Its methods reject with a {@link PaymentsError} when the service refuses or does not answer. */
export function createPaymentsApi(ports: ApiPorts): PaymentsApi {
  const { settings } = ports;
  const send = createSend(ports);
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
    const bound = { ...vault, execution: id, holderReference: order.holderReference, nowMs: ports.clock.now() };
    const body = cardBody(amountOf(cents), await sealCard(card, bound));
    const path = `/client/executions/${encodeURIComponent(id)}/authorize`;
    return await ownAnswer(id, { method: "POST", path, key, body, session: { token, ip } });
  };
  return {
    init,
    list: async (query) =>
      parseList(await send({ method: "GET", path: `/merchant/executions?${pageQuery("moved", query)}` })),
    disputes: async (query) =>
      parseDisputes(await send({ method: "GET", path: `/merchant/disputes?${pageQuery("changed", query)}` })),
    disputesOf: async (holderReference) => {
      const found: Dispute[] = [];
      const query = new URLSearchParams({ holderReference, limit: String(PAGE) });
      while (true) {
        const page = parseDisputes(await send({ method: "GET", path: `/merchant/disputes?${query}` }));
        found.push(...page.disputes);
        if (page.next === undefined) return found;
        query.set("cursor", page.next);
      }
    },
    dispute: async (id) =>
      parseDispute(await send({ method: "GET", path: `/merchant/disputes/${encodeURIComponent(id)}` })),
    giveEvidence: async (id, { texts, isSent, key }) =>
      parseDispute(
        await send({
          method: "POST",
          path: `/merchant/disputes/${encodeURIComponent(id)}/evidence`,
          key,
          body: { texts, submit: isSent },
        }),
      ),
    eraseEvidence: async (id) => {
      const path = `/merchant/disputes/${encodeURIComponent(id)}/evidence`;
      await send({ method: "DELETE", path, key: `forget-evidence:${id}` });
    },
    instruments: async (holder) =>
      parseStoredCards(await send({ method: "GET", path: holderPath(holder, "instruments") })),
    deleteInstrument: async (holder, id) => {
      const path = `${holderPath(holder, "instruments")}/${encodeURIComponent(id)}`;
      await send({ method: "DELETE", path, key: `forget:${id}` });
    },
    eraseRecords: async (holder) => {
      // A new key, since the holder may have other records at the next erasure.
      await send({
        method: "DELETE",
        path: holderPath(holder, "records"),
        key: `forget-records:${crypto.randomUUID()}`,
      });
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

function holderPath(holder: string, what: "instruments" | "records"): string {
  return `/merchant/holders/${encodeURIComponent(holder)}/${what}`;
}

function pageQuery(move: "moved" | "changed", { by, fromMs, toMs, cursor }: ListQuery): URLSearchParams {
  const what = by === "creation" ? "created" : move;
  return new URLSearchParams({
    [`${what}From`]: new Date(fromMs).toISOString(),
    [`${what}Before`]: new Date(toMs).toISOString(),
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
