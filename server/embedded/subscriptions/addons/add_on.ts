/** POST /subs/create-no-user with a subscription_id: one click buys an add-on with the stored instrument, once. */
import { currentRequestId } from "../../../platform/telemetry/request_scope.ts";
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { fail } from "../../../platform/http/answer.ts";
import { findPlan, isRecurring, type Plan } from "../../../wire/billing/plans.ts";
import type { CreateAnswer, CreateNoUser } from "../../../wire/billing/purchase.ts";
import { isOwner, type Requester } from "../context/requester.ts";
import type { ChargeRow, SubscriptionRow } from "../db/tables.ts";
import type { ConsentRow } from "../consents/consents.ts";
import { ADD_ON_CONSENT_MAX_AGE_MS, SAME_CLICK_MS } from "../context/constants.ts";
import { type Problem, refused } from "../context/refusals.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { newId } from "../db/ids.ts";
import { renews } from "../db/statuses.ts";
import { isStoppedByDispute } from "../disputes/apply_dispute.ts";
import { lockPurchasesOfPerson } from "../db/lock_subscription.ts";
import { purchasesOfPerson } from "../db/same_person.ts";
import { completeAddOn } from "./complete_add_on.ts";
import { offeredPlan } from "../context/offered_plans.ts";
import { refusal } from "../../../wire/site/refusal.ts";
import type { SentenceCode } from "../../../wire/site/service_sentences.ts";

/** Charges an add-on and returns its subscription, or a sentence in `error` when nothing was charged. */
export async function createAddOn(
  context: SubscriptionContext,
  requester: Requester,
  body: CreateNoUser & { readonly subscription_id: string },
): Promise<CreateAnswer> {
  const found = findPlan(body.plan_id);
  if (found === undefined) fail(400, refusal("product_unknown"));
  if (isRecurring(found)) fail(400, "A plan is bought with the card form, not with subscription_id");
  const { db } = context;
  const subscription = await db.selectFrom("subs_subscriptions").selectAll().where("id", "=", body.subscription_id)
    .executeTakeFirst();
  if (subscription === undefined || !isOwner(requester, subscription)) fail(403, refusal("not_your_plan"));
  const plan = offeredPlan(found, context.settings);
  const consent = await readConsent(context, { id: body.consent_id, subscription, plan });
  const reservation = await reserve(context, { subscription, plan, consent });
  if (reservation.kind === "refused") return refused(reservation.code);
  return await context.singleFlight(
    `add-on ${reservation.charge.id}`,
    () => completeAddOn(context, reservation.charge, subscription),
  );
}

interface ConsentQuery {
  readonly id: string | undefined;
  readonly subscription: SubscriptionRow;
  readonly plan: Plan;
}

/**
 * The consent that the click names; otherwise the newest one to this product. A used one too, so that a repeated click
 * gets the answer of the charge that used it, and no second charge.
 */
async function readConsent(
  { db, clock }: SubscriptionContext,
  { id, subscription, plan }: ConsentQuery,
): Promise<ConsentRow> {
  const own = db.selectFrom("subs_consents").selectAll()
    .where("subscription_id", "=", subscription.id).where("plan_id", "=", plan.id);
  const wanted = id === undefined
    ? own.where("created_ms", ">=", clock.now() - ADD_ON_CONSENT_MAX_AGE_MS).orderBy("created_ms", "desc")
      .orderBy("id")
    : own.where("id", "=", id);
  const consent = await wanted.limit(1).executeTakeFirst();
  return consent ?? fail(400, "Send the consent_id of the price that was shown for this product");
}

interface AddOnRequest {
  readonly subscription: SubscriptionRow;
  readonly plan: Plan;
  readonly consent: ConsentRow;
}
type Reservation =
  | { readonly kind: "charge"; readonly charge: ChargeRow }
  | { readonly kind: "refused"; readonly code: SentenceCode };

