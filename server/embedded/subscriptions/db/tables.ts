/** Tables of the subscriptions service: checkouts, consents, subscriptions, charges, products, credits and letters. */
import type { Generated, Selectable } from "kysely";

/** open -> completing (about to capture) -> done; open -> cancelled or voided. */
export type CheckoutState = "open" | "completing" | "done" | "cancelled" | "voided";
export type SubscriptionStatus = "trial" | "active" | "past_due" | "cancelled" | "ended";
/** sending: the provider may have been asked; the outcome is learnt by asking again with the same key. */
/** mismatch: the provider took another sum than was asked; a person has to look at it, nothing is tried again. */
export type ChargeState = "sending" | "succeeded" | "failed" | "refunded" | "mismatch";
export type ChargeKind = "first" | "renewal" | "addon";
export type RefundReason = "withdrawal" | "regret" | "late-cancel";
export type OperationKind = "capture" | "cancel" | "refund";
export type CapabilityKind = "cancel" | "activate" | "withdraw" | "mails";

export interface SubscriptionsTables {
  /** One execution of the payments service, prepared for one browser and one plan. */
  subs_checkouts: {
    execution_id: string;
    /** SHA-256 of the browser's checkout cookie, hex. */
    checkout_hash: string;
    plan_id: string;
    cents: number;
    holder_reference: string;
    state: CheckoutState;
    subscription_id: string | null;
    created_ms: number;
    /** When the state last changed. */
    changed_ms: number;
    /** Who buys, from the first attempt to charge until it is written or given up; empty before and after. */
    buyer_json: Generated<string>;
    /** When the provider is told again that this was given up; null: it knows, or need not. */
    cancel_ms: Generated<number | null>;
  };
  /** What a person was shown when they agreed; kept three years. */
  subs_consents: {
    id: string;
    checkout_hash: string;
    user_id: string;
    plan_id: string;
    /** Add-ons only. */
    subscription_id: string | null;
    email: string;
    text: string;
    text_sha256: string;
    /** Of the words that were shown, as the app that showed them says it. */
    text_version: string;
    /** What the link said (`tcv`): a word of the link alone, never evidence of what was shown. */
    link_text_version: Generated<string>;
    locale: string;
    /** Network part only: IPv4 /24, IPv6 /48. */
    ip_network: string;
    shown_json: string;
    /** The execution or add-on charge that used it; null while unused. */
    used_by: string | null;
    created_ms: number;
  };
  subs_subscriptions: {
    id: string;
    execution_id: string;
    plan_id: string;
    status: SubscriptionStatus;
    email: string;
    /** Lower case, for look-ups. */
    email_key: string;
    checkout_hash: string;
    /** Empty until a member finalized it. */
    user_id: string;
    holder_reference: string;
    payment_instrument_id: string;
    attribution_json: string;
    address_json: string;
    /** Anchor of all periods. */
    started_ms: number;
    /** Number of the paid period, 0 is the first. */
    period: number;
    current_period_end_ms: number;
    /** When the next charge, or its next try, is due; null when it does not renew. */
    next_charge_ms: number | null;
    next_charge_cents: number | null;
    /** When the next reminder of the first full charge is due; null when none is. */
    remind_ms: number | null;
    /** Declines of the period that is due. */
    declines: number;
    cancelled_ms: number | null;
    /** After a pause or a change of plan periods count from here; null: from the start. */
    anchor_ms: Generated<number | null>;
    /** The period that begins at anchor_ms counts as this one plus one. */
    anchor_period: Generated<number | null>;
    /** When a pause ends and is charged again; null without one. */
    resume_ms: Generated<number | null>;
    /** The plan from the next charge on; null while it stays. */
    next_plan_id: Generated<string | null>;
    /** When the yearly notice of price and way out is due. */
    annual_ms: Generated<number | null>;
    /** 1 when the person wants no reminders; receipts and the yearly notice go on. */
    reminders_off: Generated<number>;
    /** Until when one server works on what is due here, and which one. */
    lease_ms: Generated<number>;
    lease_by: Generated<string>;
    /** Code of the payment method behind the instrument. */
    payment_method: Generated<string>;
    /** What a wallet calls the card, and the `vault` that came with it; empty for cards. */
    instrument_label: Generated<string>;
    instrument_vault: Generated<string>;
    /** Code of the language it was bought in; letters are written in it. */
    language: Generated<string>;
    /** Counts changes, so that writers of one subscription wait for each other on both engines. */
    version: number;
  };
  subs_charges: {
    id: string;
    subscription_id: string;
    /** `period:3` or `addon:{consent}`; unique per subscription, which is what makes charges happen once. */
    charge_key: string;
    kind: ChargeKind;
    plan_id: string;
    cents: number;
    state: ChargeState;
    /** Tries after a decline; part of the idempotency key. */
    attempt: number;
    /** Empty until the provider made one. */
    execution_id: string;
    consent_id: string | null;
    error: string;
    created_ms: number;
    settled_ms: number | null;
  };
  /** Money owed back for one charge, booked with the fact it follows from and sent afterwards until it arrived. */
  subs_refunds: {
    /** Receipt number of the refund. */
    id: string;
    /** Unique: a charge goes back once. */
    charge_id: string;
    subscription_id: string;
    reason: RefundReason;
    cents: number;
    state: "due" | "sent";
    attempts: number;
    next_ms: number;
    created_ms: number;
    settled_ms: number | null;
  };
  /** Moves that did not succeed at the first try, for an operator to see; `settled_ms` is null while one is open. */
  subs_moves: {
    execution_id: string;
    kind: OperationKind;
    cents: number;
    /** pending: the provider has not decided. released: the money it was about went back another way. */
    state: "refused" | "pending" | "done" | "released";
    /** Calls the provider refused outright; part of the idempotency key. */
    refusals: number;
    tries: number;
    /** What the provider said last, as a code or a status. */
    reason: string;
    /** The next try is not before this time. */
    next_ms: number;
    created_ms: number;
    settled_ms: number | null;
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
  /** Credits of one pack. */
  subs_credit_lots: {
    id: string;
    subscription_id: string;
    total: number;
    remaining: number;
    bought_ms: number;
    expires_ms: number;
  };
  /** One row a credit spent; the caller's id makes a repeat harmless. */
  subs_credit_spends: {
    subscription_id: string;
    spend_id: string;
    lot_id: string;
    spent_ms: number;
  };
  /** What happened to a subscription, in order, for people and for audits. */
  subs_events: {
    id: string;
    subscription_id: string;
    name: string;
    detail_json: string;
    at_ms: number;
  };
  /** Links in mails that may do one thing; only the hash of the secret is stored. */
  subs_capabilities: {
    hash: string;
    kind: CapabilityKind;
    subscription_id: string;
    created_ms: number;
    /** null: as long as the subscription lives. */
    expires_ms: number | null;
    /** When the person asked for the link: what they do with it within 7 days counts from then. */
    effective_ms: Generated<number | null>;
  };
  /** Requests that must look the same for everybody; worked on after the answer left. */
  subs_requests: {
    id: string;
    kind: "cancel" | "activate" | "withdraw";
    email_key: string;
    ip_network: string;
    at_ms: number;
    /** null until worked on. */
    done_ms: number | null;
    /** 1 when a letter was written. */
    mailed: number;
  };
  /** Letters written in the same transaction as the fact they tell, handed to the mail service afterwards. */
  subs_letters: {
    id: string;
    /** One letter per fact: unique. */
    dedupe_key: string;
    subscription_id: string;
    kind: string;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    created_ms: number;
    sent_ms: number | null;
    attempts: number;
    next_ms: number;
    /** For the List-Unsubscribe header: ends mails of this kind, never the plan. Empty for letters that must be sent. */
    unsubscribe_url: Generated<string>;
  };
}

export type ChargeRow = Selectable<SubscriptionsTables["subs_charges"]>;

export type SubscriptionRow = Selectable<SubscriptionsTables["subs_subscriptions"]>;

declare module "../../../db/database.ts" {
  interface Database extends SubscriptionsTables {}
}

export type CheckoutRow = Selectable<SubscriptionsTables["subs_checkouts"]>;
