/**
 * Indexes of tables that are large in production. `build_indexes.ts` builds them beside the servers that use
 * the tables, after the migrations. A released one is not changed: a new one gets another name.
 */
export interface LargeIndex {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  /** SQL of the rows it holds; all of them when left out. */
  readonly where?: string;
}

/** In the order of the list, so that a page costs the same among a million rows. */
const inOrder = (table: string, name: string, ...columns: readonly string[]): LargeIndex => ({
  name: `${table}_${name}`,
  table,
  columns: ["client_id", ...columns, "created_ms", "id"],
});

export const LARGE_INDEXES: readonly LargeIndex[] = [
  inOrder("pay_executions", "list"),
  inOrder("pay_executions", "merchant_reference", "merchant_reference"),
  inOrder("pay_executions", "holder_reference", "holder_reference"),
  inOrder("pay_executions", "state", "state"),
  inOrder("pay_webhooks", "list"),
  inOrder("pay_webhooks", "state", "state"),
  { name: "pay_webhooks_age", table: "pay_webhooks", columns: ["created_ms"] },
  { name: "pay_challenges_execution", table: "pay_challenges", columns: ["execution_id"] },
  {
    name: "pay_executions_unpaid",
    table: "pay_executions",
    columns: ["created_ms"],
    where: "captured_minor = 0 and authorized_minor = 0",
  },
  { name: "pay_intents_age", table: "pay_intents", columns: ["created_ms"], where: "is_open = 0" },
  { name: "pay_intents_caused_by", table: "pay_intents", columns: ["request_id"], where: "request_id <> ''" },
  { name: "pay_intents_execution", table: "pay_intents", columns: ["execution_id"] },
  {
    name: "pay_intents_moved",
    table: "pay_intents",
    columns: ["resolved_ms", "execution_id"],
    where: "outcome = 'approved'",
  },
  { name: "pay_disputes_changed", table: "pay_disputes", columns: ["client_id", "changed_ms"] },
  { name: "pay_used_seals_age", table: "pay_used_seals", columns: ["used_ms"] },
  // Retention uses these to find what is old, and what a running plan still needs.
  { name: "id_codes_expires", table: "id_codes", columns: ["expires_ms"] },
  {
    name: "id_refresh_tokens_replaced",
    table: "id_refresh_tokens",
    columns: ["replaced_ms"],
    where: "replaced_ms is not null",
  },
  {
    name: "subs_capabilities_expires",
    table: "subs_capabilities",
    columns: ["expires_ms"],
    where: "expires_ms is not null",
  },
  {
    name: "subs_capabilities_withdraw",
    table: "subs_capabilities",
    columns: ["created_ms"],
    where: "kind = 'withdraw'",
  },
  { name: "subs_charges_consent", table: "subs_charges", columns: ["consent_id"], where: "consent_id is not null" },
  { name: "subs_consents_age", table: "subs_consents", columns: ["created_ms", "id"] },
  { name: "subs_charges_caused_by", table: "subs_charges", columns: ["request_id"], where: "request_id <> ''" },
  {
    name: "subs_checkouts_due",
    table: "subs_checkouts",
    columns: ["next_ms"],
    where: "state in ('open', 'completing')",
  },
  { name: "subs_checkouts_caused_by", table: "subs_checkouts", columns: ["request_id"], where: "request_id <> ''" },
  { name: "subs_consents_caused_by", table: "subs_consents", columns: ["request_id"], where: "request_id <> ''" },
  { name: "subs_disputes_changed", table: "subs_disputes", columns: ["changed_ms"] },
  {
    name: "subs_disputes_open",
    table: "subs_disputes",
    columns: ["id"],
    where: "state not in ('won', 'lost', 'accepted', 'expired', 'closed')",
  },
  { name: "subs_events_caused_by", table: "subs_events", columns: ["request_id"], where: "request_id <> ''" },
  {
    name: "subs_subscriptions_grace",
    table: "subs_subscriptions",
    columns: ["grace_ms"],
    where: "grace_ms is not null",
  },
  { name: "subs_subscriptions_instrument", table: "subs_subscriptions", columns: ["payment_instrument_id"] },
  {
    name: "subs_subscriptions_receipt",
    table: "subs_subscriptions",
    columns: ["receipt_due_ms"],
    where: "receipt_due_ms is not null",
  },
  // The operator's console uses these to find customers and to read the days of its figures.
  { name: "pay_instruments_by_suffix", table: "pay_instruments", columns: ["suffix"] },
  { name: "pay_executions_by_instrument_id", table: "pay_executions", columns: ["instrument_id"] },
  { name: "subs_charges_by_execution_id", table: "subs_charges", columns: ["execution_id"] },
  { name: "subs_charges_by_settled_ms", table: "subs_charges", columns: ["settled_ms"] },
  { name: "subs_checkouts_by_subscription_id", table: "subs_checkouts", columns: ["subscription_id"] },
  { name: "subs_subscriptions_by_started_ms", table: "subs_subscriptions", columns: ["started_ms"] },
  { name: "subs_events_by_at_ms", table: "subs_events", columns: ["at_ms"] },
  { name: "subs_refunds_by_settled_ms", table: "subs_refunds", columns: ["settled_ms"] },
  { name: "subs_consents_by_subscription_id", table: "subs_consents", columns: ["subscription_id"] },
  { name: "members_reports_by_e164", table: "members_reports", columns: ["e164"] },
];
