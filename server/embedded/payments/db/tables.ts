/** The tables of the payments service. `_ms` columns are Unix milliseconds, `_minor` columns whole minor units. */
import type { Generated } from "kysely";
import type { DeclineRow, RestrictionRow, VelocityRow } from "./fraud_tables.ts";
import type { DisputeFileRow, DisputeRow, FeedRow } from "./dispute_tables.ts";

export interface ExecutionRow {
  readonly id: string;
  readonly client_id: string;
  /** Idempotency key of the init call that created the execution. */
  readonly init_key: string;
  readonly type: string;
  readonly workflow_code: string;
  readonly merchant_reference: string;
  readonly holder_reference: string;
  readonly workspace_id: string | null;
  readonly amount_minor: number;
  readonly currency: string;
  /** `automatic` or `manual`. */
  readonly capture: string;
  /** JSON list of method codes; null offers all. */
  readonly methods: string | null;
  /** The merchant's JSON object, as it came. */
  readonly meta: string;
  /** Registered origin of the merchant's page, which receives the message of the issuer page. */
  readonly client_origin: string | null;
  /** JSON of the return addresses in the latest authorize. */
  readonly return_info: string | null;
  readonly state: string;
  /** Grows by one with every transition. Updates compare it, so that only one of two simultaneous updates succeeds. */
  readonly version: number;
  readonly attempts: number;
  /** JSON list of {@link StatusEntry}, oldest first. */
  readonly statuses: string;
  readonly authorized_minor: number;
  readonly captured_minor: number;
  readonly refunded_minor: number;
  readonly instrument_id: string | null;
  /** Network the shopper chose for the latest authorize, or when the card was stored. */
  readonly preferred_scheme: string | null;
  /** Group of the network of the card in the latest authorize; null for wallets and executions of older versions. */
  readonly network: string | null;
  /** Network and last four digits of that card, as merchants see them; null in the same cases. */
  readonly card_network: string | null;
  readonly card_suffix: string | null;
  /** The acquirer's key of the charge that is held, pending or waiting for the shopper. */
  readonly charge_key: string | null;
  /**
   * What a pending payment waits for: `3ds`, `redirect`, `confirm`; null when only the acquirer's answer is missing.
   */
  readonly action: string | null;
  readonly action_id: string | null;
  /** When to ask the acquirer about a pending payment again. */
  readonly due_ms: number | null;
  /** JSON of the order that init asked for, from the first lookup that changes the execution; null until then. */
  readonly init_order: string | null;
  readonly created_ms: number;
}

/** A call to the acquirer, committed before it is made. An execution has at most one open intent. */
export interface IntentRow {
  /** The key under which the acquirer knows the call. */
  readonly key: string;
  readonly execution_id: string;
  /** `authorize`, `capture`, `refund` or `cancel`. */
  readonly kind: string;
  readonly amount_minor: number;
  readonly instrument_id: string | null;
  /** Code of the payment method; null for captures and refunds. */
  readonly method: string | null;
  /** Network the shopper chose for a co-badged card; null leaves the choice to the acquirer. */
  readonly preferred_scheme: string | null;
  /** 1 when an approval stores the instrument for later payments. */
  readonly stores: number;
  /** Scope and idempotency key of the request that created it, so that a repeat of the request finds it. */
  readonly request_key: string | null;
  /** 1 while its outcome is unknown. */
  readonly is_open: number;
  readonly outcome: string | null;
  readonly created_ms: number;
  readonly resolved_ms: number | null;
  /** The server that makes the call. */
  readonly server_id: string | null;
}

export interface ChallengeRow {
  readonly id: string;
  readonly execution_id: string;
  readonly intent_key: string;
  /** `3ds` or `redirect`. */
  readonly kind: string;
  /** The issuer's one-time code, which the simulated issuer page shows. */
  readonly code: string;
  readonly tries: number;
  readonly is_open: number;
  readonly expires_ms: number;
  readonly created_ms: number;
}

export interface InstrumentRow {
  readonly id: string;
  readonly client_id: string;
  readonly holder_reference: string;
  readonly payment_method: string;
  readonly status: string;
  readonly is_default: number;
  readonly network: string | null;
  /** Chosen by the shopper when the card was stored. Later payments use it. */
  readonly preferred_scheme: string | null;
  readonly bin: string | null;
  readonly suffix: string | null;
  readonly expiry_month: string | null;
  readonly expiry_year: string | null;
  readonly issuer_country: string | null;
  readonly email: string | null;
  readonly future_usage: string;
  readonly merchant_reference: string | null;
  readonly network_transaction_reference: string | null;
  /** Keyed hash of the card number: equal for the same card, useless without the key. */
  readonly fingerprint: string | null;
  /** Keyed hash of client, holder and number while the instrument is listed, so that a holder has one row per card. */
  readonly live_key: string | null;
  /** What the network reported of the card last, and when; null for nothing. */
  readonly card_change: string | null;
  readonly card_changed_ms: number | null;
  /** While the network suspends the card: its status once the network resumes it. */
  readonly suspended_status: string | null;
  /** The only execution that a `transient` card pays, from its first attempt. */
  readonly paying_execution_id: string | null;
  /** The card number under AES-256-GCM; null once deleted. */
  readonly sealed_number: string | null;
  readonly created_ms: number;
  readonly updated_ms: number;
}

