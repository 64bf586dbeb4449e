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

export const LARGE_INDEXES: readonly LargeIndex[] = [
  { name: "pay_challenges_execution", table: "pay_challenges", columns: ["execution_id"] },
  {
    name: "pay_executions_unpaid",
    table: "pay_executions",
    columns: ["created_ms"],
    where: "captured_minor = 0 and authorized_minor = 0",
  },
  { name: "pay_intents_age", table: "pay_intents", columns: ["created_ms"], where: "is_open = 0" },
  { name: "pay_intents_execution", table: "pay_intents", columns: ["execution_id"] },
  { name: "pay_used_seals_age", table: "pay_used_seals", columns: ["used_ms"] },
  {
    name: "subs_subscriptions_receipt",
    table: "subs_subscriptions",
    columns: ["receipt_due_ms"],
    where: "receipt_due_ms is not null",
  },
];
