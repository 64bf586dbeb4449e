/** Decides from host and settings where a service runs; the only place that knows staging from production. */

export type Environment = "staging" | "production";
export type Where = { readonly kind: "embedded" } | { readonly kind: "remote"; readonly base: string };

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

type Remote = { readonly [Each in Environment]?: string };

/** The address set for the environment, else the embedded service. */
export function whereIs(remote: Remote, environment: Environment): Where {
  const base = remote[environment];
  return base === undefined ? { kind: "embedded" } : { kind: "remote", base };
}
