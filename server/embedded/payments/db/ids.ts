/**
 * UUIDs of version 7 (RFC 9562). They begin with their time, so that new rows are neighbours in every index and a
 * payment costs the same after a million others. They can be guessed: secrets are drawn at random.
 */
import { hexOf, randomBytes } from "./digest.ts";

const BYTES = 16;
const TIME_HEX_CHARS = 12;

/** A UUID of version 7 for this millisecond. */
export function timedId(nowMs: number): string {
  const time = Math.max(0, Math.floor(nowMs)).toString(16).padStart(TIME_HEX_CHARS, "0");
  const random = hexOf(randomBytes(BYTES - TIME_HEX_CHARS / 2));
  const variant = "89ab"[Number.parseInt(random.charAt(4), 16) % 4];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(1, 4)}-${variant}${random.slice(5, 8)}-${
    random.slice(8)
  }`;
}
