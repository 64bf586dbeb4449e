/** What every request of the app carries besides itself. */

export interface AppEnv {
  Variables: {
    /** Host without port, checked against the list of hosts. */
    host: string;
    /** Address of the person, by {@link ./http/client_ip.ts}. */
    ip: string;
    requestId: string;
  };
}
