/** Renewals: a due period is claimed by its own charge row, charged once and booked, or tried again after a decline. */
import type { SubscriptionRow } from "./caller.ts";
import { type ChargeRow } from "./charge_stored.ts";
import type { Parts } from "./deps.ts";
import { each } from "./each.ts";
import { newId } from "./ids.ts";
import { planOf } from "./periods.ts";
import { settleRenewal } from "./settle_renewal.ts";

const BATCH = 100;
export const LIVE = ["trial", "active", "past_due"] as const;

/** Charges everything that is due, missed periods in their order; answers how many charges were tried. */
export async function renewDue(parts: Parts): Promise<number> {
  let tried = 0;
  while (true) {
    const inThisPass = await onePass(parts);
    if (inThisPass === 0) return tried;
    tried += inThisPass;
  }
}

/** Every due subscription once. */
async function onePass(parts: Parts): Promise<number> {
  const { db, clock } = parts;
  let tried = 0;
  let last = { next_charge_ms: -1, id: "" };
  while (true) {
    const due = await db.selectFrom("subs_subscriptions").selectAll().where("next_charge_ms", "<=", clock.now())
      .where((eb) =>
        eb.or([
          eb("next_charge_ms", ">", last.next_charge_ms),
          eb.and([eb("next_charge_ms", "=", last.next_charge_ms), eb("id", ">", last.id)]),
        ])
      ).orderBy("next_charge_ms").orderBy("id").limit(BATCH).execute();
    const newest = due.at(-1);
    if (newest !== undefined) last = { next_charge_ms: newest.next_charge_ms ?? 0, id: newest.id };
    tried += await each(parts.log, { name: "renewal", rows: due, work: (row) => renewOne(parts, row) });
    if (due.length < BATCH) return tried;
  }
}

async function renewOne(parts: Parts, row: SubscriptionRow): Promise<boolean> {
  const charge = await claimPeriod(parts, row);
  if (charge === undefined) return false;
  await settleRenewal(parts, charge);
  return true;
}

/** undefined when somebody else has this period, or when it is not due any more. */
async function claimPeriod({ db, clock }: Parts, row: SubscriptionRow): Promise<ChargeRow | undefined> {
  const chargeKey = `period:${row.period + 1}`;
  const fresh: ChargeRow = {
    id: newId("charge"),
    subscription_id: row.id,
    charge_key: chargeKey,
    kind: "renewal",
    plan_id: row.plan_id,
    cents: row.next_charge_cents ?? planOf(row).sum_cents,
    state: "sending",
    attempt: row.declines,
    execution_id: "",
    consent_id: null,
    error: "",
    created_ms: clock.now(),
    settled_ms: null,
  };
  return await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx.updateTable("subs_subscriptions")
      .set((eb) => ({ version: eb("version", "+", 1) }))
      .where("id", "=", row.id).where("version", "=", row.version).where("status", "in", LIVE).executeTakeFirst();
    if (numUpdatedRows === 0n) return undefined;
    const inserted = await trx.insertInto("subs_charges").values(fresh)
      .onConflict((conflict) => conflict.columns(["subscription_id", "charge_key"]).doNothing()).executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 1n) return fresh;
    const again = await trx.updateTable("subs_charges")
      .set({ state: "sending", attempt: row.declines, execution_id: "", error: "" })
      .where("subscription_id", "=", row.id).where("charge_key", "=", chargeKey).where("state", "=", "failed")
      .executeTakeFirst();
    if (again.numUpdatedRows === 0n) return undefined;
    return await trx.selectFrom("subs_charges").selectAll().where("subscription_id", "=", row.id)
      .where("charge_key", "=", chargeKey).executeTakeFirstOrThrow();
  });
}