/** A change that a card's network reported; it is deleted with the instrument. */
export interface CardChangeRow {
  readonly instrument_id: string;
  readonly changed_ms: number;
  readonly change: string;
  /** Last four digits before and after; equal unless the card was replaced. */
  readonly old_suffix: string | null;
  readonly new_suffix: string | null;
}

export interface UsedSealRow {
  /** SHA-256 of the JWE. */
  readonly hash: string;
  readonly execution_id: string;
  /** `authorize` or `save`. */
  readonly purpose: string;
  readonly used_ms: number;
}

export interface IdempotencyRow {
  readonly scope: string;
  readonly key: string;
  readonly body_hash: string;
  /** Null while the request is in flight. */
  readonly status: number | null;
  readonly answer: string | null;
  /** Until this time, by the database's clock, the request belongs to the process that claimed its key. */
  readonly lease_until_ms: number;
  readonly created_ms: number;
}

/** A webhook to one address: sent until the merchant accepts it or three days have passed, then kept for replays. */
export interface WebhookRow {
  /** Id of the delivery. */
  readonly id: string;
  /** Id of the event. All addresses get the same, and so does a replay. */
  readonly event_id: string;
  readonly client_id: string;
  readonly execution_id: string;
  readonly url: string;
  /** The JSON that is signed and sent, byte for byte. */
  readonly body: string;
  /** `waiting`, `accepted` or `abandoned`. */
  readonly state: string;
  /** The delivery that was replayed. A replay waits for no other webhook and holds up none. */
  readonly replay_of: string | null;
  readonly attempts: number;
  readonly attempted_ms: number | null;
  /** HTTP status of the last answer. */
  readonly answer_status: number | null;
  readonly next_ms: number;
  readonly created_ms: number;
}

/** An address that a merchant registered for its webhooks. */
export interface WebhookEndpointRow {
  readonly id: string;
  readonly client_id: string;
  /** A small number, from 0. Unique for a client, so that requests at once cannot register more. */
  readonly slot: number;
  readonly url: string;
  /** The secret under AES-256-GCM. */
  readonly sealed_secret: string;
  /** The secret before the last rotation, which signs as well until `old_until_ms`. */
  readonly sealed_old_secret: string | null;
  readonly old_until_ms: number | null;
  readonly created_ms: number;
}

/** A record that a page collected beside a card. */
export interface RecordRow {
  readonly id: string;
  readonly client_id: string;
  readonly holder_reference: string;
  readonly table_name: string;
  readonly created_ms: number;
  readonly updated_ms: number;
}

export interface RecordColumnRow {
  readonly record_id: string;
  readonly column_name: string;
  /** The value's JSON under AES-256-GCM. */
  readonly sealed: string;
  /** Keyed hash of holder, table, column and value, by which upsert finds the row. */
  readonly mac: string;
}

/** Permission to see a stored card or record. */
export interface RevealRow {
  /** SHA-256 of the secret in the reveal's address. */
  readonly hash: string;
  readonly client_id: string;
  readonly instrument_id: string | null;
  readonly record_id: string | null;
  /** JSON of what the merchant says about who sees the data, kept as it came. */
  readonly audit: string;
  readonly views: number;
  readonly expires_ms: number;
  readonly created_ms: number;
}

export interface PaymentsTables {
  pay_executions: ExecutionRow;
  pay_intents: IntentRow & {
    /** The request or job that caused the call; empty for none. */
    request_id: Generated<string>;
  };
  pay_challenges: ChallengeRow;
  pay_instruments: InstrumentRow;
  pay_card_changes: CardChangeRow;
  pay_used_seals: UsedSealRow;
  pay_idempotency: IdempotencyRow;
  pay_webhooks: WebhookRow;
  pay_webhook_endpoints: WebhookEndpointRow;
  pay_velocity: VelocityRow;
  pay_records: RecordRow;
  pay_record_columns: RecordColumnRow;
  pay_displays: RevealRow;
  pay_refusals: DeclineRow;
  pay_guards: RestrictionRow;
  pay_disputes: DisputeRow;
  pay_dispute_files: DisputeFileRow;
  pay_feeds: FeedRow;
}

declare module "../../../db/database.ts" {
  interface Database extends PaymentsTables {}
}
