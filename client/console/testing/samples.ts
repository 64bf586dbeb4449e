/** Answers of the server as the tests and the gallery of the console show them. */
import type { Preview } from "../../../server/wire/admin/acts.ts";
import type { Audit } from "../../../server/wire/admin/audit.ts";
import type { Customer, Purchase } from "../../../server/wire/admin/customer.ts";
import type { Masked, Money, Subject } from "../../../server/wire/admin/fields.ts";
import type { Differences, Disputes, Figures } from "../../../server/wire/admin/money.ts";
import type { TimelineEntry } from "../../../server/wire/admin/timeline.ts";
import { RIGHTS } from "../../../server/wire/admin/roles.ts";
import type { Timeline } from "../../../server/wire/admin/timeline.ts";
import { FUNNEL_EVENTS } from "../../../server/wire/site/funnel_events.ts";
import type { Operators, Searched } from "../api/calls.ts";
import type { SignedIn } from "../session/session.tsx";

export const usd = (minor: number): Money => ({ minor, currency: "USD" });

export function maskedAs(masked: string, field: "email" | "name" | "recipient", subject: Subject): Masked {
  return { masked, reveal: { subject, field } };
}

const ADA: Subject = { kind: "customer", id: "acc-ada" };
const EMAIL = maskedAs("a•••@mail.example", "email", ADA);

export const SESSION: SignedIn = {
  signed_in: true,
  operator: { id: "op_1", email: "ann@shop.example", role: "owner" },
  may: [...RIGHTS],
  signed_in_with: "passkey",
  ends_at: "2026-11-22T21:30:00.000Z",
  unseen: [],
  simulated: true,
};

export const FIRST_CHARGE: Purchase["charges"][number] = {
  id: "charge_1",
  kind: "first",
  plan_id: "tck_weekly_3dtrial",
  plan_name: "Weekly plan",
  amount: usd(100),
  state: "succeeded",
  at: "2026-11-14T10:00:00.000Z",
  execution_id: "exec_1",
  decline: "",
  refunded: usd(0),
  refundable: usd(100),
};

export const PURCHASE: Purchase = {
  id: "sub_1",
  plan_id: "tck_weekly_3dtrial",
  plan_name: "Weekly plan",
  status: "past_due",
  started_at: "2026-11-14T10:00:00.000Z",
  paid_until: "2026-11-24T10:00:00.000Z",
  next_charge: { at: "2026-11-25T10:00:00.000Z", amount: usd(1999) },
  paused_until: null,
  declines: 2,
  instrument: { method: "card", network: "visa", last_four: "4242" },
  email: EMAIL,
  charges: [
    {
      ...FIRST_CHARGE,
      id: "charge_3",
      kind: "renewal",
      amount: usd(1999),
      state: "failed",
      at: "2026-11-24T10:00:00.000Z",
      execution_id: "exec_3",
      decline: "InsufficientBalance",
      refundable: usd(0),
    },
    {
      ...FIRST_CHARGE,
      id: "charge_2",
      kind: "renewal",
      amount: usd(1999),
      at: "2026-11-17T10:00:00.000Z",
      execution_id: "exec_2",
      refunded: usd(500),
      refundable: usd(1499),
    },
    FIRST_CHARGE,
  ],
  possible: ["cancel", "pause", "resend"],
};

