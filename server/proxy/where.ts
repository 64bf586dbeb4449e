/** Decides from host and settings where a service runs; the proxy's only distinction of staging and production. */
import type { Environment } from "../platform/environment.ts";

export type Where = { readonly kind: "embedded" } | { readonly kind: "remote"; readonly base: string };

type Remote = { readonly [Each in Environment]?: string };

/** The address configured for the environment, else the embedded service. */
export function whereIs(remote: Remote, environment: Environment): Where {
  const base = remote[environment];
  return base === undefined ? { kind: "embedded" } : { kind: "remote", base };
}
