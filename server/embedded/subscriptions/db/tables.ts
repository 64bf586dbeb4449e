/** The tables of the subscriptions service. `_ms` columns are Unix milliseconds, `cents` columns US cents. */
import type { Generated, Selectable } from "kysely";

/** open -> completing (about to capture) -> done; open -> cancelled or voided. */
export type CheckoutState = "open" | "completing" | "done" | "cancelled" | "voided";
export type SubscriptionStatus = "trial" | "active" | "past_due" | "cancelled" | "ended";
/** sending: the provider may have been called; the service learns the outcome by calling again with the same key. */
/** mismatch: the provider charged another amount. A person has to decide; the service retries nothing. */
export type ChargeState = "sending" | "succeeded" | "failed" | "refunded" | "mismatch";
export type ChargeKind = "first" | "renewal" | "addon";
/** `in-flight`: the charge was in flight when the plan was cancelled. */
export type RefundReason = "withdrawal" | "regret" | "late-cancel" | "in-flight" | "operator" | "dispute";
/** A right to take a charge back: to withdraw from the contract, or to undo a renewal within a day. */
export type WithdrawalRight = Extract<RefundReason, "withdrawal" | "regret">;
export type OperationKind = "capture" | "cancel" | "refund";
export type CapabilityKind = "cancel" | "activate" | "withdraw" | "mails" | "pay";

