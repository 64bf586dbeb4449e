/** Reminders before the first full charge: price, day and the way out, never after a cancel (TRUST T4). */
import type { SubscriptionRow } from "./caller.ts";
import { REMIND_BEFORE_MS } from "./constants.ts";
import type { Parts } from "./deps.ts";
import { each } from "./each.ts";
import { cancelLink, deliverSoon, letterRow } from "./letter_queue.ts";
import { reminderLetter } from "./letters.ts";
import { planOf } from "./renew.ts";

const [EARLIEST_MS = 0] = REMIND_BEFORE_MS;

/** Writes the reminders that are due; answers how many. */
export async function remindDue(parts: Parts): Promise<number> {
  const { db, clock } = parts;
  const nowMs = clock.now();
  const rows = await db.selectFrom("subs_subscriptions").selectAll().where("period", "=", 0).where("declines", "=", 0)
    .where("next_charge_ms", ">", nowMs).where("next_charge_ms", "<=", nowMs + EARLIEST_MS).execute();
  const written = await each(parts.log, { name: "reminder", rows, work: (row) => remindOne(parts, row) });
  if (written > 0) deliverSoon(parts);
  return written;
}

/** Only the latest of the moments that passed: after downtime nobody gets three at once. */
async function remindOne(parts: Parts, row: SubscriptionRow): Promise<boolean> {
  const { db, clock } = parts;
  const nowMs = clock.now();
  const chargeMs = row.next_charge_ms ?? 0;
  const beforeMs = REMIND_BEFORE_MS.findLast((ms) => nowMs >= chargeMs - ms && chargeMs - ms > row.started_ms);
  if (beforeMs === undefined) return false;
  const key = `remind:${row.id}:${beforeMs}`;
  const known = await db.selectFrom("subs_letters").select("id").where("dedupe_key", "=", key).executeTakeFirst();
  if (known !== undefined) return false;
  const link = await cancelLink(parts, row.id);
  const letter = reminderLetter({
    plan: planOf(row),
    cents: row.next_charge_cents ?? 0,
    cancelUrl: link.url,
    chargeMs,
  });
  return await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx.updateTable("subs_subscriptions")
      .set((eb) => ({ version: eb("version", "+", 1) }))
      .where("id", "=", row.id).where("version", "=", row.version).where("next_charge_ms", "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await trx.insertInto("subs_capabilities").values(link.row).execute();
    await trx.insertInto("subs_letters")
      .values(letterRow(letter, { key, subscriptionId: row.id, kind: "reminder", to: row.email, nowMs })).execute();
    return true;
  });
}
