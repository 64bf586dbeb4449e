/** The variables that the guards set on every request of the app. */

export interface AppEnv {
  Variables: {
    /** Host without port, checked against the configured host names. */
    host: string;
    /** Client address, from {@link ./http/client_ip.ts}. */
    ip: string;
    requestId: string;
    /** Pattern of the service's route that a proxied call takes; undefined where the route itself is the pattern. */
    route?: string | undefined;
  };
}
