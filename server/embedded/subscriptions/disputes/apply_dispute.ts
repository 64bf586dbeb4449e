/**
 * What the service does about a dispute: renewals stop, the access that is no longer paid ends, nothing is refunded on
 * top, and the member is told (docs/decisions/payments/disputes.md).
 */
import type { Selectable, Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { lockRows } from "../../../db/locks.ts";
import { enqueueEmails } from "../../../outbox/outbox.ts";
import { CURRENCY } from "../../../wire/billing/plans.ts";
import { planOf } from "../billing/periods.ts";
import { catalogPlan } from "../context/offered_plans.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { languageOf } from "../context/language.ts";
import { recordEvent } from "../db/record_event.ts";
import { isOfSamePerson, purchasesOfPerson } from "../db/same_person.ts";
import { cancelled, LIVE } from "../db/statuses.ts";
import type { ChargeRow, SubscriptionRow, SubscriptionsTables } from "../db/tables.ts";
import { createActionLinks } from "../emails/action_links.ts";
import { disputeEmail, disputeWonEmail } from "../emails/billing/dispute_emails.ts";
import { type OtherPlan, otherPlansOf } from "../emails/other_plans.ts";
import type { Dispute } from "../payments_client/listed_dispute.ts";
import { lastSentMs, refundRow, returnedCents, sentCents } from "../db/refund_parts.ts";
import { recordRefunds, reviveRefund } from "../refunds/refunds.ts";
import { accessUntilMs, endAccess, isOfOtherPeriod, restoreAccess } from "./access.ts";

const FRAUD = "fraudulent";

export type DisputeRow = Selectable<SubscriptionsTables["subs_disputes"]>;

interface Disputed {
  readonly dispute: Dispute;
  readonly charge: ChargeRow;
  readonly row: SubscriptionRow;
}

/** Safe to repeat and to run from several servers. True when something changed. */
export async function applyDispute(context: SubscriptionContext, dispute: Dispute): Promise<boolean> {
  const found = await find(context, dispute);
  // Belongs to another system that shares the client, or to a purchase that is not recorded yet: the job reads it
  // again.
  if (found === undefined) return false;
  const actionLinks = createActionLinks(context, {
    subscriptionId: found.row.id,
    language: languageOf(found.row),
    canCancel: false,
  });
  const changed = await context.db.transaction().execute(async (trx) => {
    await lockPlans(trx, found);
    // A renewal may have begun another period.
    const row = await trx.selectFrom("subs_subscriptions").selectAll().where("id", "=", found.row.id)
      .executeTakeFirstOrThrow();
    const disputed = { ...found, row };
    const known = await trx.selectFrom("subs_disputes").selectAll().where("id", "=", dispute.id).executeTakeFirst();
    const isNews = known === undefined
      ? await insert(context, trx, disputed)
      : await update(context, trx, known, dispute);
    if (!isNews) return false;
    const untilMs = await accessUntilMs(trx, disputed);
    const reaction = await react(context, trx, disputed, known);
    const others = await otherPlansOf(trx, row);
    const email = emailOf(context, disputed, { ...reaction, known, untilMs, others }, actionLinks);
    if (email === undefined) return true;
    const about = { subscriptionId: row.id, kind: "dispute", to: row.email, nowMs: context.clock.now() };
    await enqueueEmails(trx, [{ ...email, key: keyOf(dispute), ...about }]);
    return true;
  });
  if (changed) context.sender.wake();
  try {
    await proveRefund(context, found);
  } catch (error) {
    // The dispute is written: what reads it next sends the evidence.
    context.log.warn("dispute.evidence-unsent", { dispute: dispute.id, error });
    throw error;
  }
  return changed;
}

async function find({ db }: SubscriptionContext, dispute: Dispute): Promise<Disputed | undefined> {
  const charge = await db.selectFrom("subs_charges").selectAll().where("execution_id", "=", dispute.executionId)
    .executeTakeFirst();
  if (charge === undefined) return undefined;
  const row = await db.selectFrom("subs_subscriptions").selectAll().where("id", "=", charge.subscription_id)
    .executeTakeFirst();
  return row === undefined ? undefined : { dispute, charge, row };
}

function columnsOf({ kind, state, category, withdrawnCents, returnedCents, feeCents }: Dispute) {
  return {
    kind,
    state,
    category,
    withdrawn_cents: withdrawnCents,
    returned_cents: returnedCents,
    fee_cents: feeCents,
  };
}

async function insert(
  { clock }: SubscriptionContext,
  trx: Transaction<Database>,
  { dispute, charge, row }: Disputed,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx.insertInto("subs_disputes").values({
    id: dispute.id,
    charge_id: charge.id,
    subscription_id: row.id,
    ...columnsOf(dispute),
    access_json: null,
    created_ms: dispute.createdMs,
    changed_ms: clock.now(),
  }).onConflict((on) => on.column("id").doNothing()).executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The previous state is a condition: of two servers that read the same change, one acts on it. */
async function update(
  { clock }: SubscriptionContext,
  trx: Transaction<Database>,
  known: DisputeRow,
  dispute: Dispute,
): Promise<boolean> {
  const columns = columnsOf(dispute);
  if (Object.entries(columns).every(([name, value]) => known[name as keyof typeof columns] === value)) return false;
  if (isOutdated(known, dispute)) return false;
  const { numUpdatedRows } = await trx.updateTable("subs_disputes").set({ ...columns, changed_ms: clock.now() })
    .where("id", "=", known.id).where("state", "=", known.state).where("kind", "=", known.kind).executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A list that was read before a webhook's dispute may be applied after it. A dispute never goes back. */
function isOutdated(known: DisputeRow, dispute: Dispute): boolean {
  return dispute.kind === known.kind ? stepOf(dispute) < stepOf(known) : known.kind === "chargeback";
}

function stepOf({ state }: Pick<Dispute, "state">): number {
  if (state === "needs_response") return 0;
  return state === "under_review" ? 1 : 2;
}

interface Reaction {
  /** The merchant won, and the access stays off: another charge is disputed, or this one was refunded. */
  readonly held: "held" | "refunded" | undefined;
  /** Plans beside the disputed one that renew no more either, because fraud was reported. */
  readonly stopped: readonly SubscriptionRow[];
}

async function react(
  context: SubscriptionContext,
  trx: Transaction<Database>,
  disputed: Disputed,
  known: DisputeRow | undefined,
): Promise<Reaction> {
  const { dispute, charge, row } = disputed;
  const nowMs = context.clock.now();
  await recordEvent(trx, {
    subscriptionId: row.id,
    name: "disputed",
    detail: {
      dispute_id: dispute.id,
      charge_id: charge.id,
      kind: dispute.kind,
      state: dispute.state,
      category: dispute.category,
    },
    nowMs,
  });
  const stopped = known?.kind === dispute.kind ? [] : await stopRenewals(trx, disputed, nowMs);
  // A dispute that is over when it is first read had its open time before a backup was restored.
  const isAgainstUs = isOpen(dispute) || known === undefined && dispute.state !== "won";
  if (isAgainstUs && dispute.kind !== "inquiry" && (known?.access_json ?? null) === null) {
    await endAccess(trx, { disputeId: dispute.id, charge, row, nowMs });
  }
  if (dispute.kind === "early_warning" && isAgainstUs) {
    await recordRefunds(trx, [refundRow({ charge, cents: charge.cents, reason: "dispute", nowMs })]);
  }
  if (dispute.state !== "won") return { held: undefined, stopped };
  await reviveRefund(trx, charge.id, nowMs);
  if (known === undefined || known.access_json === null) return { held: undefined, stopped };
  if (await isPaidBack(trx, charge)) return { held: "refunded", stopped };
  const isBack = await restoreAccess(trx, known, { disputeId: dispute.id, charge, row });
  return { held: isBack ? undefined : "held", stopped };
}

/** Whether the whole charge goes back. What an operator refunds as goodwill leaves the access. */
async function isPaidBack(trx: Transaction<Database>, { id, cents }: ChargeRow): Promise<boolean> {
  const refund = await trx.selectFrom("subs_refunds").selectAll().where("charge_id", "=", id).executeTakeFirst();
  return refund !== undefined && refund.reason !== "operator" && returnedCents(refund) >= cents;
}

function isOpen({ state }: Dispute): boolean {
  return state === "needs_response" || state === "under_review";
}

/** The plan of the charge; of reported fraud, every plan of this person. */
function plansOf(trx: Transaction<Database>, { dispute, row }: Disputed) {
  return dispute.category === FRAUD ? purchasesOfPerson(trx, row.id) : [row.id];
}

/** In the order of their ids, so that two disputes of one person do not wait for each other. */
async function lockPlans(trx: Transaction<Database>, disputed: Disputed): Promise<void> {
  const plans = trx.selectFrom("subs_subscriptions").select("id").where("id", "in", plansOf(trx, disputed));
  await lockRows(trx, plans.orderBy("id"));
}

/** Permanently: a won dispute does not restart them. Returns those beside the disputed one. */
async function stopRenewals(
  trx: Transaction<Database>,
  disputed: Disputed,
  nowMs: number,
): Promise<readonly SubscriptionRow[]> {
  const plans = () => trx.updateTable("subs_subscriptions").where("id", "in", plansOf(trx, disputed));
  // A member's change of a plan that was read before the dispute finds another version, and looks again.
  await plans().set((eb) => ({ version: eb("version", "+", 1) })).execute();
  const stopped = await plans().set(cancelled(nowMs)).where("status", "in", LIVE).returningAll().execute();
  return stopped.filter(({ id }) => id !== disputed.row.id).toSorted((a, b) => a.started_ms - b.started_ms);
}

interface Known extends Reaction {
  readonly known: DisputeRow | undefined;
  /** Until when what the charge paid for could be used before this. */
  readonly untilMs: number;
  readonly others: readonly OtherPlan[];
}

type Links = Awaited<ReturnType<typeof createActionLinks>>;

/**
 * The opening of each kind, and the win, even of a dispute that was answered before it is first read. A loss needs no
 * email of its own: the member has their money.
 */
function emailOf(
  { clock, settings }: SubscriptionContext,
  { dispute, charge, row }: Disputed,
  { known, held, untilMs, stopped, others }: Known,
  actionLinks: Links,
) {
  const isUsed = (ms: number) => ms > clock.now();
  const base = {
    plan: catalogPlan(planOf(charge), settings),
    kindOfCharge: charge.kind,
    ended: planOf(row),
    language: languageOf(row),
    actionLinks,
    cents: charge.cents,
    stopped: stopped.map(({ plan_id, started_ms, current_period_end_ms: endMs }) => ({
      plan_id,
      started_ms,
      untilMs: isUsed(endMs) ? endMs : undefined,
    })),
    others,
  };
  if (dispute.state === "won") {
    const endedMs = endedAccess(known);
    const access = held ?? (endedMs === undefined ? "kept" : "back");
    const lastsMs = endedMs ?? untilMs;
    return disputeWonEmail({
      ...base,
      access: isUsed(lastsMs) ? { kind: access, untilMs: lastsMs } : { kind: "over" },
    });
  }
  if (known?.kind === dispute.kind) return undefined;
  const isKept = dispute.kind === "inquiry" || isOfOtherPeriod({ charge, row });
  const access = isUsed(untilMs) ? { kind: isKept ? "kept" : "ends", untilMs } as const : { kind: "over" } as const;
  return disputeEmail({ ...base, kind: dispute.kind, access });
}

/**
 * The key of the event that the email reports: after a restored backup, the email about an opened dispute stays the
 * same, whatever followed.
 */
function keyOf({ id, kind, state }: Dispute): string {
  return `dispute:${id}:${kind}:${state === "won" ? state : "needs_response"}`;
}

/** The end of the access that the dispute ended; undefined when it ended none. */
function endedAccess(known: DisputeRow | undefined): number | undefined {
  const text = known?.access_json ?? null;
  return text === null ? undefined : Number(JSON.parse(text).untilMs);
}

/**
 * A charge that was refunded before its chargeback is paid back twice unless the issuer learns of the refund. A full
 * refund answers the dispute. One of a part is kept with it: whether the rest is contested is for an operator to say.
 */
async function proveRefund(context: SubscriptionContext, { dispute, charge }: Disputed): Promise<void> {
  if (dispute.kind !== "chargeback" || dispute.state !== "needs_response") return;
  const refund = await context.db.selectFrom("subs_refunds").selectAll().where("charge_id", "=", charge.id)
    .executeTakeFirst();
  // A sent refund that has grown is due again: what was sent before is what the issuer has to know.
  const cents = refund === undefined ? 0 : sentCents(refund);
  if (refund === undefined || cents === 0) return;
  const isSent = cents >= charge.cents;
  const day = new Date(await lastSentMs(context.db, refund)).toISOString().slice(0, 10);
  const sum = isSent ? "in full" : `${unitsOf(cents)} of ${unitsOf(charge.cents)} ${CURRENCY}`;
  const refundExplanation = `Refunded ${sum} on ${day}, receipt ${refund.id}.`;
  const key = `refund-${isSent ? "evidence" : `draft-${cents}`}-${dispute.id}-${dispute.kind}`;
  await context.api.giveEvidence(dispute.id, { texts: { refundExplanation }, isSent, key });
}

function unitsOf(cents: number): string {
  return (cents / 100).toFixed(2);
}

/**
 * True when a dispute stopped the renewals of this plan, or reported fraud those of every plan that its member had
 * then. A plan that was bought after the report has nothing to do with it.
 */
export async function isStoppedByDispute(
  db: SubscriptionContext["db"] | Transaction<Database>,
  { id }: Pick<SubscriptionRow, "id">,
): Promise<boolean> {
  const row = await db.selectFrom("subs_subscriptions as own")
    .innerJoin("subs_subscriptions as other", (join) => join.on(isOfSamePerson()))
    .innerJoin("subs_disputes as d", "d.subscription_id", "other.id")
    .select("d.id").where("own.id", "=", id).where((eb) =>
      eb.or([
        eb("other.id", "=", id),
        eb.and([eb("d.category", "=", FRAUD), eb("d.created_ms", ">=", eb.ref("own.started_ms"))]),
      ])
    ).limit(1).executeTakeFirst();
  return row !== undefined;
}
