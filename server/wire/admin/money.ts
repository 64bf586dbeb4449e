/** Disputes, differences between the books, and figures by day. Sums are whole minor units by currency. */
import * as z from "zod/mini";
import type { FunnelEventName } from "../site/funnel_events.ts";
import { day, moment, moneySchema, unseenSchema } from "./fields.ts";
import { possibleSchema } from "./customer.ts";

/** GET /api/admin/disputes: those that need an answer first, then newest first; at most 200. */
export const disputesSchema = z.object({
  disputes: z.array(z.object({
    id: z.string(),
    execution_id: z.string(),
    /** Null when the execution is of another merchant. */
    purchase_id: z.nullable(z.string()),
    customer_id: z.nullable(z.string()),
    /** State of the payments service, as the wire has it. */
    state: z.string(),
    /** The network's reason as a code. */
    reason: z.string(),
    /** `early_warning`, `inquiry` or `chargeback`: only the last has moved money. */
    kind: z.string(),
    amount: moneySchema,
    /** What the payment's refunds returned apart from the dispute; 0 for nothing. */
    refunded: moneySchema,
    opened_at: moment,
    /** The last moment for an answer; null when none is awaited. */
    due_at: z.nullable(moment),
    possible: possibleSchema,
  })),
  /** True when there are more than these. */
  more: z._default(z.boolean(), false),
  unseen: unseenSchema,
});
export type Disputes = z.infer<typeof disputesSchema>;

/** Sums of one execution or dispute in whole minor units of its currency. */
const sums = z.object({
  captured_minor: z.int(),
  refunded_minor: z.int(),
  held_minor: z.int(),
  /** Taken by the issuer in a dispute, and not returned. */
  disputed_minor: z.int(),
  dispute_fees_minor: z.int(),
});
/**
 * GET /api/admin/differences: what the hourly comparison found, and captures, voids and refunds that stay refused or
 * undecided.
 */
export const differencesSchema = z.object({
  differences: z.array(z.object({
    /** `books`: subscriptions against executions. `ledger`: executions against the acquirer. */
    between: z.enum(["books", "ledger"]),
    subject: z.string(),
    /** What the subject is. `acquirer`: the acquirer's key of a charge or dispute that none of our rows names. */
    about: z.enum(["execution", "dispute", "acquirer"]),
    /** Of the sums, ISO 4217; empty when it is not known here. Sums of two currencies are never added. */
    currency: z.string(),
    at: moment,
    first_seen_at: moment,
    expected: sums,
    found: sums,
  })),
  /** True when there are more than these, which are the oldest. */
  more_differences: z._default(z.boolean(), false),
  moves: z.array(z.object({
    execution_id: z.string(),
    kind: z.enum(["capture", "cancel", "refund"]),
    amount: moneySchema,
    state: z.string(),
    tries: z.int(),
    reason: z.string(),
    since: moment,
    next_try_at: moment,
    charge_id: z.nullable(z.string()),
    purchase_id: z.nullable(z.string()),
  })),
  /** True when there are more than these, which are the oldest. */
  more_moves: z._default(z.boolean(), false),
  unseen: unseenSchema,
});
export type Differences = z.infer<typeof differencesSchema>;

/** The steps of a purchase, in the order in which visitors take them. */
export const FUNNEL_STEPS = [
  "page-view",
  "number-check",
  "quiz-complete",
  "scan-complete",
  "get-report",
  "details-submit",
  "plan-select",
  "modal-payment-open",
  "modal-payment-submit",
  "purchase",
  "additional-purchase",
  "sign-in",
] as const satisfies readonly FunnelEventName[];

/** GET /api/admin/figures?from=2026-11-01&to=2026-11-30: both days included, in UTC, at most 92 days. */
export const figuresQuerySchema = z.object({ from: day, to: day });
const counts = z.array(z.object({ reason: z.string(), count: z.int() }));
const daily = z.object({
  day,
  revenue: z.array(z.object({ currency: z.string(), captured_minor: z.int(), refunded_minor: z.int() })),
  /** Renewals by how they ended on this day. `recovered` is the part of `paid` that was declined before. */
  renewals: z.object({ paid: z.int(), declined: z.int(), recovered: z.int() }),
  /**
   * `started` are plans that began, or that the member took up again. `cancelled` are those that stop to renew after a
   * cancellation, a withdrawal or a dispute. `running` is the count of plans that renew, at the day's end: that of the
   * day before, plus `started`, less `cancelled` and `ended_unpaid`.
   */
  churn: z.object({ started: z.int(), cancelled: z.int(), ended_unpaid: z.int(), running: z.int() }),
  /** Authorizations by their end on this day. The rate is approved / (approved + declined). */
  approval: z.object({ approved: z.int(), declined: z.int() }),
  /** Declines by code, most first. */
  declines: counts,
  /** Count of each funnel step, in the order of `funnel_steps`. */
  funnel: z.array(z.int()),
});
export const figuresSchema = z.object({
  from: day,
  to: day,
  /** One for each day, oldest first; a day without anything has zeros. */
  days: z.array(daily),
  /** Names of server/wire/site/funnel_events.ts, in the order of the funnel. */
  funnel_steps: z.array(z.string()),
  /** What the events of the range say, by step, most first: "quiz-skip: 3" is the third question, skipped. */
  funnel_details: z._default(counts, []),
  /** False where FUNNEL_EVENT_DAYS is 0: then all counts of steps are 0. */
  funnel_collected: z.boolean(),
  unseen: unseenSchema,
});
export type Figures = z.infer<typeof figuresSchema>;
