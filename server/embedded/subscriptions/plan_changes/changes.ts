/** Pause, resume and plan change: the server computes the price, shows it first, and stores what was agreed. */
import { currentRequestId } from "../../../platform/telemetry/request_scope.ts";
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";
import { createSharedLimits, type Limit } from "../../../db/rate_limits.ts";
import { fail } from "../../../platform/http/answer.ts";
import { findPlan, isRecurring, type Plan } from "../../../wire/billing/plans.ts";
import { CHANGE_CONSENT_VERSION, changeConsentText, keepsPlan } from "../../../wire/billing/consent_texts.ts";
import { addLength, addMonths, DAY_MS } from "../../../wire/billing/schedule.ts";
import type { Shown } from "../../../wire/billing/purchase.ts";
import type { AgreedChange, Change } from "../../../wire/billing/subscriptions.ts";
import { enqueueEmails } from "../../../outbox/outbox.ts";
import { planChangedEmail } from "../emails/plan_change_email.ts";
import { ownSubscription, type Requester } from "../context/requester.ts";
import type { ChargeRow, SubscriptionRow } from "../db/tables.ts";
import { isSame } from "../consents/consents.ts";
import { type ConsentRecord, knownText } from "../consents/known_text.ts";
import { LEASE_MS } from "../context/constants.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { runsBeside } from "../billing/dunning/bought_again.ts";
import { buysElsewhere, waitForMember } from "../checkout/duplicate_purchase.ts";
import { isStoppedByDispute } from "../disputes/apply_dispute.ts";
import { newId } from "../db/ids.ts";
import { recordEvent } from "../db/record_event.ts";
import { languageOf } from "../context/language.ts";
import { createActionLinks, storeActionLinks } from "../emails/action_links.ts";
import { planOf } from "../billing/periods.ts";
import { nextReminderMs, nextYearlyMs } from "../billing/reminders.ts";
import { payOpenRenewal, type RenewalPayment, repeatRenewal } from "../billing/pay_open_renewal.ts";
import { renewNow } from "../billing/renew_due.ts";
import { refusal } from "../../../wire/site/refusal.ts";
import { sha256Hex } from "../../../platform/crypto/secrets.ts";

type Patch = Partial<
  Pick<
    SubscriptionRow,
    | "resume_ms"
    | "next_charge_ms"
    | "next_charge_cents"
    | "next_plan_id"
    | "status"
    | "cancelled_ms"
    | "annual_ms"
    | "declines"
  >
>;
interface PlannedChange {
  readonly shown: Shown;
  readonly patch: Patch;
  /** The plan that is charged next. */
  readonly plan: Plan;
}

export type ChangeResult =
  /** `payment` is that of a plan that is charged with its change. */
  | { readonly kind: "changed"; readonly row: SubscriptionRow; readonly payment: RenewalPayment }
  | { readonly kind: "differs"; readonly shown: Shown };

const BUSY = refusal("charge_on_its_way");
/** How often a change looks at a plan again that others change meanwhile. */
const MOST_TRIES = 5;
/**
 * Each change emails the buyer's address, which a stranger may have typed. A cancellation is never refused: after one,
 * only a change can lead to another.
 */
export const CHANGES_PER_DAY: Limit = { name: "plan_change", points: 10, windowMs: DAY_MS };

/**
 * The figures of a change as of now, without making it. Throws 404 for another's subscription, 409 when the change is
 * impossible.
 */
export async function previewChange(
  context: SubscriptionContext,
  requester: Requester,
  { id, change }: { id: string; change: Change },
) {
  const row = await ownSubscription(context.db, requester, id);
  await refuseReactivation(context.db, row, change);
  return planChange(row, change, context.clock.now()).shown;
}

