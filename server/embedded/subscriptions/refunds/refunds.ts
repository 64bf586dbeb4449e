/** Refunds: recorded with their cause, sent through the merchant API until it has made them, then receipted. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";
import { lockRows } from "../../../db/locks.ts";
import { findPlan } from "../../../wire/billing/plans.ts";
import { enqueueEmails } from "../../../outbox/outbox.ts";
import { REFUND_RETRY_MAX_MS, REFUND_RETRY_MS } from "../context/constants.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { forEachRow } from "../db/for_each_row.ts";
import { renews } from "../db/statuses.ts";
import { languageOf } from "../context/language.ts";
import { refundEmail } from "../emails/cancellation_emails.ts";
import { refundReceipt } from "../db/receipt_numbers.ts";
import { countParts, recordPart, type RefundRow } from "../db/refund_parts.ts";
import { createActionLinks, storeActionLinks } from "../emails/action_links.ts";
import { chargedBack } from "./charged_back.ts";
import { performOperation } from "../operations/operations.ts";
import { PaymentsError } from "../payments_client/send.ts";
import { catalogPlan } from "../context/offered_plans.ts";

const BATCH = 50;
/** How often a refund of a disputed charge is looked at. */
const DISPUTED_REFUND_WAIT_MS = 6 * 3_600_000;

/**
 * Records refunds, and returns them as stored. A charge that is partly refunded, or is about to be, gets at most the
 * rest.
 */
export async function recordRefunds(
  trx: Transaction<Database>,
  rows: readonly RefundRow[],
): Promise<readonly RefundRow[]> {
  const stored: RefundRow[] = [];
  for (const row of rows) {
    // Locked, since a server that begins to send it decides whether its amount may still grow.
    const [before] = await lockRows(
      trx,
      trx.selectFrom("subs_refunds").selectAll().where("charge_id", "=", row.charge_id),
    );
    if (before !== undefined) stored.push({ ...row, ...await grow(trx, before, row) });
    else {
      await trx.insertInto("subs_refunds").values(row).execute();
      stored.push(row);
    }
  }
  return stored;
}

/**
 * Adds this refund to an earlier one, up to the whole charge; not to one that was dropped, whose money the issuer has
 * returned. Returns its id and the new part.
 */
async function grow(
  trx: Transaction<Database>,
  before: RefundRow,
  { cents, reason, next_ms }: RefundRow,
): Promise<Pick<RefundRow, "id" | "cents">> {
  const charge = await trx.selectFrom("subs_charges").select(["cents", "execution_id"])
    .where("id", "=", before.charge_id).executeTakeFirstOrThrow();
  const part = before.state === "dropped" ? 0 : Math.min(cents, charge.cents - before.cents);
  if (part <= 0) return { id: before.id, cents: 0 };
  if (before.state === "due" && before.attempts > 0) await keepAsked(trx, before, charge.execution_id);
  const begins = { sent_cents: before.cents, state: "due", attempts: 0, next_ms, settled_ms: null } as const;
  await trx.updateTable("subs_refunds")
    .set({
      cents: before.cents + part,
      reason: reason === "operator" ? before.reason : reason,
      ...(before.state === "sent" ? begins : {}),
    })
    .where("id", "=", before.id).execute();
  return { id: before.id, cents: part };
}

/**
 * Keeps the amount of a refund that may have been requested: it is repeated with its key until it is made, and only
 * then is the rest requested.
 */
async function keepAsked(trx: Transaction<Database>, refund: RefundRow, executionId: string): Promise<void> {
  const asked = {
    cents: await askedCents(trx, refund, executionId),
    state: "pending",
    tries: 0,
    reason: "",
    next_ms: refund.next_ms,
    settled_ms: null,
  } as const;
  await trx.insertInto("subs_moves")
    .values({ execution_id: executionId, kind: "refund", refusals: 0, created_ms: refund.created_ms, ...asked })
    .onConflict((on) => on.columns(["execution_id", "kind"]).doUpdateSet(asked)).execute();
}

/** What is refunded with the next request's part: less than what is owed when an earlier request is not answered. */
async function askedCents(
  db: Db | Transaction<Database>,
  { cents, sent_cents }: RefundRow,
  executionId: string,
): Promise<number> {
  const open = await db.selectFrom("subs_moves").select("cents").where("execution_id", "=", executionId)
    .where("kind", "=", "refund").where("settled_ms", "is", null).where("cents", ">", sent_cents).executeTakeFirst();
  return Math.min(cents, open?.cents ?? cents);
}

/** Sends every due refund. Answers how many were made. */
export async function sendRefunds(context: SubscriptionContext): Promise<number> {
  const { db, clock } = context;
  const rows = await db.selectFrom("subs_refunds").selectAll().where("state", "=", "due")
    .where("next_ms", "<=", clock.now()).orderBy("next_ms").limit(BATCH).execute();
  return await forEachRow(context, {
    job: "subscriptions-refunds",
    rows,
    idOf: ({ id }) => id,
    work: (row) => sendRefund(context, row),
  });
}

