/**
 * GET /init/session: creates an execution of today's amount for one browser and one plan, and returns its
 * configuration.
 */
import { currentRequestId } from "../../../platform/telemetry/request_scope.ts";
import { fail } from "../../../platform/http/answer.ts";
import { findPlan, isRecurring, todayCents } from "../../../wire/billing/plans.ts";
import type { Requester } from "../context/requester.ts";
import { cancelCheckout } from "./cancel_checkout.ts";
import { COMPLETE_AFTER_MS } from "../context/constants.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { PaymentsError } from "../payments_client/send.ts";
import type { PreparedSession } from "../payments_client/execution.ts";
import { newId } from "../db/ids.ts";
import { refusal } from "../../../wire/site/refusal.ts";

/** Answers with the merchant API's `{version, data}` unchanged. */
export async function startCheckout(
  context: SubscriptionContext,
  { checkout, isNewCheckout = false, member }: Pick<Requester, "checkout" | "isNewCheckout" | "member">,
  planId: string,
): Promise<PreparedSession["session"]> {
  if (checkout === "") fail(403, refusal("no_checkout_cookie"));
  const plan = findPlan(planId);
  if (plan === undefined) fail(400, refusal("plan_unknown"));
  if (!isRecurring(plan)) fail(400, "This product is an add-on: it is bought together with a plan");
  const { db, api, clock } = context;
  const open = isNewCheckout ? [] : await openCheckouts(context, checkout);
  const reference = newId("order");
  const holderReference = await holderOf(context, member) ?? await emptyHolder(context, open[0]) ??
    newId("holder");
  const cents = todayCents(plan);
  const order = {
    reference,
    description: plan.name_full,
    holderReference,
    cents,
    capture: "manual",
    key: reference,
  } as const;
  const { executionId, session } = await api.init(order);
  const nowMs = clock.now();
  await db.insertInto("subs_checkouts").values({
    execution_id: executionId,
    checkout_hash: checkout,
    plan_id: plan.id,
    cents,
    holder_reference: holderReference,
    state: "open",
    subscription_id: null,
    created_ms: nowMs,
    changed_ms: nowMs,
    next_ms: nowMs + COMPLETE_AFTER_MS,
    request_id: currentRequestId(),
  }).execute();
  const others = open.filter((row) => row.plan_id !== plan.id);
  context.runInBackground(
    "checkout.others-not-cancelled",
    Promise.all(others.map((row) => cancelCheckout(context, row.execution_id))),
  );
  return session;
}

/** Of one browser, the newest first. */
async function openCheckouts({ db }: SubscriptionContext, checkout: string) {
  return await db.selectFrom("subs_checkouts").select(["execution_id", "plan_id", "holder_reference"])
    .where("checkout_hash", "=", checkout).where("state", "=", "open").orderBy("created_ms", "desc").execute();
}

/** The holder of the attempt before, unless a card is stored: another person may use this browser now. */
async function emptyHolder(
  { api }: SubscriptionContext,
  before: { readonly holder_reference: string } | undefined,
): Promise<string | undefined> {
  if (before === undefined) return undefined;
  try {
    return (await api.instruments(before.holder_reference)).length === 0 ? before.holder_reference : undefined;
  } catch (error) {
    // A provider without the call may have stored one.
    if (error instanceof PaymentsError && error.isFinal) return undefined;
    throw error;
  }
}

/** A member pays as the holder of their stored instrument. */
async function holderOf({ db }: SubscriptionContext, member: Requester["member"]): Promise<string | undefined> {
  const last = member === undefined ? undefined : await db.selectFrom("subs_subscriptions").select("holder_reference")
    .where("user_id", "=", member.uid).orderBy("started_ms", "desc").executeTakeFirst();
  return last?.holder_reference;
}
