/** Renewals: a due period is claimed by its own charge row, charged once and booked, or tried again after a decline. */
import type { SubscriptionRow } from "./caller.ts";
import { type ChargeRow } from "./charge_stored.ts";
import type { Parts } from "./deps.ts";
import { AT_ONCE, LEASE_MS } from "./constants.ts";
import { eachAtOnce } from "./each.ts";
import { newId } from "./ids.ts";
import { LIVE } from "./live.ts";
import { planOf } from "./periods.ts";
import { settleRenewal } from "./settle_renewal.ts";

const BATCH = 100;

/** Charges everything that is due, missed periods in their order; answers how many charges were tried. */
export async function renewDue(parts: Parts): Promise<number> {
  const holder = newId("lease");
  let tried = 0;
  while (true) {
    const rows = await leaseBatch(parts, holder);
    if (rows === undefined) return tried;
    tried += await eachAtOnce(parts.log, { name: "renewal", rows, work: (row) => renewOne(parts, row) }, AT_ONCE);
  }
}

/**
 * Due subscriptions that nobody else works on, for us alone for a while: one statement takes a whole batch, and what a
 * dead server had taken is free again when its time is over. Booking a period gives the subscription back. undefined
 * when nothing is due any more; empty when another server was faster.
 */
async function leaseBatch({ db, clock }: Parts, holder: string): Promise<readonly SubscriptionRow[] | undefined> {
  const nowMs = clock.now();
  const due = await db.selectFrom("subs_subscriptions").select("id").where("next_charge_ms", "<=", nowMs)
    .where("lease_ms", "<=", nowMs).orderBy("next_charge_ms").orderBy("id").limit(BATCH).execute();
  if (due.length === 0) return undefined;
  const ids = due.map(({ id }) => id);
  return await db.updateTable("subs_subscriptions").set({ lease_ms: nowMs + LEASE_MS, lease_by: holder })
    .where("id", "in", ids).where("lease_ms", "<=", nowMs).where("next_charge_ms", "<=", nowMs).returningAll()
    .execute();
}

export async function renewOne(parts: Parts, row: SubscriptionRow): Promise<boolean> {
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
    plan_id: row.next_plan_id ?? row.plan_id,
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
