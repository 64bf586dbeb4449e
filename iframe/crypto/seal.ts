/** Encrypts a card for the vault: compact JWE, RSA-OAEP-256 with A256CBC-HS512 (RFC 7518), by WebCrypto. */
import type { SealedCard, SealedHeader } from "../../sdk/wire/sealed.ts";

const MAC_KEY_BYTES = 32;
const IV_BYTES = 16;

export interface SealingKey {
  /** Base64 of the SPKI DER. */
  readonly publicKey: string;
  readonly keyId: string;
  /** Difference between the server's clock and this device's, in milliseconds. */
  readonly skewMs?: number;
}

export async function seal(card: Partial<SealedCard>, { publicKey, keyId, skewMs = 0 }: SealingKey): Promise<string> {
  const header: SealedHeader = {
    alg: "RSA-OAEP-256",
    enc: "A256CBC-HS512",
    kid: keyId,
    iat: Math.floor((Date.now() + skewMs) / 1000),
    jti: crypto.randomUUID(),
  };
  const protectedHeader = base64url(utf8(JSON.stringify(header)));
  const contentKey = crypto.getRandomValues(new Uint8Array(2 * MAC_KEY_BYTES));
  const plain = utf8(JSON.stringify(card));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  // Both halves are views: no copy of them outlives the zeros below.
  const [macKey, key] = [contentKey.subarray(0, MAC_KEY_BYTES), contentKey.subarray(MAC_KEY_BYTES)];
  try {
    const [encryptedKey, ciphertext] = await Promise.all([wrapKey(contentKey, publicKey), encrypt(plain, { key, iv })]);
    const tag = await authenticate(macKey, { protectedHeader, iv, ciphertext });
    return [protectedHeader, ...[encryptedKey, iv, ciphertext, tag].map(base64url)].join(".");
  } finally {
    contentKey.fill(0);
    plain.fill(0);
  }
}

async function wrapKey(contentKey: Uint8Array<ArrayBuffer>, publicKey: string): Promise<Uint8Array<ArrayBuffer>> {
  const spki = Uint8Array.from(atob(publicKey), (sign) => sign.charCodeAt(0));
  const key = await crypto.subtle.importKey("spki", spki, { name: "RSA-OAEP", hash: "SHA-256" }, false, ["encrypt"]);
  return new Uint8Array(await crypto.subtle.encrypt({ name: "RSA-OAEP" }, key, contentKey));
}

interface BlockKey {
  readonly key: Uint8Array<ArrayBuffer>;
  readonly iv: Uint8Array<ArrayBuffer>;
}

async function encrypt(plain: Uint8Array<ArrayBuffer>, { key, iv }: BlockKey): Promise<Uint8Array<ArrayBuffer>> {
  const aes = await crypto.subtle.importKey("raw", key, "AES-CBC", false, ["encrypt"]);
  return new Uint8Array(await crypto.subtle.encrypt({ name: "AES-CBC", iv }, aes, plain));
}

interface Sealed {
  readonly protectedHeader: string;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly ciphertext: Uint8Array<ArrayBuffer>;
}

/** The first half of HMAC-SHA-512 over header, IV, ciphertext and the header's length in bits (RFC 7518, 5.2.2.1). */
async function authenticate(macKey: Uint8Array<ArrayBuffer>, { protectedHeader, iv, ciphertext }: Sealed) {
  const header = utf8(protectedHeader);
  const lengthBits = new Uint8Array(8);
  new DataView(lengthBits.buffer).setBigUint64(0, BigInt(header.length * 8));
  const text = await new Blob([header, iv, ciphertext, lengthBits]).arrayBuffer();
  const key = await crypto.subtle.importKey("raw", macKey, { name: "HMAC", hash: "SHA-512" }, false, ["sign"]);
  return new Uint8Array((await crypto.subtle.sign("HMAC", key, text)).slice(0, MAC_KEY_BYTES));
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}