async function sendRefund(context: SubscriptionContext, refund: RefundRow): Promise<boolean> {
  const { db, clock, log, count } = context;
  const waitMs = Math.min(REFUND_RETRY_MAX_MS, REFUND_RETRY_MS * 2 ** refund.attempts);
  const { numUpdatedRows } = await db.updateTable("subs_refunds")
    .set({ attempts: refund.attempts + 1, next_ms: clock.now() + waitMs })
    .where("id", "=", refund.id).where("attempts", "=", refund.attempts).where("state", "=", "due")
    .where("cents", "=", refund.cents).where("sent_cents", "=", refund.sent_cents).executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (await isHeld(context, refund)) return false;
  const { execution_id: executionId } = await db.selectFrom("subs_charges").select("execution_id")
    .where("id", "=", refund.charge_id).executeTakeFirstOrThrow();
  const part = { ...refund, cents: await askedCents(db, refund, executionId) };
  try {
    // A refund is owed whatever the provider answers, so it stays due.
    const { cents, sent_cents: sentCents } = part;
    if (await performOperation(context, { kind: "refund", executionId, cents, sentCents }) !== "done") return false;
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    count("rows", { job_name: "subscriptions-refunds" });
    log.warn("refund.unsent", { refund: refund.id, attempts: refund.attempts, error });
    return false;
  }
  await finish(context, part);
  return true;
}

/** While a dispute is open, the refund waits for its end; once it is lost, the member has the money. */
async function isHeld({ db, clock, log }: SubscriptionContext, refund: RefundRow): Promise<boolean> {
  const hold = (await chargedBack(db, [refund.charge_id])).get(refund.charge_id);
  if (hold === undefined) return false;
  const change = hold === "final"
    ? { state: "dropped" as const, settled_ms: clock.now() }
    : { next_ms: clock.now() + DISPUTED_REFUND_WAIT_MS };
  await db.updateTable("subs_refunds").set(change).where("id", "=", refund.id).where("state", "=", "due").execute();
  log.info("refund.held-by-dispute", { refund: refund.id, hold });
  return true;
}

/** A loss that is reversed, as by arbitration, is a win: what it dropped is owed again. */
export async function reviveRefund(trx: Transaction<Database>, chargeId: string, nowMs: number): Promise<void> {
  await trx.updateTable("subs_refunds").set({ state: "due", attempts: 0, next_ms: nowMs, settled_ms: null })
    .where("charge_id", "=", chargeId).where("state", "=", "dropped").execute();
}

/** Books what was sent. What the refund has grown by in the meantime is due at once. */
async function finish(context: SubscriptionContext, refund: RefundRow): Promise<void> {
  const { db, clock } = context;
  const nowMs = clock.now();
  const charge = await db.selectFrom("subs_charges").select([
    "subscription_id",
    "charge_key",
    "plan_id",
    "kind",
    "receipt",
  ])
    .where("id", "=", refund.charge_id).executeTakeFirstOrThrow();
  const row = await db.selectFrom("subs_subscriptions").select(["email", "language", "status"])
    .where("id", "=", refund.subscription_id).executeTakeFirstOrThrow();
  const plan = findPlan(charge.plan_id);
  if (plan === undefined) throw new Error(`A charge names an unknown plan: ${charge.plan_id}`);
  const canCancel = renews(row.status);
  const language = languageOf(row);
  const actionLinks = createActionLinks(context, { subscriptionId: refund.subscription_id, language, canCancel });
  const emailOf = (part: number) =>
    refundEmail({
      plan: catalogPlan(plan, context.settings),
      kind: charge.kind,
      language,
      cents: refund.cents - refund.sent_cents,
      receipt: refundReceipt(charge.receipt, { id: refund.id, part }),
      reason: refund.reason,
      actionLinks,
    });
  await db.transaction().execute(async (trx) => {
    const [now] = await lockRows(trx, trx.selectFrom("subs_refunds").selectAll().where("id", "=", refund.id));
    // Another server has booked this part, and what is due since then is not sent yet.
    if (now?.state !== "due" || now.sent_cents !== refund.sent_cents) return;
    const rest = { sent_cents: refund.cents, attempts: 0, next_ms: nowMs };
    await trx.updateTable("subs_refunds")
      .set(now.cents > refund.cents ? rest : { state: "sent", settled_ms: nowMs }).where("id", "=", refund.id)
      .execute();
    await recordPart(trx, refund, nowMs);
    const parts = await countParts(trx, refund.subscription_id);
    await trx.updateTable("subs_charges").set({ state: "refunded" }).where("id", "=", refund.charge_id).execute();
    await storeActionLinks(trx, actionLinks.links);
    const about = { subscriptionId: refund.subscription_id, kind: "refunded", to: row.email, nowMs };
    // Each part has an email of its own.
    const one = `refund:${charge.subscription_id}:${charge.charge_key}`;
    const key = refund.sent_cents === 0 ? one : `${one}:${refund.cents}`;
    await enqueueEmails(trx, [{ ...emailOf(parts.get(refund.id) ?? 1), key, ...about }]);
  });
  context.sender.wake();
}
