/**
 * UUIDs of version 7 (RFC 9562). They begin with their time, so that new rows are neighbours in every index and a
 * payment costs the same after a million others. They can be guessed: secrets are drawn at random.
 */
import { randomBytes, sha256Hex } from "../../../platform/crypto/secrets.ts";

const BYTES = 16;
const TIME_HEX_CHARS = 12;

/** A UUID of version 7 for this millisecond. */
export function timedId(nowMs: number): string {
  const random = randomBytes(BYTES - TIME_HEX_CHARS / 2).toHex();
  const variant = "89ab"[Number.parseInt(random.charAt(4), 16) % 4];
  return `${timePrefix(nowMs)}-7${random.slice(1, 4)}-${variant}${random.slice(5, 8)}-${random.slice(8)}`;
}

/** Derives a UUID from a text; the same text gives the same UUID. */
export function uuidFrom(text: string): string {
  const hex = sha256Hex(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Smaller than every {@link timedId} of this millisecond or later, and greater than every earlier one. */
export function timePrefix(ms: number): string {
  const time = Math.max(0, Math.floor(ms)).toString(16).padStart(TIME_HEX_CHARS, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}

const TIME_CHARS = "01234567-89ab".length;

/**
 * The acquirer's key of an authorize call, from the order and the number of attempts before it. A database restored
 * from an older backup therefore asks with the keys of the calls it forgot and learns how they ended: no card is
 * charged twice. A page's execution came back with the backup or is gone with its page, so its id is the order; a
 * merchant's server repeats its init call and gets another execution, so the key of that call is.
 */
export function authorizeKey(
  { id, client_id, init_key, attempts }: {
    readonly id: string;
    readonly client_id: string;
    readonly init_key: string;
    readonly attempts: number;
  },
  side: "client" | "merchant",
): string {
  if (side === "client") return keyNear(id, id, attempts);
  return uuidFrom(JSON.stringify([client_id, init_key, attempts]));
}

/** The acquirer's key of the call that continues a charge; a charge is continued once. */
export function continueKey(chargeKey: string): string {
  return keyNear(chargeKey, chargeKey, "continue");
}

/**
 * The acquirer's key of a capture, cancel or refund, from its charge, its amount and the number of its kind before it.
 */
export function operationKey(
  chargeKey: string,
  { kind, minor, earlier }: { readonly kind: string; readonly minor: number; readonly earlier: number },
): string {
  return keyNear(chargeKey, chargeKey, kind, minor, earlier);
}

/** A UUID of version 7 with the time of another one and the digest of a seed. */
function keyNear(near: string, ...seed: readonly (string | number)[]): string {
  const digest = uuidFrom(JSON.stringify(seed));
  return `${near.slice(0, TIME_CHARS)}-7${digest.slice(TIME_CHARS + 2)}`;
}
