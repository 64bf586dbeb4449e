/** Random secrets, and the hashes under which they are stored. */
import { createHash } from "node:crypto";

const SECRET_BYTES = 32;
/** What {@link newSecret} makes. */
export const SECRET_PATTERN = /^[\w-]{43}$/;

/** 256 random bits as URL-safe text. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toBase64({ alphabet: "base64url", omitPadding: true });
}

export function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** SHA-256 of the text, in hex. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
