/** The key files of ID tokens, one per quarter: shared by servers, reduced to the public key when retired. */
import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import * as z from "zod/mini";
import { readOrCreateKeyFile, replaceKeyFile } from "../../../platform/files/key_files.ts";

export const ALGORITHM = "RS256";
const FILE = /^identity_signing_key_(\d+)\.json$/;

export interface Key {
  readonly kid: string;
  readonly publicJwk: JWK;
  /** The private key; undefined once it may no longer sign. */
  readonly privateKey: CryptoKey | Uint8Array | undefined;
}
export interface Keyring {
  /** The key of this quarter, or else the newest older one. */
  latest(quarter: number): Promise<Key>;
  /** Undefined when that quarter has no key. */
  find(quarter: number): Promise<Key | undefined>;
}

const fileOf = (quarter: number) => `identity_signing_key_${quarter}.json`;

/** Reads the folder and never writes to it. */
export function createKeyring(dir: string): Keyring {
  const known = new Map<number, Promise<Key>>();
  const read = (quarter: number): Promise<Key> => {
    const key = known.get(quarter) ?? Deno.readTextFile(`${dir}/${fileOf(quarter)}`).then(parseKey);
    known.set(quarter, key);
    key.catch(() => known.delete(quarter));
    return key;
  };
  const find = async (quarter: number) => {
    try {
      return await read(quarter);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  };
  return {
    find,
    async latest(quarter) {
      const own = await find(quarter);
      if (own !== undefined) return own;
      const last = (await listQuarters(dir)).filter((each) => each < quarter).at(-1);
      if (last === undefined) throw new TypeError(`${dir} holds no identity_signing_key: put its backup back`);
      return await read(last);
    },
  };
}

/** Quarters that have a key, the oldest first. */
export async function listQuarters(dir: string): Promise<readonly number[]> {
  try {
    const names = await Array.fromAsync(Deno.readDir(dir), ({ name }) => FILE.exec(name)?.[1]);
    return names.flatMap((quarter) => quarter === undefined ? [] : [Number(quarter)]).sort((a, b) => a - b);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Makes the key of a quarter, unless it has one that can sign. */
export async function makeKey(dir: string, quarter: number): Promise<void> {
  const key = await parseKey(await readOrCreateKeyFile(dir, fileOf(quarter), createKey));
  // Retired because of a clock that ran ahead, such as a simulated one.
  if (key.privateKey === undefined) await replaceKeyFile(dir, fileOf(quarter), await createKey());
}

/** Keys of past quarters keep only the public key, which verifies old tokens. */
export async function retireBefore(dir: string, quarter: number): Promise<void> {
  for (const old of (await listQuarters(dir)).filter((each) => each < quarter)) {
    const jwk = parseJwk(await Deno.readTextFile(`${dir}/${fileOf(old)}`));
    if (jwk.d !== undefined) await replaceKeyFile(dir, fileOf(old), JSON.stringify(publicHalf(jwk)));
  }
}

export async function readKids(dir: string): Promise<readonly string[]> {
  const keys = (await listQuarters(dir)).map(async (quarter) =>
    await parseKey(await Deno.readTextFile(`${dir}/${fileOf(quarter)}`))
  );
  return (await Promise.all(keys)).map(({ kid }) => kid);
}

async function createKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true, modulusLength: 2048 });
  return JSON.stringify(await exportJWK(privateKey));
}

const RsaJwk = z.looseObject({ kty: z.literal("RSA"), n: z.string(), e: z.string(), d: z.optional(z.string()) });

function parseJwk(text: string): z.infer<typeof RsaJwk> {
  const jwk = RsaJwk.safeParse(JSON.parse(text));
  if (jwk.success) return jwk.data;
  throw new TypeError("An identity_signing_key file in KEYS_DIR is not an RSA key: put its backup back");
}

function publicHalf({ kty, n, e }: z.infer<typeof RsaJwk>): { kty: string; n: string; e: string } {
  return { kty, n, e };
}

async function parseKey(text: string): Promise<Key> {
  const jwk = parseJwk(text);
  const half = publicHalf(jwk);
  const kid = await calculateJwkThumbprint(half);
  return {
    kid,
    publicJwk: { ...half, kid, alg: ALGORITHM, use: "sig" },
    privateKey: jwk.d === undefined ? undefined : await importJWK(jwk as JWK, ALGORITHM),
  };
}
