/** Decides from host and settings where a service runs; the proxy's only distinction of staging and production. */
import type { Config } from "../config/config.ts";
import type { Environment } from "../platform/environment.ts";

export type ServiceLocation = { readonly kind: "embedded" } | { readonly kind: "remote"; readonly base: string };

/** Payments of a public host are never simulated: there the embedded payments service answers no one and holds nothing. */
export function servesPayments({ kind }: Pick<Config, "kind">): boolean {
  return kind !== "public";
}

type Remote = { readonly [Each in Environment]?: string };

/** The address configured for the environment, or else the embedded service. */
export function locateService(remote: Remote, environment: Environment): ServiceLocation {
  const base = remote[environment];
  return base === undefined ? { kind: "embedded" } : { kind: "remote", base };
}
