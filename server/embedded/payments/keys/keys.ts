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
import { readOrCreateKeyFile, replaceKeyFile } from "../../../platform/files/key_files.ts";
import { randomBytes, sha256Hex } from "../../../platform/crypto/secrets.ts";

export const SEALING_FILE = "payments_sealing.json";
export const DATA_FILE = "payments_data.json";
const SEALING_ALG = "RSA-OAEP-256";
// Opening a card takes one millisecond with 2048 bits and three with 3072.
const RSA_BITS = 2048;
const DATA_KEY_BYTES = 32;
/** How long a new data key only decrypts: by then its file is on every server, also where a server has a copy of it. */
export const DATA_KEY_WAIT_MS = 10 * 60_000;
const ID_CHARS = 16;

/**
 * A key pair that opens sealed cards. The first in the file seals new cards; the others still open during the overlap.
 */
export interface SealingKey {
  readonly keyId: string;
  readonly privateKey: SealingCryptoKey;
}

/** A key for stored card numbers. What it encrypts contains its id. */
export interface NumberKey {
  readonly id: string;
  readonly key: CryptoKey;
}

interface SealingKeys {
  readonly sealing: readonly [SealingKey, ...SealingKey[]];
  /** base64 of the SPKI DER of the first sealing key. */
  readonly publicKey: string;
}

