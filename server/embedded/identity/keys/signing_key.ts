/**
 * The keys that sign ID tokens: stored outside the database, with their public keys published as a JWK set. Each
 * quarter has its own key. It is published before it signs, and stays published until its last token has expired. After
 * that its private key is deleted.
 */
import { createLocalJWKSet, type JWK, jwtVerify, SignJWT } from "jose";
import type { Clock } from "../../../platform/clock.ts";
import { ID_TOKEN_S } from "../context/constants.ts";
import { ALGORITHM, createKeyring, type Key } from "./keyring.ts";

/** How long clients may cache the published set, in seconds. */
export const KEYS_MAX_AGE_S = 3_600;
export const QUARTER_MS = 90 * 86_400_000;
/** A new key is published this long before it signs, so that services which cache the set have it by then. */
export const ANNOUNCED_MS = 2 * KEYS_MAX_AGE_S * 1_000;
/** The old key signs nothing after this; its last token expires, and half an hour covers clock differences. */
export const OVERLAP_MS = ANNOUNCED_MS + ID_TOKEN_S * 1_000 + 30 * 60_000;
export interface TokenCheck {
  readonly nowMs: number;
  readonly audience: string;
}
export interface SigningKey {
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>;
  /** The claims of an unexpired token signed by a published key for this audience; else undefined. */
  read(token: string, check: TokenCheck): Promise<Readonly<Record<string, unknown>> | undefined>;
  publicSet(): Promise<{ readonly keys: readonly JWK[] }>;
}
export async function openSigningKey(keysDir: string, clock: Clock): Promise<SigningKey> {
  const keys = createKeyring(keysDir);
  await keys.adopt(quarterOf(clock.now()));
  let retired: Promise<number> = Promise.resolve(0);
  /** Once per quarter, by the first server that checks after the overlap. */
  const retire = async (quarter: number) => {
    if (await retired >= quarter) return;
    retired = keys.retireBefore(quarter).then(() => quarter);
    retired.catch(() => retired = Promise.resolve(0));
    await retired;
  };
  const published = async () => {
    const sinceMs = clock.now() % QUARTER_MS;
    const quarter = quarterOf(clock.now());
    const isOverlap = sinceMs < OVERLAP_MS;
    const before = isOverlap ? await keys.find(quarter - 1) : undefined;
    const current = await keys.of(quarter);
    await retire(isOverlap ? quarter - 1 : quarter);
    const signer = sinceMs < ANNOUNCED_MS && canSign(before) ? before : current;
    return { signer, all: before === undefined ? [current] : [current, before] };
  };
  // Creates the quarter's key now, so that no later sign-in waits for it.
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

const quarterOf = (ms: number) => Math.floor(ms / QUARTER_MS);

function canSign(key: Key | undefined): key is Key {
  return key?.privateKey !== undefined;
}