export const CUSTOMER: Customer = {
  id: ADA.id,
  email: EMAIL,
  name: maskedAs("A•• L•••••••", "name", ADA),
  phone: { masked: "", reveal: null },
  account: {
    created_at: "2026-11-14T10:05:00.000Z",
    last_sign_in_at: "2026-11-20T08:30:00.000Z",
    email_verified: true,
    disabled: false,
  },
  language: "en",
  purchases: [PURCHASE, {
    ...PURCHASE,
    id: "sub_0",
    plan_name: "Monthly plan",
    status: "ended",
    next_charge: null,
    declines: 0,
    instrument: { method: "card", network: "mastercard", last_four: "4444" },
    charges: [{ ...FIRST_CHARGE, id: "charge_0", plan_name: "Monthly plan", state: "refunded", refundable: usd(0) }],
    possible: ["resend"],
  }],
  emails: [
    {
      id: "mail_2",
      kind: "renewal_failed",
      to: maskedAs("a•••@mail.example", "recipient", { kind: "email", id: "mail_2" }),
      at: "2026-11-24T10:00:01.000Z",
      state: "sent",
    },
    {
      id: "mail_1",
      kind: "receipt",
      to: maskedAs("a•••@mail.example", "recipient", { kind: "email", id: "mail_1" }),
      at: "2026-11-14T10:00:01.000Z",
      state: "failed",
    },
  ],
  lookups: { total: 12, last_at: "2026-11-20T08:31:00.000Z" },
  paid: [usd(1599)],
  erased: false,
  possible: ["export", "erase"],
  unseen: [],
};

const ENTRY: TimelineEntry = {
  id: "consent:c1",
  at: "2026-11-14T09:59:50.000Z",
  kind: "consent",
  name: "given",
  state: "info",
  amount: usd(100),
  reason: "",
  subject: null,
  possible: [],
  facts: [{ name: "text_version", value: "3" }],
  to: null,
  execution_id: "exec_1",
};

export const ENTRIES: readonly TimelineEntry[] = [
  ENTRY,
  { ...ENTRY, id: "execution:exec_1", at: "2026-11-14T09:59:51.000Z", kind: "execution", name: "opened", amount: null },
  {
    ...ENTRY,
    id: "challenge:1",
    at: "2026-11-14T09:59:54.000Z",
    kind: "challenge",
    name: "3ds",
    state: "ok",
    amount: null,
    facts: [],
  },
  {
    ...ENTRY,
    id: "intent:1",
    at: "2026-11-14T09:59:55.000Z",
    kind: "intent",
    name: "authorize",
    state: "ok",
    facts: [],
  },
  {
    ...ENTRY,
    id: "move:1",
    at: "2026-11-14T09:59:56.000Z",
    kind: "move",
    name: "authorizeSuccessful",
    state: "ok",
    facts: [],
  },
  {
    ...ENTRY,
    id: "charge:charge_1",
    at: "2026-11-14T10:00:00.000Z",
    kind: "charge",
    name: "first",
    state: "ok",
    subject: { kind: "charge", id: "charge_1" },
    possible: ["refund"],
    facts: [],
  },
  {
    ...ENTRY,
    id: "email:mail_1",
    at: "2026-11-14T10:00:01.000Z",
    kind: "email",
    name: "receipt",
    state: "ok",
    amount: null,
    subject: { kind: "email", id: "mail_1" },
    to: maskedAs("a•••@mail.example", "recipient", { kind: "email", id: "mail_1" }),
    facts: [],
  },
  {
    ...ENTRY,
    id: "webhook:w1",
    at: "2026-11-14T10:00:02.000Z",
    kind: "webhook",
    name: "captureSuccessful",
    state: "failed",
    amount: null,
    reason: "http_500",
    subject: { kind: "webhook", id: "w1" },
    possible: ["replay_webhook"],
    facts: [{ name: "attempts", value: "3" }, { name: "http_status", value: "500" }, {
      name: "next_attempt_at",
      value: "2026-11-14T12:00:00.000Z",
    }],
  },
  {
    ...ENTRY,
    id: "dispute:d1",
    at: "2026-11-20T10:00:00.000Z",
    kind: "dispute",
    name: "opened",
    state: "open",
    reason: "fraudulent",
    subject: { kind: "dispute", id: "d1" },
    possible: ["answer_dispute"],
    facts: [{ name: "due_at", value: "2026-12-04T10:00:00.000Z" }],
  },
  {
    ...ENTRY,
    id: "charge:charge_3",
    at: "2026-11-24T10:00:00.000Z",
    kind: "charge",
    name: "renewal",
    state: "failed",
    amount: usd(1999),
    reason: "InsufficientBalance",
    subject: { kind: "charge", id: "charge_3" },
    facts: [{ name: "attempts", value: "2" }],
  },
  {
    ...ENTRY,
    id: "act:5",
    at: "2026-11-24T11:00:00.000Z",
    kind: "act",
    name: "resend",
    amount: null,
    facts: [{ name: "operator", value: "op_1" }, { name: "reason", value: "Customer lost the email" }],
    execution_id: null,
  },
];

