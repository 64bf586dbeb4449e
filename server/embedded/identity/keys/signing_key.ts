/**
 * The keys that sign ID tokens, kept outside the database, their public halves published as a JWK set. Every quarter has
 * its own: it is published before it signs, and the one before is published until its last token has ended. Then nobody
 * can sign with that one again.
 */
import { createLocalJWKSet, type JWK, jwtVerify, SignJWT } from "jose";
import type { Clock } from "../../../platform/clock.ts";
import { ID_TOKEN_S } from "../context/constants.ts";
import { ALGORITHM, createKeyring, type Key } from "./keyring.ts";

/** How long others may keep the published set. */
export const KEYS_MAX_AGE_S = 3_600;
export const QUARTER_MS = 90 * 86_400_000;
/** A new key is published this long before it signs: services that keep the set have read it again by then. */
export const ANNOUNCED_MS = 2 * KEYS_MAX_AGE_S * 1_000;
/** After that the old key signs nothing; its last token ends, and half an hour is for clocks. */
export const OVERLAP_MS = ANNOUNCED_MS + ID_TOKEN_S * 1_000 + 30 * 60_000;
export interface TokenCheck {
  readonly nowMs: number;
  readonly audience: string;
}
export interface SigningKey {
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>;
  /** The claims of a token that a published key signed for this audience and that has not expired, else undefined. */
  read(token: string, check: TokenCheck): Promise<Readonly<Record<string, unknown>> | undefined>;
  publicSet(): Promise<{ readonly keys: readonly JWK[] }>;
}
export async function openSigningKey(keysDir: string, clock: Clock): Promise<SigningKey> {
  const keys = createKeyring(keysDir);
  await keys.adopt(quarterOf(clock.now()));
  let retired: Promise<number> = Promise.resolve(0);
  /** Once a quarter, by the server that looks first after the overlap. */
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
  // The first of the quarter makes its key, which takes a moment that no sign-in should wait for later.
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
