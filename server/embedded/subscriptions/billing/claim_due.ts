/**
 * Claims due periods: subscriptions no other server works on, each with its one charge row, in one transaction a batch.
 */
import { expressionBuilder, type Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { lockFreeRows, lockRows } from "../../../db/locks.ts";
import { currentRequestId } from "../../../platform/telemetry/request_scope.ts";
import type { ChargeRow, SubscriptionRow } from "../db/tables.ts";
import { LEASE_MS } from "../context/constants.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { newId } from "../db/ids.ts";
import { LIVE } from "../db/statuses.ts";
import { planOf } from "./periods.ts";

export interface ClaimedCharge {
  readonly row: SubscriptionRow;
  readonly charge: ChargeRow;
}

interface ClaimOptions {
  /** The server that claims. */
  readonly holder: string;
  readonly atMost: number;
  /**
   * Only this subscription, whose lease the holder may have, once no other transaction holds it; when left out, those
   * that are due the longest.
   */
  readonly only?: string;
}

/**
 * Claims the charges this server makes now: none when nothing is due, or all of it is being charged already. Claims of
 * a dead server expire with its lease; recording a period ends the claim.
 */
export async function claimDue(
  context: SubscriptionContext,
  options: ClaimOptions,
): Promise<readonly ClaimedCharge[]> {
  const { db, clock } = context;
  const nowMs = clock.now();
  const { holder, atMost, only } = options;
  return await db.transaction().execute(async (trx) => {
    let due = trx.selectFrom("subs_subscriptions").select("id").where("next_charge_ms", "<=", nowMs)
      .where("status", "in", LIVE).where(({ not }) => not(isInFlight()))
      .orderBy("next_charge_ms").orderBy("id").limit(atMost);
    due = only === undefined
      ? due.where("lease_ms", "<=", nowMs)
      : due.where("id", "=", only).where(({ eb, or }) =>
        or([eb("lease_ms", "<=", nowMs), eb("lease_by", "=", holder)])
      );
    const ids = (await (only === undefined ? lockFreeRows : lockRows)(trx, due)).map(({ id }) => id);
    if (ids.length === 0) return [];
    const rows = await trx.updateTable("subs_subscriptions")
      .set((eb) => ({ lease_ms: nowMs + LEASE_MS, lease_by: holder, version: eb("version", "+", 1) }))
      .where("id", "in", ids).returningAll().execute();
    return await withCharges(trx, rows, nowMs);
  });
}

/** A renewal of the plan is being charged. For queries of `subs_subscriptions`. */
export function isInFlight() {
  const eb = expressionBuilder<Database, "subs_subscriptions">();
  return eb.exists(
    eb.selectFrom("subs_charges").select("subs_charges.id")
      .whereRef("subs_charges.subscription_id", "=", "subs_subscriptions.id")
      .where("subs_charges.kind", "=", "renewal").where("subs_charges.state", "=", "sending"),
  );
}

interface Lease {
  readonly subscriptionId: string;
  readonly holder: string;
  /** Also from another server: the member waits, and their bank may ask only them. */
  readonly takesOver?: boolean;
}

/** Takes the lease of a renewal in flight, as a claim does. False while another server has it. */
export async function takeLease(
  { db, clock }: SubscriptionContext,
  { subscriptionId, holder, takesOver = false }: Lease,
): Promise<boolean> {
  const nowMs = clock.now();
  const { numUpdatedRows } = await db.updateTable("subs_subscriptions")
    .set({ lease_ms: nowMs + LEASE_MS, lease_by: holder }).where("id", "=", subscriptionId)
    .$if(!takesOver, (query) => query.where("lease_ms", "<=", nowMs)).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a lease that its holder still has. */
export async function endLease({ db }: SubscriptionContext, { subscriptionId, holder }: Lease): Promise<void> {
  await db.updateTable("subs_subscriptions").set({ lease_ms: 0 }).where("id", "=", subscriptionId)
    .where("lease_by", "=", holder).execute();
}

/** Each row with its charge, except those whose period is being charged already. */
async function withCharges(
  trx: Transaction<Database>,
  rows: readonly SubscriptionRow[],
  nowMs: number,
): Promise<readonly ClaimedCharge[]> {
  const fresh = rows.map((row) => ({ row, charge: chargeOf(row, nowMs) }));
  const inserted = await trx.insertInto("subs_charges").values(fresh.map(({ charge }) => charge))
    .onConflict((conflict) => conflict.columns(["subscription_id", "charge_key"]).doNothing()).returning("id")
    .execute();
  const isNew = new Set(inserted.map(({ id }) => id));
  const claimed: ClaimedCharge[] = [];
  for (const { row, charge } of fresh) {
    const own = isNew.has(charge.id) ? charge : await retryOf(trx, charge);
    if (own !== undefined) claimed.push({ row, charge: own });
  }
  return claimed;
}

function chargeOf(row: SubscriptionRow, nowMs: number): ChargeRow {
  return {
    id: newId("charge"),
    subscription_id: row.id,
    charge_key: `period:${row.period + 1}`,
    kind: "renewal",
    plan_id: row.next_plan_id ?? row.plan_id,
    cents: row.next_charge_cents ?? planOf(row).sum_cents,
    state: "sending",
    attempt: row.declines,
    execution_id: "",
    consent_id: null,
    error: "",
    request_id: currentRequestId(),
    created_ms: nowMs,
    settled_ms: null,
    receipt: "",
  };
}

/** The retry of a period that was declined; undefined while its charge is in flight. */
async function retryOf(
  trx: Transaction<Database>,
  { subscription_id, charge_key, attempt }: ChargeRow,
): Promise<ChargeRow | undefined> {
  return await trx.updateTable("subs_charges").set({ state: "sending", attempt, execution_id: "", error: "" })
    .where("subscription_id", "=", subscription_id).where("charge_key", "=", charge_key).where("state", "=", "failed")
    .returningAll().executeTakeFirst();
}