export const TIMELINE: Timeline = {
  customer_id: ADA.id,
  purchase: PURCHASE,
  entries: [...ENTRIES],
  failed_renewal: {
    charge_id: "charge_3",
    at: "2026-11-24T10:00:00.000Z",
    decline: "InsufficientBalance",
    declines: 2,
    retry_at: "2026-11-25T10:00:00.000Z",
  },
  unseen: [],
};

export const SEARCHED: Searched = {
  results: [{
    kind: "customer",
    id: ADA.id,
    matched: "email",
    email: EMAIL,
    purchase_id: "sub_1",
    status: "past_due",
    purchases: 2,
    paid: [usd(1599)],
    last_at: "2026-11-14T10:00:00.000Z",
  }],
  more: false,
  read_as: "email",
  unseen: [],
};

export const PREVIEW: Preview = {
  token: "t".repeat(43),
  expires_at: "2026-11-24T12:10:00.000Z",
  act: "refund",
  subject: { kind: "charge", id: "charge_2" },
  effects: [
    { kind: "money", move: "refund", amount: usd(1499), instrument: PURCHASE.instrument },
    { kind: "email", email_kind: "refunded", to: EMAIL, language: "en" },
    { kind: "webhook", event: "refundSuccessful", origin: "https://shop.example" },
  ],
  warnings: ["not_reversible"],
};

const DISPUTE: Disputes["disputes"][number] = {
  id: "d1",
  execution_id: "exec_1",
  purchase_id: "sub_1",
  customer_id: ADA.id,
  state: "needs_answer",
  reason: "fraudulent",
  amount: usd(1999),
  opened_at: "2026-11-20T10:00:00.000Z",
  due_at: "2026-12-04T10:00:00.000Z",
  possible: ["answer_dispute"],
};

export const DISPUTES: Disputes = {
  disputes: [DISPUTE, {
    ...DISPUTE,
    id: "d0",
    state: "won",
    reason: "product_not_received",
    due_at: null,
    possible: [],
  }],
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
      funnel: FUNNEL_EVENTS.map((_, step) => Math.max(0, 200 - step * 7 - at)),
    };
  }),
  funnel_steps: [...FUNNEL_EVENTS],
  funnel_collected: true,
  unseen: [],
};

const OPERATOR = SESSION.operator;
export const AUDIT: Audit = {
  rows: [
    {
      n: 3,
      at: "2026-11-24T11:00:00.000Z",
      operator: OPERATOR,
      what: "refund",
      subject: { kind: "charge", id: "charge_2" },
      reason: "Charged twice",
      facts: [{ name: "minor", value: "500" }, { name: "currency", value: "USD" }],
      hash: "c".repeat(64),
    },
    {
      n: 2,
      at: "2026-11-24T10:59:00.000Z",
      operator: OPERATOR,
      what: "revealed",
      subject: ADA,
      reason: "Customer called",
      facts: [{ name: "field", value: "email" }],
      hash: "b".repeat(64),
    },
    {
      n: 1,
      at: "2026-11-24T10:58:00.000Z",
      operator: null,
      what: "sign_in_refused",
      subject: null,
      reason: "",
      facts: [],
      hash: "a".repeat(64),
    },
  ],
  next: null,
  head: { n: 3, hash: "c".repeat(64) },
};

export const OPERATORS: Operators = [
  { ...OPERATOR, last_seen_at: "2026-11-24T10:58:00.000Z", passkeys: 2, disabled: false },
  { id: "op_2", email: "bob@shop.example", role: "support", last_seen_at: null, passkeys: 0, disabled: false },
  {
    id: "op_3",
    email: "cyd@shop.example",
    role: "finance",
    last_seen_at: "2026-10-01T09:00:00.000Z",
    passkeys: 1,
    disabled: true,
  },
];
