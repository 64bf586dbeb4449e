/** Tables of the payments service. */

export interface ExecutionRow {
  readonly id: string;
  readonly client_id: string;
  /** Idempotency key of the init call that made it. */
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
  /** JSON object as the merchant gave it. */
  readonly meta: string;
  /** Registered origin of the merchant's page, target of the bank page's message. */
  readonly client_origin: string | null;
  /** JSON of the return addresses of the newest authorize. */
  readonly return_info: string | null;
  readonly state: string;
  /** Grows by one with every transition; what compare-and-set compares. */
  readonly version: number;
  readonly attempts: number;
  /** JSON list of {@link StatusEntry}, in order. */
  readonly statuses: string;
  readonly authorized_minor: number;
  readonly captured_minor: number;
  readonly refunded_minor: number;
  readonly instrument_id: string | null;
  /** Network the newest authorize went over by the shopper's choice, now or when the card was stored. */
  readonly preferred_scheme: string | null;
  /** The acquirer's key of the charge that is held, pending or asked about. */
  readonly charge_key: string | null;
  /** What a pending payment waits for: `3ds`, `redirect`, `confirm`; null waits for the acquirer alone. */
  readonly action: string | null;
  readonly action_id: string | null;
  /** When a pending payment is to be asked about again. */
  readonly due_ms: number | null;
  readonly created_ms: number;
}

/** A call to the acquirer, committed before it is made. At most one per execution is open. */
export interface IntentRow {
  /** The key under which the acquirer knows the call. */
  readonly key: string;
  readonly execution_id: string;
  /** `authorize`, `capture`, `refund` or `cancel`. */
  readonly kind: string;
  readonly amount_minor: number;
  readonly instrument_id: string | null;
  /** Code of the payment method; null for captures, refunds and what was paid before it was kept. */
  readonly method: string | null;
  /** Network the shopper chose for a co-badged card; null leaves it to the acquirer. */
  readonly preferred_scheme: string | null;
  /** 1 when the approval lists the instrument. */
  readonly stores: number;
  /** Scope and key of the request that asked for it, so that its repeat finds it. */
  readonly request_key: string | null;
  /** 1 while its outcome is unknown. */
  readonly is_open: number;
  readonly outcome: string | null;
  readonly created_ms: number;
  readonly resolved_ms: number | null;
  /** The server that makes the call; null for what was begun before servers had names. */
  readonly server_id: string | null;
}

export interface ChallengeRow {
  readonly id: string;
  readonly execution_id: string;
  readonly intent_key: string;
  /** `3ds` or `redirect`. */
  readonly kind: string;
  /** The one-time code the bank sent, which this stand-in shows. */
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
  /** Chosen by the shopper when the card was stored; every later payment goes over it. */
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
  /** Keyed hash of the number: equal for the same card, useless without the key. */
  readonly fingerprint: string | null;
  /** Keyed hash of client, holder and number while the instrument is listed: one row per card of a holder. */
  readonly live_key: string | null;
  /** The number under AES-256-GCM; null once deleted. */
  readonly sealed_number: string | null;
  readonly created_ms: number;
  readonly updated_ms: number;
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
  /** Until then, by the database's clock, the request in flight belongs to the process that took it. */
  readonly lease_until_ms: number;
  readonly created_ms: number;
}

/** A notice to a merchant, kept until it was taken or three days have passed. */
export interface WebhookRow {
  readonly id: string;
  readonly client_id: string;
  readonly execution_id: string;
  readonly url: string;
  /** The JSON that is sent and signed, byte for byte. */
  readonly body: string;
  readonly attempts: number;
  readonly next_ms: number;
  readonly created_ms: number;
}

/** A record a page collected beside a card. */
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
  /** Keyed hash of holder, table, column and value: what upsert looks for. */
  readonly mac: string;
}

/** Something one network did that is counted. */
export interface VelocityRow {
  readonly id: string;
  /** Keyed hash of the network. */
  readonly network: string;
  /** `save` or `decline`. */
  readonly kind: string;
  readonly at_ms: number;
}

/** A refused card, by keyed hashes. */
export interface RefusalRow {
  readonly id: string;
  /** Of a new card only, as the range. */
  readonly shop: string | null;
  readonly network: string;
  readonly card: string | null;
  readonly range: string | null;
  /** New cards tried since the refusal before, this one among them. */
  readonly shop_tries: number;
  readonly range_tries: number;
  readonly at_ms: number;
}

/** What is held back for a while: a card, a range of numbers, or a shop's new cards. */
export interface GuardRow {
  readonly subject: string;
  readonly until_ms: number;
}

/** A permission to see a stored card or record. */
export interface DisplayRow {
  /** SHA-256 of the secret that stands in its address. */
  readonly hash: string;
  readonly client_id: string;
  readonly instrument_id: string | null;
  readonly record_id: string | null;
  /** JSON of what the merchant says about who looks, kept as it came. */
  readonly audit: string;
  readonly views: number;
  readonly expires_ms: number;
  readonly created_ms: number;
}

export interface PaymentsTables {
  pay_executions: ExecutionRow;
  pay_intents: IntentRow;
  pay_challenges: ChallengeRow;
  pay_instruments: InstrumentRow;
  pay_used_seals: UsedSealRow;
  pay_idempotency: IdempotencyRow;
  pay_webhooks: WebhookRow;
  pay_velocity: VelocityRow;
  pay_records: RecordRow;
  pay_record_columns: RecordColumnRow;
  pay_displays: DisplayRow;
  pay_refusals: RefusalRow;
  pay_guards: GuardRow;
}

declare module "../../../db/database.ts" {
  interface Database extends PaymentsTables {}
}
