/** Tables about the servers themselves. */

export interface ServerTables {
  app_servers: {
    id: string;
    /** By the database's clock; from then on the server counts as dead. */
    expires_ms: number;
    /** By the database's clock, between these two this server may say of another that it is dead. */
    judges_from_ms: number;
    judges_until_ms: number;
  };
  app_probe: {
    id: string;
    /** What the readiness probe wrote last. */
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
  /** One event of the funnel; nothing says whose it is. */
  funnel_events: {
    id: string;
    name: string;
    fields_json: string;
    created_ms: number;
  };
  /** One row per limit and place, from the first time of its window on. */
  app_limits: {
    /** Name of the limit and SHA-256 of the place. */
    key: string;
    since_ms: number;
    count: number;
  };
}
