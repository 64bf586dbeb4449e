/** Job: checks numbers with alerts and emails their members about changes. Several servers may run it. */
import type { EmailSender } from "../../../outbox/sender.ts";
import { ALERT_BATCH, CHECK_EVERY_MS, EMAIL_EVERY_MS, NEWS_POINTS } from "./constants.ts";
import { bandOf } from "../scoring/score.ts";
import { type AlertPlace, writeAlert } from "./alert_email.ts";
import { type AlertRow, type AlertsPorts, type NumberRating, ratingOf } from "./alerts.ts";

export interface AlertWorkPorts extends AlertsPorts, AlertPlace {
  readonly sender: EmailSender;
}

/** Returns how many numbers were checked. Begins none once the server stops. */
export async function runAlerts(ports: AlertWorkPorts, stopping?: AbortSignal): Promise<number> {
  const isStopping = () => stopping?.aborted === true;
  let looked = 0;
  while (!isStopping()) {
    const due = await ports.db.selectFrom("members_watches").selectAll().where("due_ms", "<=", ports.clock.now())
      .orderBy("due_ms").limit(ALERT_BATCH).execute();
    if (due.length === 0) return looked;
    for (const row of due) {
      if (isStopping()) break;
      looked += await look(row, ports) ? 1 : 0;
    }
  }
  return looked;
}

/** False when another server claimed it. */
async function look(row: AlertRow, ports: AlertWorkPorts): Promise<boolean> {
  const nowMs = ports.clock.now();
  const claimed = await ports.db.updateTable("members_watches").set({ due_ms: nowMs + CHECK_EVERY_MS })
    .where("id", "=", row.id).where("due_ms", "=", row.due_ms).executeTakeFirst();
  if (claimed.numUpdatedRows === 0n) return false;
  const { e164: text, asker_country: askerCountry, user_id: uid } = row;
  const standing = await ratingOf({ text, country: "", askerCountry, uid }, ports);
  if ("why" in standing || !isNews(row, standing)) return true;
  const nextMailMs = row.mailed_ms + EMAIL_EVERY_MS;
  if (nextMailMs > nowMs) {
    // Today's email is already out: the change goes into tomorrow's, with any further ones.
    await ports.db.updateTable("members_watches").set({ due_ms: nextMailMs }).where("id", "=", row.id).execute();
    return true;
  }
  const { score, reporters } = standing;
  await ports.db.transaction().execute(async (trx) => {
    const changes = { score, before_score: row.score, reporters, mailed_ms: nowMs };
    const { numUpdatedRows } = await trx.updateTable("members_watches").set(changes).where("id", "=", row.id)
      .executeTakeFirstOrThrow();
    // The member has switched it off meanwhile.
    if (numUpdatedRows > 0n) await writeAlert(trx, { row, now: { score, reporters }, nowMs }, ports);
  });
  ports.sender.wake();
  return true;
}

/** Reports count less as they age: a score that drifts by a few points is no news. */
function isNews(row: NumberRating, now: NumberRating): boolean {
  return row.reporters !== now.reporters || bandOf(row.score) !== bandOf(now.score) ||
    Math.abs(row.score - now.score) >= NEWS_POINTS;
}
