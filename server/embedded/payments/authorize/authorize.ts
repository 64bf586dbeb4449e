/** Authorizes a payment, with at most one charge however often the request is repeated, duplicated or lost. */
import { detectBrand, networkOf } from "../../../../sdk/card/detect.ts";
import type { AuthorizeCall, BillingAddress } from "../acquirer/acquirer.ts";
import { networkGroupOf } from "../acquirer/dispute_reasons.ts";
import type { AuthorizeRequest } from "../context/bodies.ts";
import { MAX_ATTEMPTS } from "../context/constants.ts";
import { isRefusedChange, readExecution, stateChangeOf } from "../executions/executions.ts";
import { selfLink } from "../executions/execution_view.ts";
import { ApiError } from "../context/api_errors.ts";
import { type AuthorizeInput, type Payment, paymentOf } from "./requested_payment.ts";
import { authorizeKey } from "../db/ids.ts";
import { isSameMoney, readMoney } from "../context/money.ts";
import { isRegistered } from "../context/origins.ts";
import { currentRequestId } from "../../../platform/telemetry/request_scope.ts";
import type { PaymentContext } from "../context/context.ts";
import { claimTransient } from "../instruments/transient.ts";
import { shownDigits } from "../instruments/shown_digits.ts";
import { reconcile } from "../reconcile/reconcile.ts";
import type { BegunIntent } from "../outcomes/apply_outcome.ts";
import { callAcquirer } from "../outcomes/call_acquirer.ts";
import { openIntent } from "../outcomes/open_intent.ts";
import type { ExecutionRow } from "../db/tables.ts";
import { writeWithWebhook } from "../webhooks/write_webhooks.ts";
import { useSeal } from "../vault/used_seals.ts";

type Item = AuthorizeRequest["paymentComposition"][number];

/**
 * Authorizes the execution and returns it with its outcome. Throws 409 when it cannot be paid now, 422 for another
 * amount or currency, 429 for a restricted card. An unknown outcome leaves the intent open and the execution in
 * `authorizing`.
 */
export async function authorize(context: PaymentContext, request: AuthorizeInput): Promise<ExecutionRow> {
  const { db, acquirer } = context;
  if (request.record.isRepeat && await isKnown(context, request.requestKey)) {
    return await reconcile(context, await readExecution(db, request.row.id));
  }
  const row = await reconcile(context, request.row);
  refuseUnlessPayable(context, row);
  const item = itemOf(row, request.body);
  const payment = await paymentOf(context, { row, side: request.side, item });
  const mustAuthenticate = await admit(request, payment);
  const begun = await begin(context, { row, request, payment });
  const call: AuthorizeCall = {
    key: begun.intent.key,
    amountMinor: row.amount_minor,
    currency: row.currency,
    captures: row.capture === "automatic",
    initiator: isMerchantInitiated(row, request) ? "merchant" : "customer",
    mustAuthenticate,
    paymentMethod: payment.paymentMethod,
    installments: partsOf(item),
    billingAddress: billingAddressOf(item),
  };
  return await callAcquirer(context, begun, () => acquirer.authorize(call));
}

async function admit({ screening }: AuthorizeInput, { paymentMethod, isKnownCard = false }: Payment): Promise<boolean> {
  return paymentMethod.kind === "card" && screening !== undefined &&
    await screening.admit(paymentMethod.number, !isKnownCard);
}

/** True when an earlier process began this request and died before it stored the answer. */
export async function isKnown({ db }: PaymentContext, requestKey: string): Promise<boolean> {
  return await db.selectFrom("pay_intents").select("key").where("request_key", "=", requestKey).executeTakeFirst() !==
    undefined;
}

function refuseUnlessPayable({ settings }: PaymentContext, row: ExecutionRow): void {
  const links = { execution: selfLink(settings, row.id) };
  switch (row.state) {
    case "created":
    case "declined":
      if (row.attempts >= MAX_ATTEMPTS) throw new ApiError("attempts-exhausted", { links });
      return;
    case "authorizing":
      throw new ApiError("execution-busy", { links });
    case "pending":
      throw new ApiError("execution-waiting", { links });
    case "cancelling":
    case "cancelled":
      throw new ApiError("execution-closed", { links });
    default:
      throw new ApiError("execution-paid", { links });
  }
}

function itemOf(row: ExecutionRow, { amount, paymentComposition }: AuthorizeRequest): Item {
  const due = { minor: row.amount_minor, currency: row.currency };
  const [item, ...others] = paymentComposition;
  if (item === undefined || others.length > 0) throw new ApiError("composition-invalid");
  const sums = [amount, ...(item.amount === undefined ? [] : [item.amount])];
  if (!sums.every((sum) => isSameMoney(readMoney(sum), due))) throw new ApiError("amount-mismatch");
  return item;
}

