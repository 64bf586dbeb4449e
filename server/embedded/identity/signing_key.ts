/**
 * The keys that sign ID tokens, kept outside the database, their public halves published as a JWK set. Every quarter has
 * its own: it is published before it signs, and the one before is published until its last token has ended.
 */
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from "jose";
import type { Clock } from "../../clock.ts";
import { readOrCreateKeyFile } from "../../keys.ts";
import { ID_TOKEN_S } from "./constants.ts";

const ALGORITHM = "RS256";
/** How long others may keep the published set. */
export const KEYS_MAX_AGE_S = 3_600;
export const QUARTER_MS = 90 * 86_400_000;
/** A new key is published this long before it signs: whoever keeps the set has read it again by then. */
export const ANNOUNCED_MS = 2 * KEYS_MAX_AGE_S * 1_000;
/** After that the old key signs nothing; its last token ends, and half an hour is for clocks. */
export const OVERLAP_MS = ANNOUNCED_MS + ID_TOKEN_S * 1_000 + 30 * 60_000;
/** From before keys had quarters. */
const FIRST_FILE = "identity_signing_key.json";

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
interface Key {
  readonly kid: string;
  readonly publicJwk: JWK;
  readonly privateKey: CryptoKey | Uint8Array;
}

export async function openSigningKey(keysDir: string, clock: Clock): Promise<SigningKey> {
  const keys = createKeyring(keysDir);
  await keys.adopt(quarterOf(clock.now()));
  const published = async () => {
    const sinceMs = clock.now() % QUARTER_MS;
    const quarter = quarterOf(clock.now());
    const before = sinceMs < OVERLAP_MS ? await keys.find(quarter - 1) : undefined;
    const current = await keys.of(quarter);
    const isAnnounced = before !== undefined && sinceMs < ANNOUNCED_MS;
    return { signer: isAnnounced ? before : current, all: before === undefined ? [current] : [current, before] };
  };
  // The first of the quarter makes its key, which takes a moment that nobody should wait for later.
  await published();
  return {
    publicSet: async () => ({ keys: (await published()).all.map(({ publicJwk }) => publicJwk) }),
    async sign(claims) {
      const { signer: { kid, privateKey } } = await published();
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
const fileOf = (quarter: number) => `identity_signing_key_${quarter}.json`;

/** Keys by quarter, each read or made once; servers that share the folder agree on one file. */
function createKeyring(dir: string) {
  const known = new Map<number, Promise<Key>>();
  const of = (quarter: number): Promise<Key> => {
    const made = known.get(quarter) ?? readOrCreateKeyFile(dir, fileOf(quarter), createKey).then(parseKey);
    known.set(quarter, made);
    made.catch(() => known.delete(quarter));
    return made;
  };
  return {
    of,
    /** Undefined when there was none in that quarter. */
    async find(quarter: number): Promise<Key | undefined> {
      if (known.has(quarter)) return await of(quarter);
      try {
        await Deno.stat(`${dir}/${fileOf(quarter)}`);
        return await of(quarter);
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return undefined;
        throw error;
      }
    },
    /** The key from before there were quarters becomes the one of this quarter. */
    async adopt(quarter: number): Promise<void> {
      try {
        await Deno.link(`${dir}/${FIRST_FILE}`, `${dir}/${fileOf(quarter)}`);
        await Deno.remove(`${dir}/${FIRST_FILE}`);
      } catch (error) {
        const isDone = error instanceof Deno.errors.NotFound || error instanceof Deno.errors.AlreadyExists;
        if (!isDone) throw error;
      }
    },
  };
}

async function createKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true, modulusLength: 2048 });
  return JSON.stringify(await exportJWK(privateKey));
}

async function parseKey(text: string): Promise<Key> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || !("n" in value) || !("d" in value)) {
    throw new TypeError(
      "An identity_signing_key file in KEYS_DIR is not a private key: remove it to have a new one made",
    );
  }
  const jwk = value as JWK;
  const { kty = "", n = "", e = "" } = jwk;
  const kid = await calculateJwkThumbprint({ kty, n, e });
  return {
    kid,
    publicJwk: { kty, n, e, kid, alg: ALGORITHM, use: "sig" },
    privateKey: await importJWK(jwk, ALGORITHM),
  };
}
