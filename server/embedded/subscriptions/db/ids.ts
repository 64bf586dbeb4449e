/** Identifiers and secrets. They cannot be guessed, and secrets are stored as hashes. */

const ID_BYTES = 18;
const SECRET_BYTES = 32;

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** 144 random bits after a prefix that names the kind. */
export function newId(prefix: string): string {
  return `${prefix}_${base64Url(crypto.getRandomValues(new Uint8Array(ID_BYTES)))}`;
}

/** A secret of 256 random bits for a link. */
export function newSecret(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
