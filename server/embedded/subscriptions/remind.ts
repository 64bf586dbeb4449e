/** Reminders before the first full charge: price, day and the way out, never after a cancel (TRUST T4). */
import type { SubscriptionRow } from "./caller.ts";
import { REMIND_BEFORE_MS } from "./constants.ts";
import type { Parts } from "./deps.ts";
import { each } from "./each.ts";
import { deliverSoon, letterRow } from "./letter_queue.ts";
import { reminderLetter } from "./letters.ts";
import { linkFor, storeLinks, waysOut } from "./links.ts";
import { planOf } from "./periods.ts";

const BATCH = 200;

interface First {
  readonly startedMs: number;
  readonly chargeMs: number;
  readonly afterMs: number;
}

/** The first moment after `afterMs` at which a reminder is due; those that fall on the enrolment itself are left out. */
export function nextReminderMs({ startedMs, chargeMs, afterMs }: First): number | null {
  return REMIND_BEFORE_MS.map((beforeMs) => chargeMs - beforeMs).find((ms) => ms > startedMs && ms > afterMs) ?? null;
}

/** Writes the reminders that are due; answers how many. */
export async function remindDue(parts: Parts): Promise<number> {
  const rows = await parts.db.selectFrom("subs_subscriptions").selectAll().where("remind_ms", "<=", parts.clock.now())
    .orderBy("remind_ms").limit(BATCH).execute();
  const written = await each(parts.log, { name: "reminder", rows, work: (row) => remindOne(parts, row) });
  if (written > 0) deliverSoon(parts);
  return written;
}

/** After downtime the moments that passed make one letter; after the charge itself none. */
async function remindOne(parts: Parts, row: SubscriptionRow): Promise<boolean> {
  const { db, clock } = parts;
  const nowMs = clock.now();
  const chargeMs = row.next_charge_ms ?? 0;
  const ways = await waysOut(parts, { subscriptionId: row.id, canCancel: true });
  const ending = await linkFor(parts, { kind: "mails", subscriptionId: row.id });
  const letter = reminderLetter({
    plan: planOf(row),
    cents: row.next_charge_cents ?? 0,
    ways,
    chargeMs,
  });
  const key = `remind:${row.id}:${row.remind_ms}`;
  return await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx.updateTable("subs_subscriptions").set((eb) => ({
      remind_ms: nextReminderMs({ startedMs: row.started_ms, chargeMs, afterMs: nowMs }),
      version: eb("version", "+", 1),
    })).where("id", "=", row.id).where("version", "=", row.version).where("remind_ms", "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n || chargeMs <= nowMs) return false;
    if (row.reminders_off === 1) return false;
    await storeLinks(trx, [...ways.links, ending]);
    const about = { key, subscriptionId: row.id, kind: "reminder", to: row.email, nowMs, unsubscribeUrl: ending.url };
    await trx.insertInto("subs_letters").values(letterRow(letter, about)).execute();
    return true;
  });
}
