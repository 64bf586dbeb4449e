/** Tables about the servers themselves. */

export interface ServerTables {
  app_servers: {
    id: string;
    /** Database time after which the server counts as dead. */
    expires_ms: number;
    /** Database times between which this server may declare another one dead. */
    judges_from_ms: number;
    judges_until_ms: number;
  };
  app_probe: {
    id: string;
    /** Time of the readiness probe's last write. */
    written: string;
  };
}

export interface CheckoutTables {
  /** One row per `chk` cookie and execution; `subscription_id` once the purchase is done. */
  app_checkouts: {
    execution_id: string;
    /** SHA-256 of the cookie, hex. */
    chk_hash: string;
    plan_id: string;
    subscription_id: string | null;
    created_ms: number;
  };
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