export interface SubscriptionsTables {
  /** An execution of the payments service, created for one browser and one plan. */
  subs_checkouts: {
    execution_id: string;
    /** SHA-256 of the browser's checkout cookie in hex. */
    checkout_hash: string;
    plan_id: string;
    cents: number;
    holder_reference: string;
    state: CheckoutState;
    subscription_id: string | null;
    created_ms: number;
    /** When the state last changed. */
    changed_ms: number;
    /**
     * The buyer, from the first attempt to charge until the purchase is recorded or given up; empty before and after.
     */
    buyer_json: Generated<string>;
    /** When to retry the cancel at the provider; null when the provider has accepted it or needs none. */
    cancel_ms: Generated<number | null>;
    /** When recovery looks at it next, while `open` or `completing`; 0 in a row that the previous release wrote. */
    next_ms: Generated<number>;
    /** The request or job that wrote it; empty for none. */
    request_id: Generated<string>;
  };
  /** What a person saw when they agreed; kept for three years. */
  subs_consents: {
    id: string;
    checkout_hash: string;
    user_id: string;
    plan_id: string;
    /** Set for add-ons only. */
    subscription_id: string | null;
    email: string;
    text: string;
    text_sha256: string;
    /** Version of the sentences shown, as reported by the app that showed them. */
    text_version: string;
    /** The version the link named (`tcv`). It says nothing about what was shown. */
    link_text_version: Generated<string>;
    locale: string;
    /** The network part only: the /24 of IPv4, the /48 of IPv6. */
    ip_network: string;
    shown_json: string;
    /** The execution or add-on charge that used the consent; null while unused. */
    used_by: string | null;
    created_ms: number;
    /** The request or job that wrote it; empty for none. */
    request_id: Generated<string>;
  };
  subs_subscriptions: {
    id: string;
    execution_id: string;
    plan_id: string;
    status: SubscriptionStatus;
    email: string;
    /** The address in lower case, for queries. */
    email_key: string;
    checkout_hash: string;
    /** Empty until a member finalizes the purchase. */
    user_id: string;
    holder_reference: string;
    payment_instrument_id: string;
    attribution_json: string;
    address_json: string;
    /** The moment from which all periods count. */
    started_ms: number;
    /** Number of the paid period; 0 is the first. */
    period: number;
    /** The end of the paid time; of a plan that ended in another way, such as after declined charges, that moment. */
    current_period_end_ms: number;
    /** When the next charge or its retry is due; null when the plan does not renew. */
    next_charge_ms: number | null;
    next_charge_cents: number | null;
    /** When the next reminder of a charge is due; null for none. */
    remind_ms: number | null;
    /** Declines of the current charge. */
    declines: number;
    cancelled_ms: number | null;
    /** The moment from which periods count after a pause or a plan change; null counts from `started_ms`. */
    anchor_ms: Generated<number | null>;
    /** The number of the period before the one that starts at `anchor_ms`. */
    anchor_period: Generated<number | null>;
    /** When a pause ends with a charge; null without a pause. */
    resume_ms: Generated<number | null>;
    /** The plan from the next charge on; null for no change. */
    next_plan_id: Generated<string | null>;
    /** When the yearly email about price and cancellation is due. */
    annual_ms: Generated<number | null>;
    /** 1 when the member unsubscribed from reminders. Receipts and the yearly email continue. */
    reminders_off: Generated<number>;
    /** Until when one server works on this subscription's due work, and which server. */
    lease_ms: Generated<number>;
    lease_by: Generated<string>;
    /** Code of the instrument's payment method. */
    payment_method: Generated<string>;
    /** A wallet's name for the card, and the `vault` sent with it; empty for cards. */
    instrument_label: Generated<string>;
    instrument_vault: Generated<string>;
    /** Code of the language at the purchase, which is the language of its emails. */
    language: Generated<string>;
    /** When the purchase was made, until its receipt is written; then null. */
    receipt_due_ms: Generated<number | null>;
    /** Until when a plan whose card is declined for good waits for another card; null while it does not wait. */
    grace_ms: Generated<number | null>;
    /** What the card's network reported last, and when; null for nothing. */
    card_change: Generated<string | null>;
    card_changed_ms: Generated<number | null>;
    /** Such as `Visa •••• 4242`, as the network reported it last. */
    card_label: Generated<string>;
    /** Grows with every change. Updating it makes writers of one subscription wait for each other on both engines. */
    version: number;
  };
  subs_charges: {
    id: string;
    subscription_id: string;
    /** `period:3` or `addon:{plan}:{number}`. Unique per subscription, so that nothing is charged twice. */
    charge_key: string;
    kind: ChargeKind;
    plan_id: string;
    cents: number;
    state: ChargeState;
    /** Retries after a decline; part of the idempotency key. */
    attempt: number;
    /** Empty until the provider created an execution. */
    execution_id: string;
    consent_id: string | null;
    error: string;
    /** The request or job that caused the charge; empty for none. */
    request_id: Generated<string>;
    created_ms: number;
    settled_ms: number | null;
    /** Readable receipt number, "TC-2026-000123"; empty until the amount is charged. */
    receipt: Generated<string>;
  };
  /** The last receipt number of each year. Updating a row makes writers wait, so that no number is left out. */
  subs_receipt_numbers: {
    year: number;
    last_number: number;
  };
  /** A refund owed for one charge: recorded with its cause, then sent until the provider has made it. */
  subs_refunds: {
    id: string;
    /** Unique: a charge has one refund, which may grow. */
    charge_id: string;
    subscription_id: string;
    reason: RefundReason;
    cents: number;
    /** `dropped`: the issuer has returned the money in a dispute, so that a refund would return it twice. */
    state: "due" | "sent" | "dropped";
    attempts: number;
    next_ms: number;
    created_ms: number;
    settled_ms: number | null;
    /**
     * What was sent before the part that is sent last: a refund may grow, also while a part of it is on its way, whose
     * amount is then in `subs_moves`.
     */
    sent_cents: Generated<number>;
  };
  /**
   * Captures, cancels and refunds that did not succeed at once, for an operator to see. `settled_ms` is null while one
   * is open.
   */
  subs_moves: {
    execution_id: string;
    kind: OperationKind;
    cents: number;
    /** pending: the provider has not decided. released: the amount was returned by another operation. */
    state: "refused" | "pending" | "done" | "released";
    /** Calls the provider refused outright; part of the idempotency key. */
    refusals: number;
    tries: number;
    /** The provider's last answer, as a code or a status. */
    reason: string;
    /** The next retry is not before this time. */
    next_ms: number;
    created_ms: number;
    settled_ms: number | null;
  };
  /** Disputes of charges, as the payments service reported them last. */
  subs_disputes: {
    id: string;
    charge_id: string;
    subscription_id: string;
    kind: string;
    state: string;
    category: string;
    /** Taken by the issuer, and returned when the dispute was won. */
    withdrawn_cents: number;
    returned_cents: number;
    fee_cents: number;
    /** JSON of the access that ended with the dispute, which a won one restores; null for none. */
    access_json: string | null;
    created_ms: number;
    changed_ms: number;
  };
  subs_products: {
    id: string;
    subscription_id: string;
    charge_id: string;
    plan_id: string;
    cents: number;
    bought_ms: number;
    until_ms: number;
  };
  /** The credits of one pack. */
  subs_credit_lots: {
    id: string;
    subscription_id: string;
    total: number;
    remaining: number;
    bought_ms: number;
    expires_ms: number;
  };
  /** One row per spent credit. The id comes with the request, so that a repeat spends nothing. */
  subs_credit_spends: {
    subscription_id: string;
    spend_id: string;
    lot_id: string;
    spent_ms: number;
  };
  /** The events of a subscription in order, for support and audits. */
  subs_events: {
    id: string;
    subscription_id: string;
    name: string;
    detail_json: string;
    at_ms: number;
    /** The request or job that wrote it; empty for none. */
    request_id: Generated<string>;
  };
  /** Action links: links in emails that can do one thing. Only the hash of the secret is stored. */
  subs_capabilities: {
    hash: string;
    kind: CapabilityKind;
    subscription_id: string;
    created_ms: number;
    /** Null while the subscription lives. */
    expires_ms: number | null;
    /** When the person requested the link. What they do with it within 7 days takes effect from then. */
    effective_ms: Generated<number | null>;
  };
  /** Requests by email, whose answers must look the same for every address. They are processed after the answer. */
  subs_requests: {
    id: string;
    kind: "cancel" | "activate" | "withdraw";
    email_key: string;
    ip_network: string;
    at_ms: number;
    /** Null until processed. */
    done_ms: number | null;
    /** 1 when an email was written. */
    mailed: number;
    /** The purchase for which an operator asks; null for whatever the address has bought. */
    subscription_id: Generated<string | null>;
  };
}

export type ChargeRow = Selectable<SubscriptionsTables["subs_charges"]>;

export type SubscriptionRow = Selectable<SubscriptionsTables["subs_subscriptions"]>;

declare module "../../../db/database.ts" {
  interface Database extends SubscriptionsTables {}
}

export type CheckoutRow = Selectable<SubscriptionsTables["subs_checkouts"]>;