interface AgreedRequest {
  readonly id: string;
  readonly agreed: Pick<AgreedChange, "change" | "shown">;
  /** What the consent to these figures says. Throws 409 when the member agreed to another text. */
  readonly record: (row: SubscriptionRow) => ConsentRecord;
  /** Of the event that records the change. Default: a new one. */
  readonly eventId?: string;
  /** The member waits for the outcome of a charge, so their bank may ask them. */
  readonly isPresent?: boolean;
}

const NOTHING_DUE: RenewalPayment = { problem: "" };

/**
 * Makes the change a member agreed to; see {@link applyChange}. A repeat of one that is charged, such as after the
 * bank's challenge, gets the outcome of the same charge. Throws 429 above the day's limit of changes.
 */
export async function applyAgreedChange(
  context: SubscriptionContext,
  requester: Requester,
  { id, agreed }: { readonly id: string; readonly agreed: AgreedChange },
): Promise<ChangeResult> {
  const { change, shown } = agreed;
  const row = await ownSubscription(context.db, requester, id);
  const resumed = await chargeOfResumption(context, row, agreed);
  if (resumed !== undefined) return await changedAndPaid(context, id, () => repeatRenewal(context, resumed));
  const limits = createSharedLimits(context);
  if (await limits.take(CHANGES_PER_DAY, id) > 0) fail(429, refusal("changes_limit"));
  const record = ({ plan_id: planId }: SubscriptionRow) =>
    knownText(agreed, {
      version: CHANGE_CONSENT_VERSION,
      write: (words) => changeConsentText(words, { change, shown, planId }),
    });
  let isMade = false;
  try {
    const result = await applyChange(context, requester, { id, agreed, record, isPresent: true });
    isMade = result.kind === "changed";
    return result;
  } finally {
    if (!isMade) await limits.giveBack(CHANGES_PER_DAY, id);
  }
}

/** The charge with which this member ended the pause at the same figures; undefined for any other change. */
async function chargeOfResumption(
  { db }: SubscriptionContext,
  { id, resume_ms }: SubscriptionRow,
  { change, shown }: AgreedChange,
): Promise<ChargeRow | undefined> {
  if (change.kind !== "resume" || shown.today_cents === 0) return undefined;
  const last = await db.selectFrom("subs_consents").select(["created_ms", "shown_json"])
    .where("subscription_id", "=", id).where("used_by", "like", "change:%").orderBy("created_ms", "desc")
    .executeTakeFirst();
  if (last === undefined || !isSame(JSON.parse(last.shown_json), shown)) return undefined;
  // Paused again since then.
  if (resume_ms !== null && resume_ms !== last.created_ms) return undefined;
  return await db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", id)
    .where("kind", "=", "renewal").where("created_ms", ">=", last.created_ms).orderBy("created_ms").executeTakeFirst();
}

async function changedAndPaid(
  { db }: SubscriptionContext,
  id: string,
  pay: () => Promise<RenewalPayment>,
): Promise<ChangeResult> {
  const payment = await pay();
  const row = await db.selectFrom("subs_subscriptions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return { kind: "changed", row, payment };
}

/**
 * Makes the change, or answers the current figures when others were agreed to. When something else about the plan
 * changes meanwhile, such as its reminder, it looks again. Throws 409 while a charge is in progress.
 */
export async function applyChange(
  context: SubscriptionContext,
  requester: Requester,
  request: AgreedRequest,
): Promise<ChangeResult> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const result = await tryChange(context, requester, request);
    if (result !== undefined) return result;
  }
  fail(409, BUSY);
}

