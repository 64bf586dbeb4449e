/** Until when a charge can be taken back, and whether as a withdrawal from the contract. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";
import { LATE_WITHDRAW_WITHIN_MS, WITHDRAW_LAST_DAY_MS, WITHDRAW_WITHIN_MS } from "../context/constants.ts";
import type { ChargeRow, WithdrawalRight } from "../db/tables.ts";
import { isFirstFullCharge } from "./periods.ts";

/** The key of the charge with which a plan was bought. */
const PURCHASE = "period:0";

/** Those whose time may not be over, and each purchase. */
export async function paidCharges(
  db: Db | Transaction<Database>,
  subscriptionIds: readonly string[],
  atMs: number,
): Promise<readonly ChargeRow[]> {
  const oldestMs = atMs - WITHDRAW_WITHIN_MS - WITHDRAW_LAST_DAY_MS;
  return await db.selectFrom("subs_charges").selectAll().where("subscription_id", "in", subscriptionIds)
    .where("state", "in", ["succeeded", "refunded"])
    // The purchase, however old, says whether the plan began with a trial.
    .where((eb) => eb.or([eb("settled_ms", ">", oldestMs), eb("charge_key", "=", PURCHASE)]))
    .orderBy("created_ms").orderBy("id").execute();
}

export interface Right {
  /** A withdrawal is possible until the end of this day, wherever the person is. */
  readonly untilMs: number;
  readonly reason: WithdrawalRight;
}

/** The rights that these charges, which have just succeeded, come with; by the charge's id, in one query. */
export async function rightsTo(
  trx: Transaction<Database>,
  renewed: readonly Pick<ChargeRow, "id" | "subscription_id">[],
  atMs: number,
): Promise<ReadonlyMap<string, Right>> {
  const paid = await paidCharges(trx, renewed.map(({ subscription_id }) => subscription_id), atMs);
  const bySubscription = Map.groupBy(paid, ({ subscription_id }) => subscription_id);
  return new Map(paid.flatMap((charge) => {
    const right = rightTo(charge, { charges: bySubscription.get(charge.subscription_id) ?? [], atMs });
    return right === undefined ? [] : [[charge.id, right] as const];
  }));
}

/**
 * A withdrawal undoes the contract: while a charge of the plan gives the right to it, what was charged after it goes
 * back as well. Otherwise the plan would end with a period that was paid and neither used nor refunded.
 */
export function rightTo(
  charge: ChargeRow,
  { charges, atMs }: { readonly charges: readonly ChargeRow[]; readonly atMs: number },
): Right | undefined {
  const own = ownRight(charge, charges);
  if (own?.reason !== "regret") return own;
  const before = charges.slice(0, charges.indexOf(charge)).filter(isOfPlan).map((one) => ownRight(one, charges));
  const withdrawal = before.findLast((right) => right?.reason === "withdrawal" && isOpen(right, atMs));
  // By itself it can be taken back for a day, which may end later.
  return withdrawal === undefined ? own : { ...withdrawal, untilMs: Math.max(withdrawal.untilMs, own.untilMs) };
}

/** What a charge gives by itself. */
function ownRight(charge: ChargeRow, charges: readonly ChargeRow[]): Right | undefined {
  if (charge.settled_ms === null) return undefined;
  const bought = charges.find(({ charge_key }) => charge_key === PURCHASE)?.plan_id ?? "";
  return charge.kind === "renewal" && !isFirstFullCharge(charge, bought)
    ? { reason: "regret", untilMs: charge.settled_ms + LATE_WITHDRAW_WITHIN_MS }
    : { reason: "withdrawal", untilMs: charge.settled_ms + WITHDRAW_WITHIN_MS };
}

export function isOpen({ reason, untilMs }: Right, atMs: number): boolean {
  return atMs < untilMs + (reason === "withdrawal" ? WITHDRAW_LAST_DAY_MS : 0);
}

/** True for charges for the plan itself. */
export function isOfPlan({ kind }: Pick<ChargeRow, "kind">): boolean {
  return kind !== "addon";
}
