/** Identifiers, which cannot be guessed. */
import { randomBytes } from "../../../platform/crypto/secrets.ts";

const ID_BYTES = 18;

/** 144 random bits after a prefix that names the kind. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(ID_BYTES).toBase64({ alphabet: "base64url" })}`;
}
