/** POST /cancel-subscription/{content}: ends renewals; after its answer nothing is charged, whatever was under way. */
import { fail } from "../../http/answer.ts";
import { findPlan } from "../../wire/plans.ts";
import type { CancelAnswer } from "../../wire/subscriptions.ts";
import { type Caller, isOwner, type SubscriptionRow } from "./caller.ts";
import { WAIT_FOR_CHARGE_MS, WAIT_STEP_MS } from "./constants.ts";
import type { Parts } from "./deps.ts";
import { newId, sha256Hex } from "./ids.ts";
import { deliverSoon, letterRow } from "./letter_queue.ts";
import { cancelledLetter } from "./letters.ts";

const SECRET_PATTERN = /^[\w-]{43}$/;

/** `content` is the secret of a link, or the caller's own subscription id. */
export async function cancelSubscription(parts: Parts, caller: Caller, content: string): Promise<CancelAnswer> {
  const row = await byLink(parts, content) ?? await byOwner(parts, caller, content);
  if (row === undefined) fail(404, "This link is not valid, or there is no such subscription");
  const isFirst = await stopRenewals(parts, row);
  // A charge that was on its way ends before we say that nothing more is charged; if it succeeded it is sent back.
  await chargesInFlightEnd(parts, row.id);
  if (isFirst) deliverSoon(parts);
  return {
    status: "cancelled",
    until: new Date(row.current_period_end_ms).toISOString(),
    already: !isFirst,
    error: "",
  };
}

async function byLink({ db, clock }: Parts, content: string): Promise<SubscriptionRow | undefined> {
  if (!SECRET_PATTERN.test(content)) return undefined;
  const link = await db.selectFrom("subs_capabilities").selectAll().where("hash", "=", await sha256Hex(content))
    .where("kind", "=", "cancel").executeTakeFirst();
  if (link === undefined || (link.expires_ms !== null && link.expires_ms <= clock.now())) return undefined;
  return await db.selectFrom("subs_subscriptions").selectAll().where("id", "=", link.subscription_id)
    .executeTakeFirst();
}

async function byOwner({ db }: Parts, caller: Caller, content: string): Promise<SubscriptionRow | undefined> {
  const row = await db.selectFrom("subs_subscriptions").selectAll().where("id", "=", content).executeTakeFirst();
  return row !== undefined && isOwner(caller, row) ? row : undefined;
}

/** True for the one caller that changed the status. */
async function stopRenewals({ db, clock }: Parts, row: SubscriptionRow): Promise<boolean> {
  const plan = findPlan(row.plan_id);
  if (plan === undefined) throw new Error(`A subscription names an unknown plan: ${row.plan_id}`);
  const nowMs = clock.now();
  const letter = letterRow(cancelledLetter({ plan, untilMs: row.current_period_end_ms, atMs: nowMs }), {
    key: `cancelled:${row.id}`,
    subscriptionId: row.id,
    kind: "cancelled",
    to: row.email,
    nowMs,
  });
  return await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx.updateTable("subs_subscriptions")
      .set((eb) => ({
        status: "cancelled",
        cancelled_ms: nowMs,
        next_charge_ms: null,
        next_charge_cents: null,
        remind_ms: null,
        version: eb("version", "+", 1),
      }))
      .where("id", "=", row.id).where("status", "in", ["trial", "active", "past_due"]).executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await trx.insertInto("subs_events").values({
      id: newId("event"),
      subscription_id: row.id,
      name: "cancelled",
      detail_json: "{}",
      at_ms: nowMs,
    }).execute();
    await trx.insertInto("subs_letters").values(letter).execute();
    return true;
  });
}

/** Gives up waiting after ten seconds: the job that settles such a charge sends it back when it finds the cancel. */
async function chargesInFlightEnd({ db }: Parts, subscriptionId: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < WAIT_FOR_CHARGE_MS; waitedMs += WAIT_STEP_MS) {
    const moving = await db.selectFrom("subs_charges").select("id").where("subscription_id", "=", subscriptionId)
      .where("kind", "=", "renewal").where("state", "=", "sending").executeTakeFirst();
    if (moving === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS));
  }
}
