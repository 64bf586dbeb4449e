/** Staging or production, by host; the only place that knows one from the other. */

export type Environment = "staging" | "production";

/**
 * Staging when the name contains `dev.` or `localhost`, else production (spec W 9). 127.0.0.1 and [::1] are production.
 * Only for configured names: what a request says is compared with them ({@link environmentAt}).
 */
export function environmentOf(host: string): Environment {
  return host.includes("dev.") || host.includes("localhost") ? "staging" : "production";
}

/** The environment of a request to this host. */
export function environmentAt(
  { stagingHosts }: { readonly stagingHosts: readonly string[] },
  host: string,
): Environment {
  return stagingHosts.includes(host) ? "staging" : "production";
}
