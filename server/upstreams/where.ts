/** Decides from host and settings where a service runs; the only place that knows staging from production. */

export type Environment = "staging" | "production";
export type Where = { readonly kind: "embedded" } | { readonly kind: "remote"; readonly base: string };

/** Staging when the host contains `dev.` or `localhost`, else production (spec W 9). 127.0.0.1 and [::1] are production. */
export function environmentOf(host: string): Environment {
  return host.includes("dev.") || host.includes("localhost") ? "staging" : "production";
}

/** The address set for the environment, else the embedded service. */
export function whereIs(remote: { readonly staging?: string; readonly production?: string }, host: string): Where {
  const base = remote[environmentOf(host)];
  return base === undefined ? { kind: "embedded" } : { kind: "remote", base };
}
