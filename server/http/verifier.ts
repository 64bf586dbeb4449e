/** The token verifier of the app server and its services: it accepts the configured identity provider only. */
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../config/config.ts";
import type { Upstream } from "../platform/http/upstream.ts";
import { sendTraced } from "../platform/telemetry/tracing.ts";
import { createIdTokenVerifier, type VerifyIdToken } from "../platform/id_token.ts";

export interface VerifierPorts {
  readonly config: Pick<Config, "identity">;
  readonly clock: Clock;
  readonly identity: Upstream;
}

/** Tokens of the embedded identity service are checked with its own keys, tokens of the real provider with Google's. */
export function createVerifier({ config, clock, identity }: VerifierPorts): VerifyIdToken {
  const { mode, projectId } = config.identity;
  const google = (request: Request) => {
    const { pathname } = new URL(request.url);
    return sendTraced("identity", new Request(`https://www.googleapis.com${pathname}`, request), fetch);
  };
  return createIdTokenVerifier({ projectId, clock, issuer: mode === "embedded" ? identity : google });
}
