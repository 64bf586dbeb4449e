/** Plans that wait for another card: they end when none came, and end quietly when a new purchase replaces them. */
import { enqueueEmails } from "../../../../outbox/outbox.ts";
import type { SubscriptionContext } from "../../context/context.ts";
import { languageOf } from "../../context/language.ts";
import { forEachDueRow } from "../../db/for_each_row.ts";
import { recordEvent } from "../../db/record_event.ts";
import type { SubscriptionRow } from "../../db/tables.ts";
import { createActionLinks } from "../../emails/action_links.ts";
import { graceOverEmail } from "../../emails/billing/decline_emails.ts";
import { readCard } from "./follow_card.ts";
import { isReplaced } from "./bought_again.ts";
import { planOf } from "../periods.ts";

const BATCH = 100;

/** Its member had access while it waited. */
function endedAt(endMs: number) {
  return {
    status: "ended",
    current_period_end_ms: endMs,
    grace_ms: null,
    next_charge_ms: null,
    next_charge_cents: null,
    annual_ms: null,
    remind_ms: null,
  } as const;
}

/** Ends the plans that no other card was entered for. Returns how many. */
export async function endGraces(context: SubscriptionContext): Promise<number> {
  await endReplaced(context);
  const due = context.db.selectFrom("subs_subscriptions").selectAll()
    .where("grace_ms", "<=", context.clock.now()).where("status", "=", "past_due").orderBy("grace_ms").limit(BATCH);
  const ended = await forEachDueRow(context, {
    job: "subscriptions-graces",
    read: (tried) => due.$if(tried.length > 0, (query) => query.where("id", "not in", tried)).execute(),
    work: (row) => endGrace(context, row),
  });
  if (ended > 0) context.sender.wake();
  return ended;
}

/** A new purchase of the plan replaces the one that waited: the member is never charged for both. */
async function endReplaced({ db, clock }: SubscriptionContext): Promise<void> {
  const nowMs = clock.now();
  await db.transaction().execute(async (trx) => {
    const replaced = await trx.updateTable("subs_subscriptions")
      .set((eb) => ({ ...endedAt(nowMs), version: eb("version", "+", 1) }))
      .where("grace_ms", "is not", null).where("status", "=", "past_due").where(isReplaced()).returning("id").execute();
    for (const { id } of replaced) await recordEvent(trx, { subscriptionId: id, name: "replaced", nowMs });
  });
}

async function endGrace(context: SubscriptionContext, row: SubscriptionRow): Promise<boolean> {
  const { db, clock } = context;
  const nowMs = clock.now();
  // The webhook that reported a renewed card may have been lost.
  await readCard(context, row);
  const language = languageOf(row);
  const actionLinks = createActionLinks(context, {
    subscriptionId: row.id,
    language,
    canCancel: false,
    startsAgain: true,
  });
  const email = graceOverEmail({ plan: planOf(row), language, actionLinks });
  return await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx.updateTable("subs_subscriptions")
      .set((eb) => ({ ...endedAt(row.grace_ms ?? nowMs), version: eb("version", "+", 1) })).where("id", "=", row.id)
      .where("grace_ms", "=", row.grace_ms).where("status", "=", "past_due").executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await recordEvent(trx, { subscriptionId: row.id, name: "grace_over", nowMs });
    const about = { key: `grace:${row.id}:${row.grace_ms}`, subscriptionId: row.id, kind: "declined", to: row.email };
    await enqueueEmails(trx, [{ ...email, ...about, nowMs }]);
    return true;
  });
}
