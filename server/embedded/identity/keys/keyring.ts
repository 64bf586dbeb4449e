/**
 * The key files of ID tokens, one per quarter: created once, shared by servers, reduced to the public key when retired.
 */
import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import * as z from "zod/mini";
import { readOrCreateKeyFile, replaceKeyFile } from "../../../platform/files/key_files.ts";

export const ALGORITHM = "RS256";
/** File name of the key from before there were quarterly keys. */
const FIRST_FILE = "identity_signing_key.json";
const FILE = /^identity_signing_key_(\d+)\.json$/;

export interface Key {
  readonly kid: string;
  readonly publicJwk: JWK;
  /** The private key; undefined once it may no longer sign. */
  readonly privateKey: CryptoKey | Uint8Array | undefined;
}
export interface Keyring {
  /** A key that can sign. */
  of(quarter: number): Promise<Key>;
  /** Undefined when that quarter has no key. */
  find(quarter: number): Promise<Key | undefined>;
  /** The key from before quarterly keys becomes this quarter's key. */
  adopt(quarter: number): Promise<void>;
  /** Keys of past quarters keep only the public key, which verifies old tokens. */
  retireBefore(quarter: number): Promise<void>;
}

const fileOf = (quarter: number) => `identity_signing_key_${quarter}.json`;

export function createKeyring(dir: string): Keyring {
  const known = new Map<number, Promise<Key>>();
  const read = async (quarter: number) => parseKey(await readOrCreateKeyFile(dir, fileOf(quarter), createKey));
  const remember = (quarter: number, make: () => Promise<Key>): Promise<Key> => {
    const made = known.get(quarter) ?? make();
    known.set(quarter, made);
    made.catch(() => known.delete(quarter));
    return made;
  };
  return {
    of: (quarter) =>
      remember(quarter, async () => {
        const key = await read(quarter);
        if (key.privateKey !== undefined) return key;
        // Retired by a clock that ran ahead, such as a simulated one.
        await replaceKeyFile(dir, fileOf(quarter), await createKey());
        return await read(quarter);
      }),
    async find(quarter) {
      const key = known.get(quarter);
      if (key !== undefined) return await key;
      try {
        await Deno.stat(`${dir}/${fileOf(quarter)}`);
        return await remember(quarter, () => read(quarter));
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return undefined;
        throw error;
      }
    },
    async adopt(quarter) {
      try {
        await Deno.link(`${dir}/${FIRST_FILE}`, `${dir}/${fileOf(quarter)}`);
        await Deno.remove(`${dir}/${FIRST_FILE}`);
      } catch (error) {
        const isDone = error instanceof Deno.errors.NotFound || error instanceof Deno.errors.AlreadyExists;
        if (!isDone) throw error;
      }
    },
    async retireBefore(quarter) {
      for (const old of known.keys()) if (old < quarter) known.delete(old);
      const names = await Array.fromAsync(Deno.readDir(dir), ({ name }) => name);
      for (const name of names.filter((name) => Number(FILE.exec(name)?.[1] ?? quarter) < quarter)) {
        const jwk = parseJwk(await Deno.readTextFile(`${dir}/${name}`));
        if (jwk.d !== undefined) await replaceKeyFile(dir, name, JSON.stringify(publicHalf(jwk)));
      }
    },
  };
}

async function createKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true, modulusLength: 2048 });
  return JSON.stringify(await exportJWK(privateKey));
}

const RsaJwk = z.looseObject({ kty: z.literal("RSA"), n: z.string(), e: z.string(), d: z.optional(z.string()) });

function parseJwk(text: string): z.infer<typeof RsaJwk> {
  const jwk = RsaJwk.safeParse(JSON.parse(text));
  if (jwk.success) return jwk.data;
  throw new TypeError("An identity_signing_key file in KEYS_DIR is not an RSA key: remove it to have a new one made");
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
