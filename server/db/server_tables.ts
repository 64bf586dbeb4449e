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
