/**
 * The keys that sign ID tokens: stored outside the database, with their public keys published as a JWK set. A quarter
 * has its own key if the operator made one in advance; otherwise the previous key continues. A new key is published
 * before it signs, and the old one until its last token has expired. Servers never write to the folder, which may be
 * read-only.
 */
import { createLocalJWKSet, type JWK, jwtVerify, SignJWT } from "jose";
import type { Clock } from "../../../platform/clock.ts";
import { ID_TOKEN_S } from "../context/constants.ts";
import { ALGORITHM, createKeyring, type Key, listQuarters, makeKey, readKids, retireBefore } from "./keyring.ts";

/** How long clients may cache the published set, in seconds. */
export const KEYS_MAX_AGE_S = 3_600;
export const QUARTER_MS = 90 * 86_400_000;
/** A new key is published this long before it signs, so that services that cache the set have it by then. */
export const ANNOUNCED_MS = 2 * KEYS_MAX_AGE_S * 1_000;
/** The old key signs nothing after this; its last token expires, and half an hour covers clock differences. */
export const OVERLAP_MS = ANNOUNCED_MS + ID_TOKEN_S * 1_000 + 30 * 60_000;
export interface TokenCheck {
  readonly nowMs: number;
  readonly audience: string;
}
export interface SigningKey {
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>;
  /** The claims of an unexpired token signed by a published key for this audience; otherwise undefined. */
  read(token: string, check: TokenCheck): Promise<Readonly<Record<string, unknown>> | undefined>;
  publicSet(): Promise<{ readonly keys: readonly JWK[] }>;
}

/** Opens the keys in the folder. Into a folder without any it puts this quarter's key. */
export async function openSigningKey(keysDir: string, clock: Clock): Promise<SigningKey> {
  const keys = createKeyring(keysDir);
  if ((await listQuarters(keysDir)).length === 0) await makeKey(keysDir, quarterOf(clock.now()));
  const published = async () => {
    const sinceMs = clock.now() % QUARTER_MS;
    const quarter = quarterOf(clock.now());
    const current = await keys.latest(quarter);
    const before = sinceMs < OVERLAP_MS ? await keys.find(quarter - 1) : undefined;
    if (before === undefined || before.kid === current.kid) return { signer: current, all: [current] };
    return { signer: sinceMs < ANNOUNCED_MS && canSign(before) ? before : current, all: [current, before] };
  };
  // Fails now, and not at the first sign-in, when a key cannot be read.
  await published();
  return {
    publicSet: async () => ({ keys: (await published()).all.map(({ publicJwk }) => publicJwk) }),
    async sign(claims) {
      const { signer: { kid, privateKey } } = await published();
      if (privateKey === undefined) throw new TypeError("The identity key of this quarter can no longer sign");
      return await new SignJWT({ ...claims }).setProtectedHeader({ alg: ALGORITHM, kid, typ: "JWT" }).sign(privateKey);
    },
    async read(token, { nowMs, audience }) {
      const set = createLocalJWKSet({ keys: (await published()).all.map(({ publicJwk }) => publicJwk) });
      try {
        const currentDate = new Date(nowMs);
        const options = { algorithms: [ALGORITHM], audience, currentDate, requiredClaims: ["exp", "sub"] };
        return (await jwtVerify(token, set, options)).payload;
      } catch {
        return undefined;
      }
    },
  };
}

/**
 * Makes the key of the next quarter, and of this one if it cannot sign. Keys whose last token has expired keep only
 * their public half.
 */
export async function addSigningKey(keysDir: string, nowMs: number): Promise<void> {
  const quarter = quarterOf(nowMs);
  const inUse = (await listQuarters(keysDir)).filter((each) => each <= quarter).at(-1) ?? quarter;
  await makeKey(keysDir, quarter + 1);
  await retireBefore(keysDir, nowMs % QUARTER_MS < OVERLAP_MS ? Math.min(inUse, quarter - 1) : inUse);
}

/** Quarters since the newest key; 0 while this quarter has its own. */
export async function quartersBehind(keysDir: string, nowMs: number): Promise<number> {
  const newest = (await listQuarters(keysDir)).at(-1);
  return newest === undefined ? 0 : Math.max(0, quarterOf(nowMs) - newest);
}

/** Ids of all keys in the folder; none when it is missing. */
export async function readSigningKeyIds(keysDir: string): Promise<readonly string[]> {
  return await readKids(keysDir);
}

const quarterOf = (ms: number) => Math.floor(ms / QUARTER_MS);

function canSign(key: Key | undefined): key is Key {
  return key?.privateKey !== undefined;
}

/**
 * Time since the quarter of the newest key began; beyond 90 days this quarter has no key. Undefined without any key.
 */
export async function identityKeyAgeMs(keysDir: string, nowMs: number): Promise<number | undefined> {
  const newest = (await listQuarters(keysDir)).at(-1);
  return newest === undefined ? undefined : Math.max(0, nowMs - newest * QUARTER_MS);
}
