/** Create calls that bring their payment method: a wallet's token, a raw card, or the member's stored instrument. */
import { fail } from "../../../platform/http/answer.ts";
import { findPlan, isRecurring } from "../../../wire/billing/plans.ts";
import type { CreateAnswer, RawCard } from "../../../wire/billing/purchase.ts";
import { type Buyer, writeBuyer } from "./buyer.ts";
import { cancelCheckout } from "./cancel_checkout.ts";
import { isStoppedByDispute } from "../disputes/apply_dispute.ts";
import { type ConsentRow, findConsent } from "../consents/consents.ts";
import type { CheckoutRow } from "../db/tables.ts";
import { completePurchase, finished, orRefused } from "./create.ts";
import { type Problem, refused } from "../context/refusals.ts";
import { COMPLETE_AFTER_MS } from "../context/constants.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { planNameOf } from "../context/offered_plans.ts";
import type { Execution, PreparedSession } from "../payments_client/execution.ts";
import { authorizeOrRead, type PaymentMethod } from "../payments_client/payments_api.ts";
import { PaymentsError } from "../payments_client/send.ts";
import { findDuplicatePurchase } from "./duplicate_purchase.ts";
import { refusal } from "../../../wire/site/refusal.ts";
import { sha256Hex } from "../../../platform/crypto/secrets.ts";

export interface PurchaseRequest {
  readonly planId: string;
  readonly buyer: Buyer;
  /** The payment method for this execution; undefined when there is none. */
  readonly pay: (checkout: CheckoutRow, consent: ConsentRow) => Promise<AuthorizedPayment | undefined>;
}

interface AuthorizedPayment {
  readonly paymentMethod: PaymentMethod;
  /** Idempotency key: the same click learns how its first attempt ended. */
  readonly key: string;
}

/** Checks, consent and prices are those of the card form. Only the authorization differs. */
export async function createByPaymentMethod(
  context: SubscriptionContext,
  requester: { readonly checkout: string },
  request: PurchaseRequest,
): Promise<CreateAnswer> {
  const checkout = await checkoutOf(context, requester, request.planId);
  return await context.singleFlight(
    `create ${checkout.execution_id}`,
    () => payAndComplete(context, checkout, request),
  );
}

/** The newest checkout of this browser for this plan, even a finished one: a repeat gets its answer. */
async function checkoutOf(
  { db }: SubscriptionContext,
  { checkout }: { readonly checkout: string },
  planId: string,
): Promise<CheckoutRow> {
  const plan = findPlan(planId);
  if (plan === undefined) fail(400, refusal("plan_unknown"));
  if (!isRecurring(plan)) fail(400, "This product is an add-on: it is bought together with a plan");
  const row = checkout === "" ? undefined : await db.selectFrom("subs_checkouts").selectAll()
    .where("checkout_hash", "=", checkout).where("plan_id", "=", plan.id)
    .where("state", "in", ["open", "completing", "done"]).orderBy("created_ms", "desc").executeTakeFirst();
  return row ?? fail(403, refusal("no_checkout_for_plan"));
}

async function payAndComplete(
  context: SubscriptionContext,
  checkout: CheckoutRow,
  { buyer, pay }: PurchaseRequest,
): Promise<CreateAnswer> {
  const done = await finished(context, checkout.execution_id);
  if (done !== undefined) return done;
  return await orRefused(context, async () => {
    const refusal = await authorize(context, checkout, { buyer, pay });
    if (refusal !== "") return await finished(context, checkout.execution_id, refusal) ?? refused(refusal);
    const execution = await context.api.read(checkout.execution_id);
    // The next attempt may use another card and belong to another person.
    if (execution.state === "failed") await removeBuyer(context, checkout.execution_id);
    const instrument = { executionId: execution.id, paymentInstrumentId: execution.paymentInstrumentId };
    const answer = await completePurchase(context, { checkout, instrument, buyer });
    return answer.code === "payment_pending" && execution.needsShopper
      ? { ...refused("needs_approval"), approval: await openChallenge(context, checkout, execution) }
      : answer;
  });
}

