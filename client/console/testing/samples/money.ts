/** Disputes, differences and figures, as the server answers them to the console. */
import { type Differences, type Disputes, type Figures, FUNNEL_STEPS } from "../../../../server/wire/admin/money.ts";
import { ADA, usd } from "./session.ts";

const DISPUTE: Disputes["disputes"][number] = {
  id: "d1",
  execution_id: "exec_1",
  purchase_id: "sub_1",
  customer_id: ADA.id,
  state: "needs_answer",
  reason: "fraudulent",
  kind: "chargeback",
  amount: usd(1999),
  refunded: usd(0),
  opened_at: "2026-11-20T10:00:00.000Z",
  due_at: "2026-12-04T10:00:00.000Z",
  possible: ["answer_dispute"],
};

export const DISPUTES: Disputes = {
  disputes: [DISPUTE, {
    ...DISPUTE,
    id: "d0",
    refunded: usd(500),
    state: "won",
    reason: "product_not_received",
    kind: "inquiry",
    due_at: null,
    possible: [],
  }],
  more: false,
  unseen: [],
};

const SUMS = {
  captured_minor: 1999,
  refunded_minor: 0,
  held_minor: 0,
  disputed_minor: 0,
  dispute_fees_minor: 0,
};
export const DIFFERENCES: Differences = {
  differences: [{
    between: "books",
    subject: "exec_9",
    about: "execution",
    currency: "EUR",
    at: "2026-11-22T10:00:00.000Z",
    first_seen_at: "2026-11-23T10:00:00.000Z",
    expected: SUMS,
    found: { ...SUMS, captured_minor: 999 },
  }, {
    between: "ledger",
    subject: "dispute_4",
    about: "dispute",
    currency: "JPY",
    at: "2026-11-24T10:00:00.000Z",
    first_seen_at: "2026-11-24T11:00:00.000Z",
    expected: { ...SUMS, captured_minor: 0, disputed_minor: 2500 },
    found: { ...SUMS, captured_minor: 0, dispute_fees_minor: 1500 },
  }, {
    between: "ledger",
    subject: "acq-key-7",
    about: "acquirer",
    currency: "",
    at: "2026-11-24T10:00:00.000Z",
    first_seen_at: "2026-11-24T11:00:00.000Z",
    expected: { ...SUMS, captured_minor: 0 },
    found: { ...SUMS, captured_minor: 0, held_minor: 1200 },
  }],
  more_differences: false,
  moves: [{
    execution_id: "exec_2",
    kind: "refund",
    amount: usd(500),
    state: "refused",
    tries: 4,
    reason: "refundFailed",
    since: "2026-11-22T10:00:00.000Z",
    next_try_at: "2026-11-24T12:00:00.000Z",
    charge_id: "charge_2",
    purchase_id: "sub_1",
  }],
  more_moves: false,
  unseen: [],
};

const DAY_MS = 24 * 60 * 60_000;

/** A month with a weekly rhythm, so that charts have a shape. */
export const FIGURES: Figures = {
  from: "2026-10-26",
  to: "2026-11-24",
  days: Array.from({ length: 30 }, (_, at) => {
    const wave = 5 + ((at * 7) % 11) + (at % 7 < 5 ? 6 : 0);
    return {
      day: new Date(Date.parse("2026-10-26") + at * DAY_MS).toISOString().slice(0, 10),
      revenue: [{ currency: "USD", captured_minor: wave * 1999, refunded_minor: at % 9 === 0 ? 1999 : 0 }],
      renewals: { paid: wave, declined: at % 4, recovered: at % 3 === 0 ? 1 : 0 },
      churn: { started: 4, cancelled: at % 3, ended_unpaid: at % 10 === 0 ? 1 : 0, running: 120 + at * 2 },
      approval: { approved: 40 + wave, declined: 3 + (at % 5) },
      declines: [{ reason: "InsufficientBalance", count: 2 + (at % 3) }, { reason: "StolenCard", count: at % 2 }],
      funnel: FUNNEL_STEPS.map((_, step) => Math.max(0, 200 - step * 7 - at)),
    };
  }),
  funnel_steps: [...FUNNEL_STEPS],
  funnel_details: [
    { reason: "quiz-skip: 3", count: 41 },
    { reason: "purchase-error: Your bank declined the payment.", count: 17 },
  ],
  funnel_collected: true,
  unseen: [],
};
