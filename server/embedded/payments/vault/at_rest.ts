/**
 * Encrypts card numbers with AES-256-GCM, one nonce per record, and hashes them under a key so that the same card is
 * found again.
 */
import { fromBase64, hexOf, randomBytes, toBase64 } from "../db/digest.ts";
import type { VaultKeys } from "../keys/keys.ts";

const NONCE_BYTES = 12;
const encoder = new TextEncoder();

/** `recordId` is authenticated with the ciphertext, so that one row's number cannot be moved to another. */
export async function sealNumber(keys: VaultKeys, number: string, recordId: string): Promise<string> {
  const iv = randomBytes(NONCE_BYTES);
  const params = { name: "AES-GCM", iv, additionalData: encoder.encode(recordId) };
  const sealed = await crypto.subtle.encrypt(params, keys.numbers, encoder.encode(number));
  return `${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`;
}

/** Decrypts a stored number. Rejects when it belongs to another record. */
export async function openNumber(keys: VaultKeys, sealed: string, recordId: string): Promise<string> {
  const [iv = "", data = ""] = sealed.split(".");
  const params = { name: "AES-GCM", iv: fromBase64(iv), additionalData: encoder.encode(recordId) };
  return new TextDecoder().decode(await crypto.subtle.decrypt(params, keys.numbers, fromBase64(data)));
}

/** The parts are joined with a character that none of them contains. */
export async function fingerprint(keys: VaultKeys, ...parts: readonly string[]): Promise<string> {
  const data = encoder.encode(parts.join("\u0000"));
  return hexOf(new Uint8Array(await crypto.subtle.sign("HMAC", keys.fingerprints, data)));
}