export interface VaultKeys extends SealingKeys {
  /** Reads the keys again if a file changed, so that a rotation needs no restart. */
  refresh(): Promise<void>;
  /** AES-256-GCM for stored card numbers: all of them decrypt. The newest is the first. */
  readonly numbers: readonly [NumberKey, ...NumberKey[]];
  /** The one that encrypts: the newest that is not younger than {@link DATA_KEY_WAIT_MS}. */
  readonly encrypting: NumberKey;
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
const SealingFile = z.object({ keys: z.tuple([PrivateJwk], PrivateJwk) });
/** `numbers` holds the newest key first. A file from before keys had ids holds only one. */
const DataFile = z.object({
  numbers: z.union([z.array(z.string()).check(z.minLength(1)), z.string()]),
  /** When the newest was added to others. */
  added_ms: z.optional(z.number()),
  fingerprints: z.string(),
  tokens: z.string(),
});

/** Reads the key files, and creates them at the first start. */
export async function loadVaultKeys(keysDir: string, now: () => number = Date.now): Promise<VaultKeys> {
  const data = parseDataFile(await readOrCreateKeyFile(keysDir, DATA_FILE, newDataFile));
  let current = await loadSealing(keysDir);
  let numbers = await importNumberKeys(data);
  let addedMs = data.added_ms;
  let seen = await versionOf(keysDir);
  const hmac = { name: "HMAC", hash: "SHA-256" };
  return {
    get sealing() {
      return current.sealing;
    },
    get publicKey() {
      return current.publicKey;
    },
    get numbers() {
      return numbers;
    },
    get encrypting() {
      const [newest, previous] = numbers;
      return isWaiting(addedMs, now()) ? previous ?? newest : newest;
    },
    async refresh() {
      const version = await versionOf(keysDir);
      if (version === seen) return;
      current = await loadSealing(keysDir);
      const data = await readDataFile(keysDir);
      numbers = await importNumberKeys(data);
      addedMs = data.added_ms;
      seen = version;
    },
    fingerprints: await crypto.subtle.importKey("raw", Uint8Array.fromBase64(data.fingerprints), hmac, false, ["sign"]),
    tokens: Uint8Array.fromBase64(data.tokens),
  };
}

/** Ids of the keys in each file, without making any; a file that is missing has none. */
export async function readVaultKeyIds(keysDir: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const data = await ifPresent(() => readDataFile(keysDir));
  const sealing = await ifPresent(async () => parseSealingFile(await readFile(keysDir, SEALING_FILE)));
  return {
    [DATA_FILE]: data === undefined ? [] : [...data.numbers, data.fingerprints, data.tokens].map(idOf),
    [SEALING_FILE]: await Promise.all((sealing?.keys ?? []).map((key) => calculateJwkThumbprint(key))),
  };
}

/**
 * Adds a key of stored card numbers, which encrypts after {@link DATA_KEY_WAIT_MS}; the older ones still decrypt.
 * Returns how many there are. A server that has not loaded it yet does so when it reads a number that the key
 * encrypted.
 */
export async function addDataKey(keysDir: string, nowMs: number): Promise<number> {
  const data = await readDataFile(keysDir);
  const numbers = [newKey(), ...data.numbers];
  await replaceKeyFile(keysDir, DATA_FILE, JSON.stringify({ ...data, numbers, added_ms: nowMs }));
  return numbers.length;
}

/** The id of the data key that encrypts at this time, and whether a newer one waits. */
export async function readDataKeyUse(
  keysDir: string,
  nowMs: number,
): Promise<{ readonly id: string; readonly newerWaits: boolean }> {
  const { numbers: [newest = "", previous], added_ms } = await readDataFile(keysDir);
  const newerWaits = previous !== undefined && isWaiting(added_ms, nowMs);
  return { id: idOf(newerWaits ? previous : newest), newerWaits };
}

function isWaiting(addedMs: number | undefined, nowMs: number): boolean {
  return addedMs !== undefined && nowMs - addedMs < DATA_KEY_WAIT_MS;
}

/** Removes all data keys but the newest. Returns the ids of the removed ones. */
export async function retireDataKeys(keysDir: string): Promise<readonly string[]> {
  const { numbers: [newest, ...older], ...data } = await readDataFile(keysDir);
  if (older.length > 0) await replaceKeyFile(keysDir, DATA_FILE, JSON.stringify({ ...data, numbers: [newest] }));
  return older.map(idOf);
}

async function importNumberKeys({ numbers }: { readonly numbers: readonly string[] }): Promise<VaultKeys["numbers"]> {
  const [first, ...others] = await Promise.all(numbers.map(async (text): Promise<NumberKey> => ({
    id: idOf(text),
    key: await crypto.subtle.importKey("raw", Uint8Array.fromBase64(text), "AES-GCM", false, ["encrypt", "decrypt"]),
  })));
  if (first === undefined) throw new TypeError(`${DATA_FILE} holds no key`);
  return [first, ...others];
}

async function readDataFile(keysDir: string) {
  return parseDataFile(await readFile(keysDir, DATA_FILE));
}

function readFile(keysDir: string, name: string): Promise<string> {
  return Deno.readTextFile(`${keysDir}/${name}`);
}

async function ifPresent<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function parseDataFile(text: string) {
  const { numbers, ...others } = z.parse(DataFile, JSON.parse(text));
  return { ...others, numbers: typeof numbers === "string" ? [numbers] : numbers };
}

/** The hash of a random key of 256 bits reveals nothing about it. */
function idOf(key: string): string {
  return sha256Hex(key).slice(0, ID_CHARS);
}

async function loadSealing(keysDir: string): Promise<SealingKeys> {
  const { keys } = parseSealingFile(await readOrCreateKeyFile(keysDir, SEALING_FILE, newSealingFile));
  const [newest, ...older] = keys;
  const sealing = [await importSealing(newest), ...await Promise.all(older.map(importSealing))] as const;
  return { sealing, publicKey: await publicKeyOf(newest) };
}

/** Changes whenever a file is replaced. */
async function versionOf(keysDir: string): Promise<string> {
  const stats = await Promise.all([SEALING_FILE, DATA_FILE].map((name) => Deno.stat(`${keysDir}/${name}`)));
  return stats.map(({ ino, mtime, size }) => `${ino} ${mtime?.getTime()} ${size}`).join(" ");
}

async function importSealing(jwk: JWK): Promise<SealingKey> {
  const privateKey = await importJWK(jwk, SEALING_ALG);
  if (ArrayBuffer.isView(privateKey)) throw new TypeError(`${SEALING_FILE} holds a key that is not RSA`);
  return { keyId: await calculateJwkThumbprint(jwk), privateKey };
}

async function publicKeyOf({ kty, n, e }: z.infer<typeof PrivateJwk>): Promise<string> {
  const key = await importJWK({ kty, n, e }, SEALING_ALG, { extractable: true });
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
  return Promise.resolve(JSON.stringify({ numbers: [newKey()], fingerprints: newKey(), tokens: newKey() }));
}

function newKey(): string {
  return randomBytes(DATA_KEY_BYTES).toBase64();
}
