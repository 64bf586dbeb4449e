/** Verifies identity tokens, the same way for the embedded and the real provider : RS256, audience, issuer, key id, times. */
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify, type JWTVerifyGetKey } from "jose";
import type { Clock } from "../clock.ts";
import type { Upstream } from "../upstreams/services.ts";

/** Path at the token issuer under which the signing keys stand as a JWK set. */
export const KEYS_PATH = "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";
const LEEWAY_S = 30;
const MAX_SUBJECT_CHARS = 128;
const DEFAULT_MAX_AGE_S = 300;

export interface Member {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly provider: string;
}

/** The member a token stands for, or undefined when the token is not good for any reason. */
export type VerifyIdToken = (token: string) => Promise<Member | undefined>;

export interface VerifierOptions {
  readonly projectId: string;
  /** Answers GET {@link KEYS_PATH}. */
  readonly issuer: Upstream;
  readonly clock: Clock;
}

export function createIdTokenVerifier({ projectId, issuer, clock }: VerifierOptions): VerifyIdToken {
  let keys: { readonly set: JWTVerifyGetKey; readonly untilMs: number } | undefined;
  const currentKeys = async (): Promise<JWTVerifyGetKey> => {
    if (keys !== undefined && clock.now() < keys.untilMs) return keys.set;
    const answer = await issuer(new Request(`http://issuer${KEYS_PATH}`));
    if (!answer.ok) throw new Error(`Cannot read the identity keys: status ${answer.status}`);
    const maxAgeS = Number(/max-age=(\d+)/.exec(answer.headers.get("cache-control") ?? "")?.[1] ?? DEFAULT_MAX_AGE_S);
    const set = createLocalJWKSet(parseKeySet(await answer.json()));
    keys = { set, untilMs: clock.now() + maxAgeS * 1_000 };
    return set;
  };
  return async (token) => {
    const set = await currentKeys();
    try {
      const { payload } = await jwtVerify(token, set, {
        algorithms: ["RS256"],
        audience: projectId,
        issuer: `https://securetoken.google.com/${projectId}`,
        currentDate: new Date(clock.now()),
        clockTolerance: LEEWAY_S,
        requiredClaims: ["exp", "iat", "sub", "auth_time"],
      });
      return parseMember(payload, clock.now());
    } catch {
      return undefined;
    }
  };
}

function parseMember(claims: Readonly<Record<string, unknown>>, nowMs: number): Member | undefined {
  const { sub, iat, auth_time, email, email_verified, name, firebase } = claims;
  const latestS = nowMs / 1_000 + LEEWAY_S;
  if (typeof sub !== "string" || sub === "" || sub.length > MAX_SUBJECT_CHARS) return undefined;
  if (typeof iat !== "number" || iat > latestS || typeof auth_time !== "number" || auth_time > latestS) {
    return undefined;
  }
  const provider = typeof firebase === "object" && firebase !== null && "sign_in_provider" in firebase
    ? String(firebase.sign_in_provider)
    : "";
  return {
    uid: sub,
    email: typeof email === "string" ? email : "",
    emailVerified: email_verified === true,
    name: typeof name === "string" ? name : "",
    provider,
  };
}

function parseKeySet(value: unknown): JSONWebKeySet {
  if (typeof value !== "object" || value === null || !("keys" in value) || !Array.isArray(value.keys)) {
    throw new TypeError("Cannot read the identity keys: not a JWK set");
  }
  return { keys: value.keys };
}
