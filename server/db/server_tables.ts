/** Tables of the app server: about the servers themselves, and about what its own routes count. */

export interface ServerTables {
  app_servers: {
    id: string;
    /** Database time after which the server counts as dead. */
    expires_ms: number;
    /** Database times between which this server may declare another one dead. */
    judges_from_ms: number;
    judges_until_ms: number;
  };
  /** Keys that this database was used with. */
  app_keys: {
    /** Name of the key file, or of the family of key files. */
    file: string;
    /** Hash of the key. */
    id: string;
  };
  app_probe: {
    id: string;
    /** Time of the readiness probe's last write. */
    written: string;
  };
  /** What the comparison of books, executions and ledger found and an operator has to resolve. */
  app_differences: {
    /** `books` or `ledger`. */
    kind: "books" | "ledger";
    /** The execution, or the acquirer's key of a charge that no execution names. */
    subject: string;
    /** When the subject was created. */
    at_ms: number;
    expected_json: string;
    found_json: string;
    /** When it was found first. */
    seen_ms: number;
  };
}

export interface AppTables {
  /** One funnel event; nothing in it identifies a visitor. */
  funnel_events: {
    id: string;
    name: string;
    fields_json: string;
    created_ms: number;
  };
  /** One row per limit and client, with the start of its window. */
  app_limits: {
    /** Name of the limit and SHA-256 of the client's address. */
    key: string;
    since_ms: number;
    count: number;
  };
}
