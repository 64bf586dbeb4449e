/** Authorize: from a request to pay to money held, with at most one charge whatever is repeated, doubled or lost. */
import type { AuthorizeCall, Means } from "./acquirer/acquirer.ts";
import type { AuthorizeRequest } from "./bodies.ts";
import type { Recording } from "./claim.ts";
import { MAX_ATTEMPTS } from "./constants.ts";
import { sha256 } from "./digest.ts";
import { readExecution, StateConflict, type Trx } from "./executions.ts";
import { selfLink } from "./execution_view.ts";
import { checkScheme } from "./bins.ts";
import { Fault } from "./faults.ts";
import { methodsOf } from "./init.ts";
import { blankInstrument, findInstrument, newCardInstrument, ownerOf, readStoredCard } from "./instruments.ts";
import { isSameMoney, readMoney } from "./money.ts";
import { findMethod } from "./options.ts";
import type { Service } from "./service.ts";
import { refresh } from "./refresh.ts";
import { type Begun, carryOut } from "./settle.ts";
import type { ExecutionRow, InstrumentRow, IntentRow } from "./tables.ts";
import { moveAndTell } from "./webhooks.ts";
import { type Card, checkCard, openCode, openSealed } from "./vault/open_sealed.ts";

export interface AuthorizeAsk {
  readonly row: ExecutionRow;
  readonly body: AuthorizeRequest;
  /** From the shopper's page, or from the merchant's server, which never holds a card number. */
  readonly side: "client" | "merchant";
  /** Names the request for its repeat. */
  readonly requestKey: string;
  readonly record: Recording;
}

/** What pays, and what has to be written with the intent. */
interface Payment {
  readonly means: Means;
  /** Stored instrument that pays. */
  readonly instrumentId?: string;
  /** Instrument to be stored with the approval. */
  readonly storing?: InstrumentRow;
  readonly sealHash?: string;
}

type Item = AuthorizeRequest["paymentComposition"][number];

export async function authorize(service: Service, ask: AuthorizeAsk): Promise<ExecutionRow> {
  const { db, acquirer } = service;
  if (ask.record.isRepeat && await isKnown(service, ask.requestKey)) {
    return await refresh(service, await readExecution(db, ask.row.id));
  }
  const row = await refresh(service, ask.row);
  refuseUnlessPayable(service, row);
  const payment = await paymentOf(service, { row, ask, item: itemOf(row, ask.body) });
  const begun = await begin(service, { row, ask, payment });
  const call: AuthorizeCall = {
    key: begun.intent.key,
    amountMinor: row.amount_minor,
    currency: row.currency,
    captures: row.capture === "automatic",
    initiator: isRenewal(row, ask) ? "merchant" : "customer",
    means: payment.means,
  };
  return await carryOut(service, begun, () => acquirer.authorize(call));
}

/** The same request came before: a repeat after a crash, whose first answer was never stored. */
export async function isKnown({ db }: Service, requestKey: string): Promise<boolean> {
  return await db.selectFrom("pay_intents").select("key").where("request_key", "=", requestKey).executeTakeFirst() !==
    undefined;
}

function refuseUnlessPayable({ settings }: Service, row: ExecutionRow): void {
  const links = { execution: selfLink(settings, row.id) };
  switch (row.state) {
    case "created":
    case "declined":
      if (row.attempts >= MAX_ATTEMPTS) throw new Fault("attempts-exhausted", { links });
      return;
    case "authorizing":
      throw new Fault("execution-busy", { links });
    case "pending":
      throw new Fault("execution-waiting", { links });
    case "cancelling":
    case "cancelled":
      throw new Fault("execution-closed", { links });
    default:
      throw new Fault("execution-paid", { links });
  }
}

function itemOf(row: ExecutionRow, { amount, paymentComposition }: AuthorizeRequest): Item {
  const due = { minor: row.amount_minor, currency: row.currency };
  const [item, ...others] = paymentComposition;
  if (item === undefined || others.length > 0) throw new Fault("composition-invalid");
  const sums = [amount, ...(item.amount === undefined ? [] : [item.amount])];
  if (!sums.every((sum) => isSameMoney(readMoney(sum), due))) throw new Fault("amount-mismatch");
  return item;
}

/** `meta.CIT: false`, in the request or with the execution, is a charge without the shopper. */
function isRenewal(row: ExecutionRow, { side, body }: AuthorizeAsk): boolean {
  const meta: unknown = JSON.parse(row.meta);
  const stored = typeof meta === "object" && meta !== null && "CIT" in meta ? meta.CIT : undefined;
  return side === "merchant" && (body.meta?.CIT ?? stored) === false;
}

interface Paying {
  readonly row: ExecutionRow;
  readonly ask: AuthorizeAsk;
  readonly item: Item;
}

async function paymentOf(service: Service, { row, ask, item }: Paying): Promise<Payment> {
  const { paymentInstrumentId } = item;
  if (paymentInstrumentId !== undefined) return await storedPayment(service, { row, item, id: paymentInstrumentId });
  const method = methodsOf(row).includes(item.paymentMethodCode) ? findMethod(item.paymentMethodCode) : undefined;
  if (method === undefined) throw new Fault("composition-invalid");
  if (ask.side === "merchant" && !isWallet(method.code)) {
    throw new Fault("composition-invalid", {
      detail: "The merchant API charges stored instruments and wallets' tokens only.",
    });
  }
  if (method.code === "card") return await cardPayment(service, row, item);
  if (method.integrationType === "hpp") return { means: { kind: "hosted", method: method.code } };
  if (method.code === "payPal") {
    return { means: { kind: "account", method: method.code }, ...storing(service, row, item) };
  }
  const token = item.paymentInstrumentData?.paymentToken;
  if (token === undefined || token === "") {
    throw new Fault("composition-invalid", { detail: "The wallet's paymentToken is missing." });
  }
  return { means: { kind: "wallet", method: method.code, token }, ...storing(service, row, item) };
}

