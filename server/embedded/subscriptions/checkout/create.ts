/** POST /subs/create-no-user with an instrument: turns an authorized, consented execution into a subscription, once. */
import { fail } from "../../../platform/http/answer.ts";
import { CURRENCY, findPlan } from "../../../wire/billing/plans.ts";
import type { CreateAnswer, CreateNoUser, Instrument } from "../../../wire/billing/purchase.ts";
import { type Purchase, writeBuyer } from "./buyer.ts";
import { cancelCheckout } from "./cancel_checkout.ts";
import { type ConsentRow, useConsent } from "../consents/consents.ts";
import { COMPLETE_AFTER_MS } from "../context/constants.ts";
import type { SubscriptionContext } from "../context/context.ts";
import type { Execution } from "../payments_client/execution.ts";
import { performOperation } from "../operations/operations.ts";
import { PaymentsError } from "../payments_client/send.ts";
import { declineCode } from "../context/decline_texts.ts";
import { type Problem, refused } from "../context/refusals.ts";
import { findDuplicatePurchase, waitForBrowser, waitForMember } from "./duplicate_purchase.ts";
import { writeSubscription } from "./write_subscription.ts";
import type { CheckoutRow } from "../db/tables.ts";
import { refusal } from "../../../wire/site/refusal.ts";
import type { SentenceCode } from "../../../wire/site/service_sentences.ts";

/** Completes the purchase of an authorized execution. A repeat gets the same answer. */
export async function createByInstrument(
  context: SubscriptionContext,
  requester: { readonly checkout: string },
  body: CreateNoUser & { readonly instrument: Instrument },
): Promise<CreateAnswer> {
  const { instrument } = body;
  const checkout = await context.db.selectFrom("subs_checkouts").selectAll()
    .where("execution_id", "=", instrument.executionId).executeTakeFirst();
  if (checkout === undefined || requester.checkout === "" || checkout.checkout_hash !== requester.checkout) {
    fail(403, refusal("not_your_checkout"));
  }
  if (checkout.plan_id !== body.plan_id) fail(400, refusal("payment_of_other_plan"));
  const purchase = { checkout, instrument, buyer: body };
  return await context.singleFlight(`create ${checkout.execution_id}`, () => completePurchase(context, purchase));
}

/** May run again at any time: every step is idempotent, and the last one is a compare-and-set. */
export async function completePurchase(context: SubscriptionContext, purchase: Purchase): Promise<CreateAnswer> {
  const { checkout, instrument } = purchase;
  const plan = findPlan(checkout.plan_id);
  if (plan === undefined) fail(400, refusal("plan_unknown"));
  // A row that was open when it was read may have ended since; the claim checks that.
  const done = checkout.state === "open" ? undefined : await finished(context, checkout.execution_id);
  if (done !== undefined) return done;
  return await orRefused(context, async () => {
    const execution = await context.api.read(checkout.execution_id);
    const problem = problemWith(execution, checkout, instrument);
    if (execution.state === "pending") await storeBuyer(context, purchase);
    if (problem !== "") return refused(problem);
    const claimed = await claim(context, purchase);
    if (claimed === "bought_already") await cancelCheckout(context, checkout.execution_id, "voided");
    if (typeof claimed === "string") return await finished(context, checkout.execution_id, claimed) ?? refused(claimed);
    if (!await capture(context, checkout, execution)) return refused("payment_not_captured");
    const id = await writeSubscription(context, purchase, { plan, consent: claimed });
    if (id !== undefined) return { id, subscription_id: id, error: "" };
    return await finished(context, checkout.execution_id) ?? refused("payment_unavailable");
  });
}

/** Turns a failure of the payments service into a refusal for the person. */
export async function orRefused(
  context: SubscriptionContext,
  work: () => Promise<CreateAnswer>,
): Promise<CreateAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    context.log.warn("purchase.unanswered", { error });
    if (!error.isFinal) return refused("payment_unavailable");
    return refused(error.concernsCard ? "payment_refused" : "payment_call_refused");
  }
}

