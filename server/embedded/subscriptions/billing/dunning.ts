/** Dunning: the retry schedule of a declined renewal, and what is written about each decline. */
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import type { Renewal, SubscriptionContext } from "../context/context.ts";
import { declineCode } from "../context/decline_texts.ts";
import { languageOf } from "../context/language.ts";
import { LIVE } from "../db/statuses.ts";
import { createActionLinks } from "../emails/action_links.ts";
import { declineEmail } from "../emails/purchase_emails.ts";
import { finishCharge, recordRenewalNotice } from "./finish_charge.ts";
import { planOf } from "./periods.ts";

/**
 * A declined charge is retried 1, 3 and 5 days after its due date, within the shortest period. Then the plan ends.
 */
const RETRY_AFTER_MS: readonly number[] = [DAY_MS, 2 * DAY_MS, 2 * DAY_MS];

/**
 * Schedules the retry, or ends the plan after the last one, and emails the member. A retry takes over the row of the
 * charge, so the event keeps why the attempt failed.
 */
export async function recordDecline(
  context: SubscriptionContext,
  { charge, row }: Renewal,
  reason: string,
): Promise<void> {
  const { db, clock } = context;
  const nowMs = clock.now();
  const waitMs = RETRY_AFTER_MS[row.declines];
  const retryMs = waitMs === undefined ? null : nowMs + waitMs;
  const language = languageOf(row);
  const actionLinks = await createActionLinks(context, {
    subscriptionId: row.id,
    language,
    canCancel: retryMs !== null,
  });
  const email = declineEmail({ plan: planOf(charge), language, cents: charge.cents, actionLinks, retryMs, reason });
  await db.transaction().execute(async (trx) => {
    const ended = await finishCharge(trx, charge, { state: "failed", error: declineCode(reason), nowMs });
    if (ended === undefined) return;
    const { numUpdatedRows } = await trx.updateTable("subs_subscriptions").set((eb) => ({
      status: retryMs === null ? "ended" : "past_due",
      next_charge_ms: retryMs,
      next_charge_cents: retryMs === null ? null : charge.cents,
      ...(retryMs === null ? { annual_ms: null, remind_ms: null } : {}),
      lease_ms: 0,
      declines: eb("declines", "+", 1),
      version: eb("version", "+", 1),
    })).where("id", "=", row.id).where("status", "in", LIVE).executeTakeFirst();
    // A plan that was cancelled in the meantime gets no email about the charge.
    if (numUpdatedRows === 0n) return;
    const { id: charge_id, charge_key, attempt } = charge;
    const detail = { charge_id, charge_key, attempt, reason, execution_id: ended.execution_id, retry_ms: retryMs };
    await recordRenewalNotice(trx, { charge, row }, { name: "declined", detail, email, actionLinks, nowMs });
  });
  context.sender.wake();
}
