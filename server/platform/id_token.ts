/** Verifies identity tokens of the embedded and the real provider alike: RS256, audience, issuer, key id, times. */
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
} from "jose";
import { HTTPException } from "hono/http-exception";
import type { Clock } from "./clock.ts";
import type { Upstream } from "./http/upstream.ts";
import { createRecentKeys, type RecentKeys } from "./recent_keys.ts";

/** Path of the JWK set at the token issuer. */
export const KEYS_PATH = "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";
const LEEWAY_S = 30;
const MAX_SUBJECT_CHARS = 128;
/** Maximum token length in characters; real tokens stay below 2,000. */
const MAX_TOKEN_CHARS = 8_192;
const DEFAULT_MAX_AGE_S = 300;
const OLD_KEYS_MS = 3_600_000;
const UNKNOWN_KEY_WAIT_MS = 60_000;
/** Number of verified signatures to cache for further calls of the same page. */
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

export function createIdTokenVerifier({ projectId, issuer, clock }: VerifierOptions): VerifyIdToken {
  const keys = createKeyCache(issuer, clock);
  return async (token) => {
    if (token === "" || token.length > MAX_TOKEN_CHARS) return undefined;
    const checked = keys.claimsOf(token);
    if (checked !== undefined) return isCurrent(checked, clock.now()) ? parseMember(checked, clock.now()) : undefined;
    const { set, known } = await keys.for(keyIdOf(token));
    try {
      const { payload } = await jwtVerify(token, set, {
        algorithms: ["RS256"],
        audience: projectId,
        issuer: `https://securetoken.google.com/${projectId}`,
        currentDate: new Date(clock.now()),
        clockTolerance: LEEWAY_S,
        requiredClaims: ["exp", "iat", "sub", "auth_time"],
      });
      known.set(token, payload);
      return parseMember(payload, clock.now());
    } catch {
      return undefined;
    }
  };
}

/** Only the signature's result is cached: audience and times are checked on every call. */
function isCurrent({ exp = 0, nbf = 0 }: JWTPayload, nowMs: number): boolean {
  const nowS = Math.floor(nowMs / 1_000);
  return exp > nowS - LEEWAY_S && nbf <= nowS + LEEWAY_S;
}

interface Keys {
  readonly set: JWTVerifyGetKey;
  /** Verified claims by whole token; a new key set starts with an empty cache. */
  readonly known: RecentKeys<JWTPayload>;
  readonly ids: ReadonlySet<string>;
  readonly readMs: number;
  readonly untilMs: number;
}

interface KeyCache {
  for(keyId: string | undefined): Promise<Keys>;
  /** Claims of a token already verified with the current keys, while those are fresh. */
  claimsOf(token: string): JWTPayload | undefined;
}

/**
 * Caches the keys for as long as the issuer allows. An unknown key id reloads them, but only once per interval, so that
 * a new key works at once and invented key ids cause no load.
 */
function createKeyCache(issuer: Upstream, clock: Clock): KeyCache {
  let keys: Keys | undefined;
  let reading: Promise<Keys> | undefined;
  const readOnce = (): Promise<Keys> => {
    reading ??= readKeys(issuer, clock).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  return {
    claimsOf: (token) => keys !== undefined && clock.now() < keys.untilMs ? keys.known.get(token) : undefined,
    async for(keyId) {
      const nowMs = clock.now();
      const isNew = keyId !== undefined && keys !== undefined && !keys.ids.has(keyId) &&
        nowMs - keys.readMs >= UNKNOWN_KEY_WAIT_MS;
      if (keys === undefined || nowMs >= keys.untilMs || isNew) keys = await readOnce().catch(keepOld(keys, nowMs));
      return keys;
    },
  };
}

/** While the issuer is unreachable, its last published keys stay valid for a while. */
function keepOld(keys: Keys | undefined, nowMs: number): (cause: unknown) => Keys {
  return (cause) => {
    if (keys !== undefined && nowMs < keys.untilMs + OLD_KEYS_MS) return keys;
    throw new HTTPException(503, {
      message: "We cannot check your sign-in right now. Please try again in a minute",
      cause,
    });
  };
}

async function readKeys(issuer: Upstream, clock: Clock): Promise<Keys> {
  const answer = await issuer(new Request(`http://issuer${KEYS_PATH}`));
  if (!answer.ok) throw new Error(`Cannot read the identity keys: status ${answer.status}`);
  const maxAgeS = Number(/max-age=(\d+)/.exec(answer.headers.get("cache-control") ?? "")?.[1] ?? DEFAULT_MAX_AGE_S);
  const published = parseKeySet(await answer.json());
  const readMs = clock.now();
  return {
    set: createLocalJWKSet(published),
    known: createRecentKeys(MAX_KNOWN_TOKENS),
    ids: new Set(published.keys.flatMap((key) => key.kid ?? [])),
    readMs,
    untilMs: readMs + maxAgeS * 1_000,
  };
}

/** The key id in a token's unverified header. */
function keyIdOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
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

function parseKeySet(value: unknown): JSONWebKeySet {
  if (typeof value !== "object" || value === null || !("keys" in value) || !Array.isArray(value.keys)) {
    throw new TypeError("Cannot read the identity keys: not a JWK set");
  }
  return { keys: value.keys };
}
