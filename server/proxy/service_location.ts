/** Decides from host and settings where a service runs; the proxy's only distinction of staging and production. */
import type { Environment } from "../platform/environment.ts";

export type ServiceLocation = { readonly kind: "embedded" } | { readonly kind: "remote"; readonly base: string };

type Remote = { readonly [Each in Environment]?: string };

/** The address configured for the environment, or else the embedded service. */
export function locateService(remote: Remote, environment: Environment): ServiceLocation {
  const base = remote[environment];
  return base === undefined ? { kind: "embedded" } : { kind: "remote", base };
}