/** Wallets hand their token to the merchant's page, which may leave it to its server. */
function isWallet(code: string): boolean {
  return code === "applePay" || code === "googlePay";
}

function storing({ clock }: Service, row: ExecutionRow, item: Item): Pick<Payment, "storing"> {
  if (item.storeInstrument !== true) return {};
  const blank = blankInstrument(ownerOf(row), crypto.randomUUID(), clock.now());
  return { storing: { ...blank, payment_method: item.paymentMethodCode } };
}

interface Stored extends Pick<Paying, "row" | "item"> {
  readonly id: string;
}

async function storedPayment(service: Service, { row, item, id }: Stored): Promise<Payment> {
  const instrument = await findInstrument(service.db, ownerOf(row), id);
  if (instrument.status !== "enabled" && instrument.status !== "created" && instrument.status !== "transient") {
    throw new Fault("composition-invalid", { detail: "This stored instrument is switched off. Nothing was charged." });
  }
  if (instrument.payment_method !== "card") {
    const means = { kind: "wallet", method: instrument.payment_method, token: "" } as const;
    return { means, instrumentId: id };
  }
  const card = await readStoredCard(service, instrument);
  const { encryptedData: jwe, preferredScheme = instrument.preferred_scheme ?? undefined } =
    item.paymentInstrumentData ?? {};
  checkScheme(card.number, preferredScheme);
  const means = { kind: "card", ...card, ...(preferredScheme === undefined ? {} : { preferredScheme }) } as const;
  if (jwe === undefined) return { means, instrumentId: id };
  // The merchant's page asked for the security code again: it goes to the bank and is kept nowhere.
  const code = await openCode(service.keys, jwe, instrument.network);
  checkHolder(row, code);
  return {
    means: { ...means, securityCode: code.securityCode },
    instrumentId: id,
    sealHash: sha256(jwe),
  };
}

async function cardPayment(service: Service, row: ExecutionRow, item: Item): Promise<Payment> {
  const { keys, clock } = service;
  const { encryptedData: jwe = "", preferredScheme } = item.paymentInstrumentData ?? {};
  const sealed = await openSealed(keys, jwe);
  const card = checkCard(sealed, new Date(clock.now()));
  checkHolder(row, card);
  checkScheme(card.number, preferredScheme);
  return {
    means: { kind: "card", ...card, ...(preferredScheme === undefined ? {} : { preferredScheme }) },
    sealHash: sha256(jwe),
    ...(item.storeInstrument === true
      ? { storing: await newCardInstrument(service, { owner: ownerOf(row), card }, { preferredScheme }) }
      : {}),
  };
}

/** A card sealed for one holder cannot pay or be stored for another. */
export function checkHolder(row: ExecutionRow, card: Pick<Card, "holderReference">): void {
  if (card.holderReference !== undefined && card.holderReference !== row.holder_reference) {
    throw new Fault("seal-invalid");
  }
}

interface Beginning {
  readonly row: ExecutionRow;
  readonly ask: AuthorizeAsk;
  readonly payment: Payment;
}

/** Commits the intent, the used seal and the state together; only then is the acquirer called. */
async function begin(service: Service, { row, ask, payment }: Beginning): Promise<Begun> {
  const { db, clock, settings } = service;
  const nowMs = clock.now();
  const { storing, sealHash } = payment;
  const intent: IntentRow = {
    key: crypto.randomUUID(),
    execution_id: row.id,
    kind: "authorize",
    amount_minor: row.amount_minor,
    instrument_id: payment.instrumentId ?? storing?.id ?? null,
    method: ask.body.paymentComposition[0]?.paymentMethodCode ?? null,
    preferred_scheme: (payment.means.kind === "card" ? payment.means.preferredScheme : undefined) ?? null,
    stores: ask.body.paymentComposition[0]?.storeInstrument === true ? 1 : 0,
    request_key: ask.requestKey,
    is_open: 1,
    outcome: null,
    created_ms: nowMs,
    resolved_ms: null,
  };
  const { returnInfo } = ask.body;
  try {
    const moved = await db.transaction().execute(async (trx) => {
      await ask.record.take(trx);
      const changes = {
        attempts: row.attempts + 1,
        return_info: returnInfo === undefined ? null : JSON.stringify(returnInfo),
        instrument_id: null,
      };
      const begun = await moveAndTell(service, trx, { row, event: "authorize_asked", options: { nowMs, changes } });
      if (sealHash !== undefined) {
        await useSeal(trx, { hash: sealHash, executionId: row.id, purpose: "authorize", nowMs });
      }
      if (storing !== undefined) await trx.insertInto("pay_instruments").values(storing).execute();
      await trx.insertInto("pay_intents").values(intent).execute();
      return begun;
    });
    return { intent, row: moved, record: ask.record };
  } catch (error) {
    if (!(error instanceof StateConflict)) throw error;
    throw new Fault("execution-busy", { links: { execution: selfLink(settings, row.id) }, cause: error });
  }
}

interface Use {
  readonly hash: string;
  readonly executionId: string;
  readonly purpose: "authorize" | "save";
  readonly nowMs: number;
}

/** A sealed card is good for one request (SECURITY M4). */
export async function useSeal(trx: Trx, { hash, executionId, purpose, nowMs }: Use): Promise<void> {
  const row = { hash, execution_id: executionId, purpose, used_ms: nowMs };
  const { numInsertedOrUpdatedRows } = await trx.insertInto("pay_used_seals").values(row)
    .onConflict((on) => on.column("hash").doNothing()).executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw new Fault("seal-used");
}