/** Undefined when the plan is no longer as it was read, and nothing was changed. */
async function tryChange(
  context: SubscriptionContext,
  requester: Requester,
  { id, agreed, record: recordOf, eventId, isPresent = false }: AgreedRequest,
): Promise<ChangeResult | undefined> {
  const { db, clock } = context;
  const row = await ownSubscription(db, requester, id);
  await refuseReactivation(db, row, agreed.change);
  const nowMs = clock.now();
  const planned = planChange(row, agreed.change, nowMs);
  const holder = newId("lease");
  if (!isSame(planned.shown, agreed.shown)) return { kind: "differs", shown: planned.shown };
  const record = recordOf(row);
  const language = languageOf(row);
  const actionLinks = createActionLinks(context, { subscriptionId: row.id, language, canCancel: true });
  const email = planChangedEmail({
    plan: planned.plan,
    language,
    actionLinks,
    kind: keepsPlan(agreed.change, row.plan_id) ? "keep" : agreed.change.kind,
    shown: planned.shown,
    paidUntilMs: row.current_period_end_ms,
  });
  const isWritten = await db.transaction().execute(async (trx) => {
    // The job would charge the card without the member.
    const lease = isPresent && planned.shown.today_cents > 0 ? { lease_ms: nowMs + LEASE_MS, lease_by: holder } : {};
    if (agreed.change.kind === "reactivate" && row.user_id !== "") await waitForMember(trx, { userId: row.user_id });
    if (!await write(trx, row, { planned, lease, nowMs })) return false;
    await refuseReactivation(trx, row, agreed.change);
    await trx.insertInto("subs_consents").values({
      id: newId("consent"),
      checkout_hash: requester.checkout,
      user_id: requester.member?.uid ?? "",
      plan_id: planned.plan.id,
      subscription_id: row.id,
      email: row.email,
      ...record,
      text_sha256: sha256Hex(record.text),
      ip_network: requester.network,
      shown_json: JSON.stringify(planned.shown),
      used_by: `change:${row.version}`,
      created_ms: nowMs,
      request_id: currentRequestId(),
    }).execute();
    const event = { subscriptionId: row.id, name: agreed.change.kind, detail: agreed.change, nowMs };
    await recordEvent(trx, eventId === undefined ? event : { ...event, id: eventId });
    await storeActionLinks(trx, actionLinks.links);
    const about = { key: `changed:${row.id}:${row.version}`, subscriptionId: row.id, kind: "changed", to: row.email };
    await enqueueEmails(trx, [{ ...email, ...about, nowMs }]);
    return true;
  });
  if (!isWritten) return undefined;
  context.sender.wake();
  // Resumed during the pause: charged now, as agreed.
  return await changedAndPaid(context, id, async () => {
    if (planned.shown.today_cents === 0) return NOTHING_DUE;
    if (isPresent) return await payOpenRenewal(context, id, holder);
    await renewNow(context, id);
    return NOTHING_DUE;
  });
}

interface ChangeWrite {
  readonly planned: PlannedChange;
  readonly lease: Partial<Pick<SubscriptionRow, "lease_ms" | "lease_by">>;
  readonly nowMs: number;
}

