/**
 * Encrypts card numbers with AES-256-GCM, one nonce per record, and hashes them under a key so that the same card is
 * found again.
 */
import type { VaultKeys } from "../keys/keys.ts";
import { randomBytes } from "../../../platform/crypto/secrets.ts";

const NONCE_BYTES = 12;
const encoder = new TextEncoder();

/** `recordId` is authenticated with the ciphertext, so that one row's number cannot be moved to another. */
export async function sealNumber(keys: VaultKeys, number: string, recordId: string): Promise<string> {
  const iv = randomBytes(NONCE_BYTES);
  const { id, key } = keys.encrypting;
  const sealed = await crypto.subtle.encrypt(paramsOf(iv, recordId), key, encoder.encode(number));
  return `${id}.${iv.toBase64()}.${new Uint8Array(sealed).toBase64()}`;
}

/** Decrypts a stored number. Rejects when it belongs to another record, or its key is not in the folder. */
export async function openNumber(keys: VaultKeys, sealed: string, recordId: string): Promise<string> {
  // A number from before keys had ids was encrypted by the oldest one.
  const [data = "", iv = "", id = keys.numbers.at(-1)?.id] = sealed.split(".").reverse();
  const find = () => keys.numbers.find((known) => known.id === id);
  // Another server may have a newer key already.
  if (find() === undefined) await keys.refresh();
  const found = find();
  if (found === undefined) throw new TypeError(`A stored number needs the key ${id}, which KEYS_DIR does not hold`);
  const opened = await crypto.subtle.decrypt(
    paramsOf(Uint8Array.fromBase64(iv), recordId),
    found.key,
    Uint8Array.fromBase64(data),
  );
  return new TextDecoder().decode(opened);
}

function paramsOf(iv: Uint8Array<ArrayBuffer>, recordId: string) {
  return { name: "AES-GCM", iv, additionalData: encoder.encode(recordId) };
}

/** The parts are joined with a character that none of them contains. */
export async function fingerprint(keys: VaultKeys, ...parts: readonly string[]): Promise<string> {
  const data = encoder.encode(parts.join("\u0000"));
  return new Uint8Array(await crypto.subtle.sign("HMAC", keys.fingerprints, data)).toHex();
}
