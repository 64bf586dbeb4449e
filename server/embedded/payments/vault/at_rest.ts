/** Card numbers as they are kept: AES-256-GCM with a nonce per record, and keyed hashes to find the same card. */
import { fromBase64, hexOf, randomBytes, toBase64 } from "../db/digest.ts";
import type { VaultKeys } from "../keys/keys.ts";

const NONCE_BYTES = 12;
const encoder = new TextEncoder();

/** `recordId` is bound into the ciphertext, so that a row cannot be given another row's number. */
export async function sealNumber(keys: VaultKeys, number: string, recordId: string): Promise<string> {
  const iv = randomBytes(NONCE_BYTES);
  const params = { name: "AES-GCM", iv, additionalData: encoder.encode(recordId) };
  const sealed = await crypto.subtle.encrypt(params, keys.numbers, encoder.encode(number));
  return `${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`;
}

export async function openNumber(keys: VaultKeys, sealed: string, recordId: string): Promise<string> {
  const [iv = "", data = ""] = sealed.split(".");
  const params = { name: "AES-GCM", iv: fromBase64(iv), additionalData: encoder.encode(recordId) };
  return new TextDecoder().decode(await crypto.subtle.decrypt(params, keys.numbers, fromBase64(data)));
}

/** Parts are joined with a sign that stands in none of them. */
export async function fingerprint(keys: VaultKeys, ...parts: readonly string[]): Promise<string> {
  const data = encoder.encode(parts.join("\u0000"));
  return hexOf(new Uint8Array(await crypto.subtle.sign("HMAC", keys.fingerprints, data)));
}
