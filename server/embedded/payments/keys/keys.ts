/** The vault's keys: files in `keysDir`, never in the database. */
import {
  calculateJwkThumbprint,
  type CryptoKey as SealingCryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
} from "jose";
import * as z from "zod/mini";
import { readOrCreateKeyFile } from "../../../platform/files/key_files.ts";
import { fromBase64, randomBytes, toBase64 } from "../db/digest.ts";

export const SEALING_FILE = "payments_sealing.json";
const DATA_FILE = "payments_data.json";
const SEALING_ALG = "RSA-OAEP-256";
// Opening a card takes one millisecond with 2048 bits and three with 3072.
const RSA_BITS = 2048;
const DATA_KEY_BYTES = 32;

/**
 * A key pair that opens sealed cards. The first in the file seals new cards; the others still open during the overlap.
 */
export interface SealingKey {
  readonly keyId: string;
  readonly privateKey: SealingCryptoKey;
}

interface SealingKeys {
  readonly sealing: readonly [SealingKey, ...SealingKey[]];
  /** base64 of the SPKI DER of the first sealing key. */
  readonly publicKey: string;
}

export interface VaultKeys extends SealingKeys {
  /** Reads the sealing keys again if their file changed, so that a rotation needs no restart. */
  refresh(): Promise<void>;
  /** AES-256-GCM for stored card numbers. */
  readonly numbers: CryptoKey;
  /** HMAC-SHA256 for fingerprints. */
  readonly fingerprints: CryptoKey;
  /** HMAC-SHA256 for tokens. */
  readonly tokens: Uint8Array<ArrayBuffer>;
}

const PrivateJwk = z.looseObject({
  kty: z.literal("RSA"),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  /** When a newer key replaced this one. It opens during the overlap; the next rotation removes it. */
  replaced_ms: z.optional(z.number()),
});
const SealingFile = z.object({ keys: z.array(PrivateJwk).check(z.minLength(1)) });
const DataFile = z.object({ numbers: z.string(), fingerprints: z.string(), tokens: z.string() });

/** Reads the key files, and creates them at the first start. */
export async function loadVaultKeys(keysDir: string): Promise<VaultKeys> {
  let current = await loadSealing(keysDir);
  let seen = await versionOf(keysDir);
  const data = z.parse(DataFile, JSON.parse(await readOrCreateKeyFile(keysDir, DATA_FILE, newDataFile)));
  const hmac = { name: "HMAC", hash: "SHA-256" };
  return {
    get sealing() {
      return current.sealing;
    },
    get publicKey() {
      return current.publicKey;
    },
    async refresh() {
      const version = await versionOf(keysDir);
      if (version === seen) return;
      current = await loadSealing(keysDir);
      seen = version;
    },
    numbers: await crypto.subtle.importKey("raw", fromBase64(data.numbers), "AES-GCM", false, ["encrypt", "decrypt"]),
    fingerprints: await crypto.subtle.importKey("raw", fromBase64(data.fingerprints), hmac, false, ["sign"]),
    tokens: fromBase64(data.tokens),
  };
}

async function loadSealing(keysDir: string): Promise<SealingKeys> {
  const { keys } = parseSealingFile(await readOrCreateKeyFile(keysDir, SEALING_FILE, newSealingFile));
  const [first, ...others] = await Promise.all(keys.map(importSealing));
  if (first === undefined) throw new TypeError(`${SEALING_FILE} holds no key`);
  return { sealing: [first, ...others], publicKey: await publicKeyOf(keys[0]) };
}

/** Changes whenever the file is replaced. */
async function versionOf(keysDir: string): Promise<string> {
  const { ino, mtime, size } = await Deno.stat(`${keysDir}/${SEALING_FILE}`);
  return `${ino} ${mtime?.getTime()} ${size}`;
}

async function importSealing(jwk: JWK): Promise<SealingKey> {
  const privateKey = await importJWK(jwk, SEALING_ALG);
  if (ArrayBuffer.isView(privateKey)) throw new TypeError(`${SEALING_FILE} holds a key that is not RSA`);
  return { keyId: await calculateJwkThumbprint(jwk), privateKey };
}

async function publicKeyOf(jwk: JWK | undefined): Promise<string> {
  const key = await importJWK({ kty: "RSA", n: jwk?.n ?? "", e: jwk?.e ?? "" }, SEALING_ALG, { extractable: true });
  if (ArrayBuffer.isView(key)) throw new TypeError(`${SEALING_FILE} holds a key that is not RSA`);
  return (await exportSPKI(key)).replace(/-----[A-Z ]+-----|\s/g, "");
}

export function parseSealingFile(text: string): z.infer<typeof SealingFile> {
  return z.parse(SealingFile, JSON.parse(text));
}

export async function newSealingKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(SEALING_ALG, { modulusLength: RSA_BITS, extractable: true });
  return await exportJWK(privateKey);
}

async function newSealingFile(): Promise<string> {
  return JSON.stringify({ keys: [await newSealingKey()] });
}

function newDataFile(): Promise<string> {
  const key = () => toBase64(randomBytes(DATA_KEY_BYTES));
  return Promise.resolve(JSON.stringify({ numbers: key(), fingerprints: key(), tokens: key() }));
}
