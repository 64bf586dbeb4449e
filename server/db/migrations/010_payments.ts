/** Tables of the payments service and of the acquirer's ledger. */
import type { CreateTableBuilder, Kysely } from "kysely";
import type { Migration } from "kysely/migration";

type Columns = Readonly<Record<string, "text" | "integer" | "bigint">>;
interface TableOptions {
  readonly key: readonly string[];
  readonly nullable?: readonly string[];
}

const TABLES: Readonly<Record<string, { readonly columns: Columns } & TableOptions>> = {
  pay_executions: {
    key: ["id"],
    nullable: [
      "workspace_id",
      "methods",
      "client_origin",
      "return_info",
      "instrument_id",
      "charge_key",
      "action",
      "action_id",
      "due_ms",
    ],
    columns: {
      id: "text",
      client_id: "text",
      init_key: "text",
      type: "text",
      workflow_code: "text",
      merchant_reference: "text",
      holder_reference: "text",
      workspace_id: "text",
      amount_minor: "bigint",
      currency: "text",
      capture: "text",
      methods: "text",
      meta: "text",
      client_origin: "text",
      return_info: "text",
      state: "text",
      version: "integer",
      attempts: "integer",
      statuses: "text",
      authorized_minor: "bigint",
      captured_minor: "bigint",
      refunded_minor: "bigint",
      instrument_id: "text",
      charge_key: "text",
      action: "text",
      action_id: "text",
      due_ms: "bigint",
      created_ms: "bigint",
    },
  },
  pay_intents: {
    key: ["key"],
    nullable: ["instrument_id", "request_key", "outcome", "resolved_ms"],
    columns: {
      key: "text",
      execution_id: "text",
      kind: "text",
      amount_minor: "bigint",
      instrument_id: "text",
      stores: "integer",
      request_key: "text",
      is_open: "integer",
      outcome: "text",
      created_ms: "bigint",
      resolved_ms: "bigint",
    },
  },
  pay_challenges: {
    key: ["id"],
    columns: {
      id: "text",
      execution_id: "text",
      intent_key: "text",
      kind: "text",
      code: "text",
      tries: "integer",
      is_open: "integer",
      expires_ms: "bigint",
      created_ms: "bigint",
    },
  },
  pay_instruments: {
    key: ["id"],
    nullable: [
      "network",
      "bin",
      "suffix",
      "expiry_month",
      "expiry_year",
      "issuer_country",
      "email",
      "merchant_reference",
      "network_transaction_reference",
      "fingerprint",
      "live_key",
      "sealed_number",
    ],
    columns: {
      id: "text",
      client_id: "text",
      holder_reference: "text",
      payment_method: "text",
      status: "text",
      is_default: "integer",
      network: "text",
      bin: "text",
      suffix: "text",
      expiry_month: "text",
      expiry_year: "text",
      issuer_country: "text",
      email: "text",
      future_usage: "text",
      merchant_reference: "text",
      network_transaction_reference: "text",
      fingerprint: "text",
      live_key: "text",
      sealed_number: "text",
      created_ms: "bigint",
      updated_ms: "bigint",
    },
  },
  pay_used_seals: {
    key: ["hash"],
    columns: { hash: "text", execution_id: "text", purpose: "text", used_ms: "bigint" },
  },
  pay_idempotency: {
    key: ["scope", "key"],
    nullable: ["status", "answer"],
    columns: {
      scope: "text",
      key: "text",
      body_hash: "text",
      status: "integer",
      answer: "text",
      lease_until_ms: "bigint",
      created_ms: "bigint",
    },
  },
  pay_webhooks: {
    key: ["id"],
    columns: {
      id: "text",
      client_id: "text",
      execution_id: "text",
      url: "text",
      body: "text",
      attempts: "integer",
      next_ms: "bigint",
      created_ms: "bigint",
    },
  },
  acq_charges: {
    key: ["key"],
    nullable: ["continues", "result", "settles_ms"],
    columns: {
      key: "text",
      continues: "text",
      amount_minor: "bigint",
      currency: "text",
      captures: "integer",
      captured_minor: "bigint",
      refunded_minor: "bigint",
      is_cancelled: "integer",
      outcome: "text",
      result: "text",
      scenario: "text",
      settles_ms: "bigint",
      created_ms: "bigint",
    },
  },
  acq_movements: {
    key: ["key"],
    nullable: ["result"],
    columns: {
      key: "text",
      charge_key: "text",
      kind: "text",
      amount_minor: "bigint",
      outcome: "text",
      result: "text",
      created_ms: "bigint",
    },
  },
};

interface Index {
  readonly table: string;
  readonly columns: readonly string[];
  readonly unique?: true;
  /** Indexes only rows where this integer column is 1. */
  readonly where?: string;
}

const INDEXES: Readonly<Record<string, Index>> = {
  pay_executions_init: { table: "pay_executions", columns: ["client_id", "init_key"], unique: true },
  // Backs up compare-and-set: one call to the acquirer at a time per execution.
  pay_intents_one_open: { table: "pay_intents", columns: ["execution_id"], unique: true, where: "is_open" },
  pay_intents_execution: { table: "pay_intents", columns: ["execution_id"] },
  pay_intents_open: { table: "pay_intents", columns: ["created_ms"], where: "is_open" },
  pay_instruments_holder: { table: "pay_instruments", columns: ["client_id", "holder_reference"] },
  pay_instruments_live: { table: "pay_instruments", columns: ["live_key"], unique: true },
  pay_used_seals_execution: { table: "pay_used_seals", columns: ["execution_id"] },
  pay_idempotency_age: { table: "pay_idempotency", columns: ["created_ms"] },
  pay_webhooks_due: { table: "pay_webhooks", columns: ["next_ms"] },
  pay_executions_due: { table: "pay_executions", columns: ["due_ms"] },
  acq_movements_charge: { table: "acq_movements", columns: ["charge_key"] },
};

export const payments: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [name, { columns, key, nullable = [] }] of Object.entries(TABLES)) {
      let table: CreateTableBuilder<string, string> = db.schema.createTable(name);
      for (const [column, type] of Object.entries(columns)) {
        table = table.addColumn(column, type, (built) => nullable.includes(column) ? built : built.notNull());
      }
      await table.addPrimaryKeyConstraint(`${name}_pk`, [...key]).execute();
    }
    for (const [name, { table, columns, unique, where }] of Object.entries(INDEXES)) {
      let index = db.schema.createIndex(name).on(table).columns([...columns]);
      if (unique) index = index.unique();
      await (where === undefined ? index : index.where(where, "=", 1)).execute();
    }
  },
};
