/**
 * What the service does about a dispute: renewals stop, the access that is no longer paid ends, nothing is refunded on
 * top, and the member is told (docs/decisions/payments/disputes.md).
 */
import type { Selectable, Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { enqueueEmails } from "../../../outbox/outbox.ts";
import { planOf } from "../billing/periods.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { languageOf } from "../context/language.ts";
import { recordEvent } from "../db/record_event.ts";
import { cancelled, LIVE } from "../db/statuses.ts";
import type { ChargeRow, SubscriptionRow, SubscriptionsTables } from "../db/tables.ts";
import { createActionLinks, storeActionLinks } from "../emails/action_links.ts";
import { disputeEmail, disputeWonEmail } from "../emails/billing/dispute_emails.ts";
import type { Dispute } from "../payments_client/listed_dispute.ts";
import { recordRefunds, refundRow } from "../refunds/refunds.ts";
import { endAccess, restoreAccess } from "./access.ts";

export type DisputeRow = Selectable<SubscriptionsTables["subs_disputes"]>;

interface Disputed {
  readonly dispute: Dispute;
  readonly charge: ChargeRow;
  readonly row: SubscriptionRow;
}

/** Safe to repeat and to run from several servers. True when something changed. */
export async function applyDispute(context: SubscriptionContext, dispute: Dispute): Promise<boolean> {
  const disputed = await find(context, dispute);
  // Of another system that shares the client, or of a purchase that is not recorded yet: the job reads it again.
  if (disputed === undefined) return false;
  const actionLinks = createActionLinks(context, {
    subscriptionId: disputed.row.id,
    language: languageOf(disputed.row),
    canCancel: false,
  });
  const changed = await context.db.transaction().execute(async (trx) => {
    const known = await trx.selectFrom("subs_disputes").selectAll().where("id", "=", dispute.id).executeTakeFirst();
    const isNews = known === undefined
      ? await insert(context, trx, disputed)
      : await update(context, trx, known, dispute);
    if (!isNews) return false;
    await react(context, trx, disputed, known);
    const email = emailOf(context, disputed, known, actionLinks);
    if (email === undefined) return true;
    await storeActionLinks(trx, actionLinks.links);
    const { row } = disputed;
    const about = { subscriptionId: row.id, kind: "dispute", to: row.email, nowMs: context.clock.now() };
    await enqueueEmails(trx, [{ ...email, key: `dispute:${dispute.id}:${dispute.kind}:${dispute.state}`, ...about }]);
    return true;
  });
  if (changed) context.sender.wake();
  await proveRefund(context, disputed);
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

/** The state before is a condition: of two servers that read the same change, one acts on it. */
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

async function react(
  context: SubscriptionContext,
  trx: Transaction<Database>,
  disputed: Disputed,
  known: DisputeRow | undefined,
): Promise<void> {
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
  if (known === undefined) await stopRenewals(trx, disputed, nowMs);
  // A dispute that is over when it is first read had its open time before a backup was restored.
  const isAgainstUs = isOpen(dispute) || known === undefined && dispute.state !== "won";
  if (isAgainstUs && dispute.kind !== "inquiry" && (known?.access_json ?? null) === null) {
    await endAccess(trx, { disputeId: dispute.id, charge, row, nowMs });
  }
  if (dispute.kind === "early_warning" && isAgainstUs) {
    await recordRefunds(trx, [refundRow({ charge, cents: charge.cents, reason: "dispute", nowMs })]);
  }
  if (dispute.state === "won" && known !== undefined && known.access_json !== null) {
    await restoreAccess(trx, known, { charge, row });
  }
}

function isOpen({ state }: Dispute): boolean {
  return state === "needs_response" || state === "under_review";
}

/** For good: a won dispute does not restart them. Reported fraud stops every plan of this person. */
async function stopRenewals(trx: Transaction<Database>, { dispute, row }: Disputed, nowMs: number): Promise<void> {
  const isFraud = dispute.category === "fraudulent";
  await trx.updateTable("subs_subscriptions")
    .set((eb) => ({
      ...cancelled(nowMs),
      version: eb("version", "+", 1),
    }))
    .where("status", "in", LIVE)
    .where(isFraud ? "email_key" : "id", "=", isFraud ? row.email_key : row.id).execute();
}

type Links = Awaited<ReturnType<typeof createActionLinks>>;

/** The opening of each kind, and the win. A loss needs no email: the member has their money. */
function emailOf(
  { clock }: SubscriptionContext,
  { dispute, charge, row }: Disputed,
  known: DisputeRow | undefined,
  actionLinks: Links,
) {
  const base = { plan: planOf(charge), language: languageOf(row), actionLinks, cents: charge.cents };
  if (dispute.state === "won" && known !== undefined) {
    const untilMs = accessEnd(known);
    return disputeWonEmail({ ...base, untilMs: untilMs > clock.now() ? untilMs : undefined });
  }
  if (!isOpen(dispute) || known?.kind === dispute.kind) return undefined;
  return disputeEmail({ ...base, kind: dispute.kind });
}

function accessEnd({ access_json }: DisputeRow): number {
  return access_json === null ? 0 : Number(JSON.parse(access_json).untilMs);
}

/** A charge that was refunded before its chargeback is paid back twice unless the issuer learns of the refund. */
async function proveRefund(context: SubscriptionContext, { dispute, charge }: Disputed): Promise<void> {
  if (dispute.kind !== "chargeback" || dispute.state !== "needs_response") return;
  const refund = await context.db.selectFrom("subs_refunds").select(["id", "cents", "settled_ms"])
    .where("charge_id", "=", charge.id).where("state", "=", "sent").executeTakeFirst();
  if (refund === undefined || refund.cents < charge.cents) return;
  const day = new Date(refund.settled_ms ?? 0).toISOString().slice(0, 10);
  const refundExplanation = `Refunded in full on ${day}, receipt ${refund.id}.`;
  await context.api.sendEvidence(dispute.id, { refundExplanation }, `refund-evidence-${dispute.id}-${dispute.kind}`);
}
