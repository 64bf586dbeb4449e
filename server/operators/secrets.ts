/** Random secrets of 256 bits, and the hashes under which they are stored. */

export const SECRET_PATTERN = /^[\w-]{43}$/;

export function newSecret(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: "base64url", omitPadding: true });
}

export async function sha256(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}
