/** What a person can still take back, and the amount. Screens, emails and refunds all use this computation. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";
import { findPlan, type Plan } from "../../../wire/billing/plans.ts";
import { isFirstFullCharge } from "../billing/periods.ts";
import type { ChargeRow, WithdrawalRight } from "../db/tables.ts";
import { chargedBack } from "./charged_back.ts";
import { LATE_WITHDRAW_WITHIN_MS, WITHDRAW_LAST_DAY_MS, WITHDRAW_WITHIN_MS } from "../context/constants.ts";

export interface Withdrawable {
  readonly charge: ChargeRow;
  readonly plan: Plan;
  readonly cents: number;
  /** A withdrawal is possible until the end of this day, wherever the person is. */
  readonly untilMs: number;
  readonly reason: WithdrawalRight;
}

/** The key of the charge with which a plan was bought. */
const PURCHASE = "period:0";

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
  const oldestMs = atMs - WITHDRAW_WITHIN_MS - WITHDRAW_LAST_DAY_MS;
  const charges = await db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", subscriptionId)
    .where("state", "in", ["succeeded", "refunded"])
    // The purchase, however old, says whether the plan began with a trial.
    .where((eb) => eb.or([eb("settled_ms", ">", oldestMs), eb("charge_key", "=", PURCHASE)]))
    .orderBy("created_ms").orderBy("id").execute();
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

type Right = Pick<Withdrawable, "reason" | "untilMs">;

/**
 * A withdrawal undoes the contract: while a charge of the plan gives the right to it, what was charged after it goes
 * back as well. Otherwise the plan would end with a period that was paid and neither used nor refunded.
 */
function rightTo(
  charge: ChargeRow,
  { charges, atMs }: { readonly charges: readonly ChargeRow[]; readonly atMs: number },
): Right | undefined {
  const own = ownRight(charge, charges);
  if (own?.reason !== "regret") return own;
  const before = charges.slice(0, charges.indexOf(charge)).filter(isOfPlan).map((one) => ownRight(one, charges));
  return before.findLast((right) => right?.reason === "withdrawal" && isOpen(right, atMs)) ?? own;
}

/** What a charge gives by itself. */
function ownRight(charge: ChargeRow, charges: readonly ChargeRow[]): Right | undefined {
  if (charge.settled_ms === null) return undefined;
  const bought = charges.find(({ charge_key }) => charge_key === PURCHASE)?.plan_id ?? "";
  return charge.kind === "renewal" && !isFirstFullCharge(charge, bought)
    ? { reason: "regret", untilMs: charge.settled_ms + LATE_WITHDRAW_WITHIN_MS }
    : { reason: "withdrawal", untilMs: charge.settled_ms + WITHDRAW_WITHIN_MS };
}

function isOpen({ reason, untilMs }: Right, atMs: number): boolean {
  return atMs < untilMs + (reason === "withdrawal" ? WITHDRAW_LAST_DAY_MS : 0);
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

/** True for charges for the plan itself. */
export function isOfPlan({ kind }: Pick<ChargeRow, "kind">): boolean {
  return kind !== "addon";
}