/** Decides under a lock on the person's plans whether this click creates a charge or belongs to an existing one. */
async function reserve({ db, clock }: SubscriptionContext, request: AddOnRequest): Promise<Reservation> {
  const { subscription, consent, plan } = request;
  const nowMs = clock.now();
  return await db.transaction().execute(async (trx) => {
    await lockPurchasesOfPerson(trx, subscription.id);
    const existing = await findExistingCharge(trx, request, nowMs);
    if (existing !== undefined) return { kind: "charge", charge: existing };
    const problem = await refusalOf(trx, request, nowMs);
    if (problem !== "") return { kind: "refused", code: problem };
    const charge: ChargeRow = {
      id: newId("charge"),
      subscription_id: subscription.id,
      charge_key: await nextKey(trx, request),
      kind: "addon",
      plan_id: plan.id,
      cents: plan.sum_cents,
      state: "sending",
      attempt: 0,
      execution_id: "",
      consent_id: consent.id,
      error: "",
      request_id: currentRequestId(),
      created_ms: nowMs,
      settled_ms: null,
      receipt: "",
    };
    await trx.insertInto("subs_charges").values(charge).execute();
    await trx.updateTable("subs_consents").set({ used_by: charge.id }).where("id", "=", consent.id).execute();
    return { kind: "charge", charge };
  });
}

/**
 * Counts instead of naming the consent: after a restore from an older backup a member buys a lost add-on again with a
 * new consent, and the provider then finds that it is paid.
 */
async function nextKey(trx: Transaction<Database>, { subscription, plan }: AddOnRequest): Promise<string> {
  const { count } = await trx.selectFrom("subs_charges").select(({ fn }) => fn.countAll<number>().as("count"))
    .where("subscription_id", "=", subscription.id).where("kind", "=", "addon").where("plan_id", "=", plan.id)
    .executeTakeFirstOrThrow();
  return `addon:${plan.id}:${Number(count) + 1}`;
}

/** The charge of this consent, or that of an earlier click on the same product a moment ago. */
async function findExistingCharge(
  trx: Transaction<Database>,
  request: AddOnRequest,
  nowMs: number,
): Promise<ChargeRow | undefined> {
  const { subscription, consent, plan } = request;
  return await trx.selectFrom("subs_charges").selectAll().where("subscription_id", "=", subscription.id)
    .where((eb) =>
      eb.or([
        eb("consent_id", "=", consent.id),
        eb.and([eb("kind", "=", "addon"), eb("plan_id", "=", plan.id), eb("state", "=", "sending")]),
        eb.and([
          eb("kind", "=", "addon"),
          eb("plan_id", "=", plan.id),
          eb("state", "=", "succeeded"),
          eb("created_ms", ">", nowMs - SAME_CLICK_MS),
        ]),
      ])
    ).orderBy("created_ms", "desc").executeTakeFirst();
}

async function refusalOf(
  trx: Transaction<Database>,
  { subscription, plan, consent }: AddOnRequest,
  nowMs: number,
): Promise<Problem> {
  if (consent.created_ms < nowMs - ADD_ON_CONSENT_MAX_AGE_MS) return "consent_stale";
  // No dispute has stopped a plan that renews: its purchase needs no further statement.
  if (!renews(subscription.status) && await isStoppedByDispute(trx, subscription)) {
    return "card_disputed";
  }
  // What was bought with one plan opens for its member with every plan.
  const theirs = purchasesOfPerson(trx, subscription.id);
  const owned = await trx.selectFrom("subs_products").select("plan_id").where("subscription_id", "in", theirs)
    .where("until_ms", ">", nowMs).execute();
  if (covers(owned, plan)) return "owned_already";
  const moving = await trx.selectFrom("subs_charges").select("plan_id").where("subscription_id", "in", theirs)
    .where("kind", "=", "addon").where("state", "=", "sending").execute();
  return covers([...owned, ...moving], plan) ? "in_flight" : "";
}

/**
 * True when the other products already unlock everything this plan unlocks. Packs unlock nothing and are never covered.
 */
function covers(others: readonly { readonly plan_id: string }[], plan: Plan): boolean {
  const unlocked = new Set(others.flatMap(({ plan_id }) => findPlan(plan_id)?.unlocks ?? []));
  return plan.unlocks !== undefined && plan.unlocks.every((group) => unlocked.has(group));
}