/** The answer for an execution that was already used or cancelled. */
export async function finished(
  { db }: SubscriptionContext,
  executionId: string,
  givenUp: SentenceCode = "purchase_cancelled",
): Promise<CreateAnswer | undefined> {
  const row = await db.selectFrom("subs_checkouts").select(["state", "subscription_id"])
    .where("execution_id", "=", executionId).executeTakeFirstOrThrow();
  if (row.subscription_id !== null) return { id: row.subscription_id, subscription_id: row.subscription_id, error: "" };
  return row.state === "cancelled" || row.state === "voided" ? refused(givenUp) : undefined;
}

/** Stores the address, which is needed once the issuer has decided: the page promised an email. */
async function storeBuyer({ db }: SubscriptionContext, { checkout, buyer }: Purchase): Promise<void> {
  await db.updateTable("subs_checkouts").set({ buyer_json: writeBuyer(buyer) })
    .where("execution_id", "=", checkout.execution_id).where("state", "=", "open").execute();
}

function problemWith(execution: Execution, checkout: CheckoutRow, instrument: Instrument): Problem {
  switch (execution.state) {
    case "open":
      return "not_paid";
    case "pending":
      return "payment_pending";
    case "failed":
      return declineCode(execution.reason);
    case "cancelled":
      return "purchase_cancelled";
    case "successful": {
      const isRight = execution.cents === checkout.cents && execution.currency === CURRENCY &&
        execution.holderReference === checkout.holder_reference &&
        execution.paymentInstrumentId === instrument.paymentInstrumentId;
      return isRight ? "" : "payment_differs";
    }
  }
}

/**
 * From here on the execution cannot be cancelled in parallel, and its consent cannot be used for another. Returns the
 * consent, or what is wrong.
 */
async function claim(
  { db, clock }: SubscriptionContext,
  { checkout: row, buyer }: Purchase,
): Promise<ConsentRow | Exclude<Problem, "">> {
  const executionId = row.execution_id;
  try {
    return await db.transaction().execute(async (trx) => {
      await waitForMember(trx, buyer);
      const checkouts = await waitForBrowser(trx, row);
      const consent = await useConsent(trx, row);
      if (consent === undefined) throw new NotClaimed("no_consent");
      const duplicate = await findDuplicatePurchase(trx, { row, checkouts }, buyer);
      if (duplicate !== "") throw new NotClaimed(duplicate);
      const { numUpdatedRows } = await trx.updateTable("subs_checkouts").set({
        state: "completing",
        changed_ms: clock.now(),
        next_ms: clock.now() + COMPLETE_AFTER_MS,
        buyer_json: writeBuyer(buyer),
      })
        .where("execution_id", "=", executionId).where("state", "in", ["open", "completing"]).executeTakeFirst();
      if (numUpdatedRows === 0n) throw new NotClaimed("purchase_cancelled");
      return consent;
    });
  } catch (error) {
    if (error instanceof NotClaimed) return error.problem;
    throw error;
  }
}

/** Rolls the claim back, so that its consent can be used for another purchase. */
class NotClaimed extends Error {
  override readonly name = "NotClaimed";

  constructor(readonly problem: Exclude<Problem, "">) {
    super(problem);
  }
}

/**
 * A refused capture reopens the checkout: it may be retried, and is voided when the buyer does not return. An undecided
 * capture keeps it, since the money may still arrive.
 */
async function capture(context: SubscriptionContext, checkout: CheckoutRow, execution: Execution): Promise<boolean> {
  const { execution_id: executionId, cents } = checkout;
  // Every attempt to capture stores its buyer first.
  const isFirst = checkout.state === "open" && checkout.buyer_json === "";
  const end = await performOperation(context, { kind: "capture", executionId, cents, isFirst }, execution);
  if (end === "refused") {
    const nowMs = context.clock.now();
    await context.db.updateTable("subs_checkouts")
      .set({ state: "open", changed_ms: nowMs, next_ms: nowMs + COMPLETE_AFTER_MS })
      .where("execution_id", "=", executionId).where("state", "=", "completing").execute();
  }
  return end === "done";
}
