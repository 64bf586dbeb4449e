import { sql } from "kysely";
import type { CheckoutState, SubscriptionRow } from "./tables.ts";

/** Statuses of plans that renew. */
export const LIVE = ["trial", "active", "past_due"] as const;

/** Whether a plan of this status renews. */
export function renews(status: string): boolean {
  return LIVE.some((live) => live === status);
}

/** Whether its member can't buy the plan again. One that waits for another card is replaced by the purchase. */
export function isOwned({ status, grace_ms }: Pick<SubscriptionRow, "status" | "grace_ms">): boolean {
  return renews(status) && grace_ms === null;
}

// Literals: the partial index of unfinished checkouts serves nothing else.
export const OPEN = sql.lit<CheckoutState>("open");
export const COMPLETING = sql.lit<CheckoutState>("completing");
/** States of checkouts that recovery still looks at. */
export const UNFINISHED = [OPEN, COMPLETING];

/**
 * The columns of a plan that renews no more: no charge, reminder, retry, pause or change of plan is due. While a
 * declined renewal was tried again its member had access, which ends now.
 */
export function cancelled(nowMs: number) {
  const endMs = sql<number>`case
    when status = 'past_due' and current_period_end_ms < ${nowMs} then ${nowMs} else current_period_end_ms end`;
  return {
    status: "cancelled",
    current_period_end_ms: endMs,
    cancelled_ms: nowMs,
    next_charge_ms: null,
    next_charge_cents: null,
    grace_ms: null,
    remind_ms: null,
    annual_ms: null,
    resume_ms: null,
    next_plan_id: null,
  } as const;
}
