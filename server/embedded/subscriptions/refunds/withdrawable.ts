/** What a person can still take back, and the amount. Screens, emails and refunds all use this computation. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";
import { findPlan, type Plan } from "../../../wire/billing/plans.ts";
import { isOpen, paidCharges, type Right, rightTo } from "../billing/withdrawal_right.ts";
import type { ChargeRow } from "../db/tables.ts";
import { chargedBack } from "./charged_back.ts";

export interface Withdrawable extends Right {
  readonly charge: ChargeRow;
  readonly plan: Plan;
  readonly cents: number;
}

interface WithdrawableQuery {
  readonly subscriptionId: string;
  /** The moment for which the right is checked. */
  readonly atMs: number;
}

/**
 * Purchases and the first full charge can be taken back for 14 days, with what the plan was charged since, and every
 * other renewal for 24 hours. The whole amount is refunded, except for used look-ups of a pack: each costs its share of
 * the pack, rounded in favour of the person.
 */
export async function withdrawables(
  db: Db | Transaction<Database>,
  { subscriptionId, atMs }: WithdrawableQuery,
): Promise<readonly Withdrawable[]> {
  const charges = await paidCharges(db, [subscriptionId], atMs);
  const refunds = await db.selectFrom("subs_refunds").select(["charge_id", "cents", "reason", "state"])
    .where("subscription_id", "=", subscriptionId).execute();
  const refundOf = (charge: ChargeRow) => refunds.find(({ charge_id }) => charge_id === charge.id);
  /** What an operator has refunded as goodwill, or is about to, does not reduce the right to the rest. */
  const isWhole = (charge: ChargeRow) => {
    const refund = refundOf(charge);
    return refund === undefined
      ? charge.state === "succeeded"
      : refund.reason === "operator" && refund.state !== "dropped";
  };
  const isDisputed = await chargedBack(db, charges.map(({ id }) => id));
  const open = charges.filter((charge) => isWhole(charge) && !isDisputed.has(charge.id));
  const all = await Promise.all(open.map(async (charge) => {
    const item = await withdrawableOf(db, charge, rightTo(charge, { charges, atMs }));
    const leftCents = charge.cents - (refundOf(charge)?.cents ?? 0);
    return item === undefined ? undefined : { ...item, cents: Math.min(item.cents, leftCents) };
  }));
  return all.filter((item) => item !== undefined && isOpen(item, atMs) && item.cents > 0)
    .flatMap((item) => item ?? []);
}

async function withdrawableOf(
  db: Db | Transaction<Database>,
  charge: ChargeRow,
  right: Right | undefined,
): Promise<Withdrawable | undefined> {
  const plan = findPlan(charge.plan_id);
  if (plan === undefined || right === undefined) return undefined;
  const cents = charge.kind === "addon" ? charge.cents - await usedCents(db, charge, plan) : charge.cents;
  return { charge, plan, cents, ...right };
}

async function usedCents(db: Db | Transaction<Database>, charge: ChargeRow, plan: Plan): Promise<number> {
  if (plan.credits === undefined) return 0;
  const product = await db.selectFrom("subs_products").select("bought_ms").where("charge_id", "=", charge.id)
    .executeTakeFirst();
  const lot = product === undefined ? undefined : await db.selectFrom("subs_credit_lots").select(["total", "remaining"])
    .where("subscription_id", "=", charge.subscription_id).where("bought_ms", "=", product.bought_ms)
    .where("total", "=", plan.credits).executeTakeFirst();
  return lot === undefined ? 0 : Math.floor(charge.cents * (lot.total - lot.remaining) / lot.total);
}