/** One part is a payment at once, which has no installments. */
function partsOf({ installments }: Item): number | undefined {
  return installments?.count === 1 ? undefined : installments?.count;
}

function billingAddressOf({ paymentInstrumentData }: Item): BillingAddress | undefined {
  const address = paymentInstrumentData?.billingAddress;
  return address && { country: address.country?.code, postalCode: address.postalCode };
}

/** `meta.CIT: false`, in the request or in init, charges without the shopper. */
function isMerchantInitiated(row: ExecutionRow, { side, body }: AuthorizeInput): boolean {
  const meta: unknown = JSON.parse(row.meta);
  const stored = typeof meta === "object" && meta !== null && "CIT" in meta ? meta.CIT : undefined;
  return side === "merchant" && (body.meta?.CIT ?? stored) === false;
}

/** The paying card, for merchants, and its network group, for counts of sales and disputes. */
function cardColumns({ paymentMethod }: Payment): Pick<ExecutionRow, "network" | "card_network" | "card_suffix"> {
  if (paymentMethod.kind !== "card") return { network: null, card_network: null, card_suffix: null };
  const { number, preferredScheme } = paymentMethod;
  const network = networkOf(detectBrand(number));
  return {
    network: networkGroupOf(preferredScheme ?? network),
    card_network: network ?? null,
    card_suffix: shownDigits(number).suffix,
  };
}

/**
 * Where the issuer page returns the shopper. A page's token names pages of its merchant or of this service only: a link
 * to the issuer page would lead anywhere otherwise.
 */
function returnPagesOf(
  { settings }: PaymentContext,
  { client_id }: ExecutionRow,
  { side, body: { returnInfo } }: AuthorizeInput,
): string | null {
  if (returnInfo === undefined) return null;
  const registry = settings.merchantOrigins.filter(({ clientId }) => clientId === client_id);
  const isAllowed = (address: string) =>
    address.startsWith(`${settings.apiBase}/`) ||
    (URL.canParse(address) && isRegistered(registry, new URL(address).origin));
  const pages = Object.entries(returnInfo).filter(([, address = ""]) => side === "merchant" || isAllowed(address));
  return JSON.stringify(Object.fromEntries(pages));
}

interface NewAuthorization {
  readonly row: ExecutionRow;
  readonly request: AuthorizeInput;
  readonly payment: Payment;
}

/** Commits intent, used seal and state together. Only then is the acquirer called. */
async function begin(context: PaymentContext, { row, request, payment }: NewAuthorization): Promise<BegunIntent> {
  const { db, clock, settings } = context;
  const nowMs = clock.now();
  const [item] = request.body.paymentComposition;
  const { paymentMethod, instrumentId, storing, sealHash } = payment;
  const preferredScheme = (paymentMethod.kind === "card" ? paymentMethod.preferredScheme : undefined) ?? null;
  const intent = openIntent(context, nowMs, {
    key: authorizeKey(row, request.side),
    execution_id: row.id,
    kind: "authorize",
    amount_minor: row.amount_minor,
    instrument_id: instrumentId ?? storing?.id ?? null,
    method: item?.paymentMethodCode ?? null,
    preferred_scheme: preferredScheme,
    stores: item?.storeInstrument === true ? 1 : 0,
    request_key: request.requestKey,
  });
  try {
    const moved = await db.transaction().execute(async (trx) => {
      const changes = {
        attempts: row.attempts + 1,
        return_info: returnPagesOf(context, row, request),
        instrument_id: null,
        preferred_scheme: preferredScheme,
        ...cardColumns(payment),
      };
      const options = { nowMs, changes, installments: item && partsOf(item) };
      const move = stateChangeOf({ row, event: "authorize_requested" }, options);
      await request.record.take(trx);
      await writeWithWebhook(context, trx, move);
      if (sealHash !== undefined) {
        await useSeal(trx, { hash: sealHash, executionId: row.id, purpose: "authorize", nowMs });
      }
      if (payment.isForOnePayment === true && instrumentId !== undefined) {
        await claimTransient(trx, { id: instrumentId, executionId: row.id, nowMs });
      }
      if (storing !== undefined) {
        await trx.insertInto("pay_instruments").values({ ...storing, paying_execution_id: row.id }).execute();
      }
      await trx.insertInto("pay_intents").values({ ...intent, request_id: currentRequestId() }).execute();
      return move.after;
    });
    return { intent, row: moved, record: request.record, storing };
  } catch (error) {
    if (!isRefusedChange(error)) throw error;
    throw new ApiError("execution-busy", { links: { execution: selfLink(settings, row.id) }, cause: error });
  }
}
