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
