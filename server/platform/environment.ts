/** Tells staging from production by host; no other file decides this. */

export type Environment = "staging" | "production";

/**
 * Staging when the name contains `dev.` or `localhost`, otherwise production (W-ENV-01). 127.0.0.1 and [::1] are
 * production. Applied to configured names only; a request's host is compared with those ({@link environmentAt}).
 */
export function environmentOf(host: string): Environment {
  return host.includes("dev.") || host.includes("localhost") ? "staging" : "production";
}

/** The environment for a request to this host. */
export function environmentAt(
  { stagingHosts }: { readonly stagingHosts: readonly string[] },
  host: string,
): Environment {
  return stagingHosts.includes(host) ? "staging" : "production";
}