/** The checkout's session with a fresh token, in which a page opens the issuer's challenge. */
async function openChallenge(
  { api, settings }: SubscriptionContext,
  { plan_id, holder_reference, cents }: CheckoutRow,
  { reference }: Execution,
): Promise<PreparedSession["session"]> {
  const { session } = await api.init({
    reference,
    description: planNameOf(plan_id, settings),
    holderReference: holder_reference,
    cents,
    capture: "manual",
    key: reference,
  });
  return session;
}

/**
 * Returns what is wrong. The issuer's decision is read from the execution and the row afterwards.
 */
async function authorize(
  context: SubscriptionContext,
  checkout: CheckoutRow,
  { buyer, pay }: Pick<PurchaseRequest, "buyer" | "pay">,
): Promise<Problem> {
  const { db, api, clock } = context;
  const executionId = checkout.execution_id;
  const consent = await findConsent(db, checkout);
  if (consent === undefined) return "no_consent";
  const { state } = await api.read(executionId);
  if (state !== "open" && state !== "failed") return "";
  const duplicate = await findDuplicatePurchase(db, { row: checkout }, buyer);
  if (duplicate === "bought_already") await cancelCheckout(context, executionId, "voided");
  if (duplicate !== "") return duplicate;
  const paying = await pay(checkout, consent);
  if (paying === undefined) return "no_instrument";
  const { paymentMethod, key } = paying;
  // A raw card has no key that its repeat finds. Until a call has told how the attempt ended, its buyer is stored.
  if (paymentMethod.kind === "card" && state === "failed" && checkout.buyer_json !== "") return "";
  // If this server dies now, recovery completes the purchase for this person.
  const nextMs = clock.now() + COMPLETE_AFTER_MS;
  const stored = await db.updateTable("subs_checkouts").set({ buyer_json: writeBuyer(buyer), next_ms: nextMs })
    .where("execution_id", "=", executionId).where("state", "=", "open").executeTakeFirst();
  // Cancelled or paid in the meantime; the row says which.
  if (stored.numUpdatedRows === 0n) return "";
  try {
    await authorizeOrRead(api, { executionId, paymentMethod, cents: checkout.cents, isCustomerPresent: true, key });
  } catch (error) {
    // Nothing was attempted, and the outcome of the attempt before has been told.
    if (state === "failed" && error instanceof PaymentsError && error.isFinal) await removeBuyer(context, executionId);
    throw error;
  }
  return "";
}

async function removeBuyer({ db }: SubscriptionContext, executionId: string): Promise<void> {
  await db.updateTable("subs_checkouts").set({ buyer_json: "" }).where("execution_id", "=", executionId)
    .where("state", "=", "open").execute();
}

/** Pays with the token of a wallet's sheet. Another token is another attempt. */
export function byWallet(token: string): PurchaseRequest["pay"] {
  const key = sha256Hex(token).slice(0, 32);
  return ({ execution_id }) =>
    Promise.resolve({
      paymentMethod: { kind: "wallet", code: "applePay", token },
      key: `wallet-${execution_id}-${key}`,
    });
}

/** Pays with a raw card, which the key does not contain: {@link authorize} sees what is a repeat. */
export function byCard({ settings }: SubscriptionContext, card: RawCard, ip: string): PurchaseRequest["pay"] {
  return ({ execution_id, plan_id, cents, holder_reference }) => {
    const order = {
      description: planNameOf(plan_id, settings),
      holderReference: holder_reference,
      cents,
      capture: "manual",
    } as const;
    return Promise.resolve({
      paymentMethod: { kind: "card", card, ip, order },
      key: `card-${execution_id}-${crypto.randomUUID()}`,
    });
  };
}

/**
 * Pays with the instrument of the member's latest purchase, unless a dispute stopped it: that card may not be the
 * member's. Each consent is one attempt.
 */
export function byStored({ db }: SubscriptionContext, uid: string): PurchaseRequest["pay"] {
  return async ({ execution_id, holder_reference }, consent) => {
    const last = await db.selectFrom("subs_subscriptions").selectAll()
      .where("user_id", "=", uid).where("holder_reference", "=", holder_reference)
      .orderBy("started_ms", "desc").executeTakeFirst();
    if (last === undefined || await isStoppedByDispute(db, last)) return undefined;
    return {
      paymentMethod: { kind: "stored", code: last.payment_method, id: last.payment_instrument_id },
      key: `stored-${execution_id}-${consent.id}`,
    };
  };
}
