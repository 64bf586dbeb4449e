/** Verifies identity tokens of the embedded and the real provider alike: RS256, audience, issuer, key id, times. */
import {
  createRemoteJWKSet,
  type CryptoKey,
  customFetch,
  decodeProtectedHeader,
  type JWSHeaderParameters,
  type JWTPayload,
  jwtVerify,
} from "jose";
import { HTTPException } from "hono/http-exception";
import { LRUCache } from "lru-cache";
import type { Clock } from "./clock.ts";
import type { Upstream } from "./http/upstream.ts";
import { fail } from "./http/answer.ts";

/** Path of the JWK set at the token issuer. */
export const KEYS_PATH = "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";
const LEEWAY_S = 30;
const MAX_SUBJECT_CHARS = 128;
/** Maximum token length in characters; real tokens stay below 2,000. */
const MAX_TOKEN_CHARS = 8_192;
const DEFAULT_MAX_AGE_S = 300;
const OLD_KEYS_MS = 3_600_000;
const UNKNOWN_KEY_WAIT_MS = 60_000;
/** Number of verified tokens to keep for further calls of the same page. */
const MAX_KNOWN_TOKENS = 2_000;

export interface Member {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly provider: string;
  /** Time of the person's last sign-in; a refreshed token keeps it. */
  readonly authTimeMs: number;
}

/** The member of a token; undefined when the token is invalid for any reason. */
export type VerifyIdToken = (token: string) => Promise<Member | undefined>;

export interface VerifierOptions {
  readonly projectId: string;
  /** Answers GET {@link KEYS_PATH}. */
  readonly issuer: Upstream;
  readonly clock: Clock;
}

interface VerifiedToken {
  readonly header: JWSHeaderParameters;
  /** A key set that was read again has new key objects, so nothing that an earlier set verified counts with it. */
  readonly key: CryptoKey;
  readonly claims: JWTPayload;
}

export function createIdTokenVerifier({ projectId, issuer, clock }: VerifierOptions): VerifyIdToken {
  const findKey = createKeyFinder({ issuer, clock });
  const known = new LRUCache<string, VerifiedToken>({ max: MAX_KNOWN_TOKENS });
  const claimsOf = async (token: string) => {
    const before = known.get(token);
    const header = before?.header ?? decodeProtectedHeader(token);
    const key = await findKey(header);
    if (before?.key === key) return before.claims;
    const { payload: claims } = await jwtVerify(token, key, {
      algorithms: ["RS256"],
      audience: projectId,
      issuer: `https://securetoken.google.com/${projectId}`,
      currentDate: new Date(clock.now()),
      clockTolerance: LEEWAY_S,
      requiredClaims: ["exp", "iat", "sub", "auth_time"],
    });
    known.set(token, { header, key, claims });
    return claims;
  };
  return async (token) => {
    if (token === "" || token.length > MAX_TOKEN_CHARS) return undefined;
    try {
      const claims = await claimsOf(token);
      return isCurrent(claims, clock.now()) ? parseMember(claims, clock.now()) : undefined;
    } catch (error) {
      if (error instanceof HTTPException) throw error;
      return undefined;
    }
  };
}

/** For a token verified before, whose times are checked on every call. */
function isCurrent({ exp = 0, nbf = 0 }: JWTPayload, nowMs: number): boolean {
  const nowS = Math.floor(nowMs / 1_000);
  return exp > nowS - LEEWAY_S && nbf <= nowS + LEEWAY_S;
}

/**
 * Keeps the keys for as long as the issuer allows. An unknown key id reads them again, but only once per interval, so
 * that a new key works at once and invented key ids cause no load. While the issuer is unreachable, its last published
 * keys stay valid for a while.
 */
function createKeyFinder({ issuer, clock }: Pick<VerifierOptions, "issuer" | "clock">) {
  let untilMs = -Infinity;
  const keys = createRemoteJWKSet(new URL(KEYS_PATH, "http://issuer"), {
    cacheMaxAge: Infinity,
    cooldownDuration: UNKNOWN_KEY_WAIT_MS,
    [customFetch]: async (url, options) => {
      const answer = await issuer(new Request(url, options));
      const maxAgeS = /max-age=(\d+)/.exec(answer.headers.get("cache-control") ?? "")?.[1] ?? DEFAULT_MAX_AGE_S;
      if (answer.ok) untilMs = clock.now() + Number(maxAgeS) * 1_000;
      return answer;
    },
  });
  return async (header: JWSHeaderParameters): Promise<CryptoKey> => {
    if (clock.now() >= untilMs) {
      await keys.reload().catch((cause: unknown) => {
        if (clock.now() < untilMs + OLD_KEYS_MS) return;
        const error = "We can't verify your sign-in right now. Try again in a minute.";
        fail(503, { error, code: "sign_in_down" }, cause);
      });
    }
    return await keys(header);
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
    authTimeMs: auth_time * 1_000,
  };
}
