/** Tables about the servers themselves. */

export interface ServerTables {
  app_servers: {
    id: string;
    /** By the database's clock; from then on the server counts as dead. */
    expires_ms: number;
    /** What the readiness probe wrote last. */
    probe: string;
  };
}