/** False when the plan is no longer as it was read. */
async function write(
  trx: Transaction<Database>,
  row: SubscriptionRow,
  { planned, lease, nowMs }: ChangeWrite,
): Promise<boolean> {
  // Resumed by another call that has yet to claim its charge.
  if (row.next_charge_ms !== null && row.next_charge_ms <= nowMs && row.lease_ms > nowMs) fail(409, BUSY);
  const moving = await trx.selectFrom("subs_charges").select("id").where("subscription_id", "=", row.id)
    .where("kind", "=", "renewal").where("state", "=", "sending").executeTakeFirst();
  if (moving !== undefined) fail(409, BUSY);
  const after = { ...row, ...planned.patch };
  const { numUpdatedRows } = await trx.updateTable("subs_subscriptions").set((eb) => ({
    ...planned.patch,
    ...lease,
    remind_ms: nextReminderMs(after, nowMs),
    version: eb("version", "+", 1),
  })).where("id", "=", row.id).where("version", "=", row.version).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * What a dispute stopped stays stopped: its card may not be the member's, and their bank does not expect a charge. Nor
 * does a plan renew again whose member has bought it again since: both would be charged.
 */
async function refuseReactivation(
  db: Db | Transaction<Database>,
  row: SubscriptionRow,
  { kind }: Change,
): Promise<void> {
  if (kind !== "reactivate") return;
  if (await isStoppedByDispute(db, row)) fail(409, refusal("stopped_by_dispute"));
  if (row.status !== "cancelled") return;
  const isBuying = row.user_id !== "" && await buysElsewhere(db, row.user_id, { plan_id: row.plan_id });
  if (isBuying || await runsBeside(db, row.id)) fail(409, refusal("runs_already"));
}

function planChange(row: SubscriptionRow, change: Change, nowMs: number): PlannedChange {
  if (change.kind === "reactivate") return reactivate(row, nowMs);
  if (row.next_charge_ms === null || row.status === "past_due") {
    fail(409, refusal("no_coming_charge"));
  }
  switch (change.kind) {
    case "pause":
      return pause(row, change.months, nowMs);
    case "resume":
      return resume(row, nowMs);
    case "switch":
      return switchPlan(row, change.plan_id, row.next_charge_ms);
  }
}

function upcomingPlan(row: SubscriptionRow): Plan {
  return planOf({ plan_id: row.next_plan_id ?? row.plan_id });
}

function shownOf(plan: Plan, atMs: number, todayCents = 0): Shown {
  const nextAt = new Date(atMs).toISOString().slice(0, 10);
  return { today_cents: todayCents, next_cents: plan.sum_cents, next_at: nextAt, every: plan.length };
}

function pause(row: SubscriptionRow, months: number, nowMs: number): PlannedChange {
  if (row.status !== "active") fail(409, refusal("pause_of_trial"));
  if (row.resume_ms !== null || row.current_period_end_ms <= nowMs) fail(409, refusal("paused_already"));
  const plan = upcomingPlan(row);
  const resumeMs = addMonths(row.current_period_end_ms, months);
  return { plan, shown: shownOf(plan, resumeMs), patch: { resume_ms: resumeMs, next_charge_ms: resumeMs } };
}

function resume(row: SubscriptionRow, nowMs: number): PlannedChange {
  if (row.resume_ms === null) fail(409, refusal("not_paused"));
  const plan = upcomingPlan(row);
  const endMs = row.current_period_end_ms;
  if (endMs > nowMs) {
    return { plan, shown: shownOf(plan, endMs), patch: { resume_ms: null, next_charge_ms: endMs } };
  }
  const shown = shownOf(plan, addLength(nowMs, plan.length), plan.sum_cents);
  return { plan, shown, patch: { resume_ms: nowMs, next_charge_ms: nowMs } };
}

/** As if the plan had not been cancelled; what is paid stays paid, and nothing is charged before its end. */
function reactivate(row: SubscriptionRow, nowMs: number): PlannedChange {
  const endMs = row.current_period_end_ms;
  if (row.status !== "cancelled") fail(409, refusal("not_cancelled"));
  if (endMs <= nowMs) fail(409, refusal("ended_already"));
  const plan = planOf(row);
  const status = row.period === 0 && plan.trial_days !== undefined ? "trial" : "active";
  const patch: Patch = {
    status,
    cancelled_ms: null,
    declines: 0,
    next_charge_ms: endMs,
    next_charge_cents: plan.sum_cents,
    annual_ms: nextYearlyMs(row, nowMs),
  };
  return { plan, shown: shownOf(plan, endMs), patch };
}

function switchPlan(row: SubscriptionRow, planId: string, chargeMs: number): PlannedChange {
  const plan = findPlan(planId);
  if (plan === undefined || !isRecurring(plan)) fail(400, refusal("plan_unknown"));
  if (plan.id === (row.next_plan_id ?? row.plan_id)) fail(409, refusal("same_plan"));
  const next = plan.id === row.plan_id ? null : plan.id;
  return { plan, shown: shownOf(plan, chargeMs), patch: { next_plan_id: next, next_charge_cents: plan.sum_cents } };
}
