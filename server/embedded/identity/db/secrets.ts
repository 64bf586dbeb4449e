/** Random codes and their hashes; the database stores hashes only. */

const CODE_BYTES = 32;

/** 256 random bits as URL-safe text. */
export function newSecret(): string {
  return crypto.getRandomValues(new Uint8Array(CODE_BYTES)).toBase64({ alphabet: "base64url", omitPadding: true });
}

export async function hashOf(secret: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret))).toHex();
}
