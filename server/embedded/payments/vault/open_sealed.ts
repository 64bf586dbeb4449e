/** Opens the JWE from the card frame and validates its content (SECURITY M4). */
import { base64url, compactDecrypt, decodeProtectedHeader } from "jose";
import * as z from "zod/mini";
import { detectBrand, networkOf } from "../../../../sdk/card/detect.ts";
import { BRANDS } from "../../../../sdk/card/brands.ts";
import { expiryFault, readMonth, readYear } from "../../../../sdk/card/expiry.ts";
import { passesLuhn } from "../../../../sdk/card/luhn.ts";
import { MAX_SEAL_CHARS, SEAL_AHEAD_S, SEAL_LIFE_S } from "../context/constants.ts";
import { ApiError } from "../context/api_errors.ts";
import type { SealingKey, VaultKeys } from "../keys/keys.ts";
import { Records, Upserts } from "./records.ts";
import { sha256Hex } from "../../../platform/crypto/secrets.ts";

const ALLOWED_HEADERS: readonly string[] = ["alg", "enc", "kid", "iat", "jti"];
const PINNED = {
  keyManagementAlgorithms: ["RSA-OAEP-256"],
  contentEncryptionAlgorithms: ["A256CBC-HS512", "A256GCM"],
};

/**
 * Whom the card was sealed for. The published encryption library names neither:
 * docs/decisions/payments/sealed-cards.md.
 */
const SEAL_BINDING = {
  holderReference: z.optional(z.string().check(z.maxLength(256))),
  execution: z.optional(z.string().check(z.maxLength(256))),
};

const shortText = z.string().check(z.maxLength(64));
const Sealed = z.object({
  cardNumber: z.string().check(z.regex(/^[\d -]{8,32}$/)),
  holderName: z.optional(z.string().check(z.maxLength(256))),
  expiryMonth: shortText,
  expiryYear: shortText,
  securityCode: z.optional(shortText),
  ...SEAL_BINDING,
  tokens: z.optional(z.boolean()),
  records: z.optional(Records),
  upsert: z.optional(Upserts),
});

export interface Card {
  readonly number: string;
  readonly network: string | null;
  readonly expiryMonth: string;
  /** Four digits. */
  readonly expiryYear: string;
  readonly securityCode?: string;
}

export interface Opener {
  readonly keys: VaultKeys;
  readonly clock: { readonly now: () => number };
}

/** The sealed content, and the hash that makes the seal single use. */
export interface OpenedSeal<T> {
  readonly sealed: T;
  readonly sealHash: string;
}

/** Opens a sealed card. Throws the uniform 400 for everything that is not a valid seal. */
export function openSealed(opener: Opener, jwe: string): Promise<OpenedSeal<z.infer<typeof Sealed>>> {
  return open(opener, jwe, (value) => z.parse(Sealed, value));
}

/** A stored card's security code, which the merchant's page asked for again. */
const SealedCode = z.object({
  securityCode: z.string().check(z.regex(/^\d{3,4}$/)),
  ...SEAL_BINDING,
});

/** Opens a sealed security code. Throws 422 when its length does not fit the network. */
export async function openCode(
  opener: Opener,
  jwe: string,
  network: string | null,
): Promise<OpenedSeal<z.infer<typeof SealedCode>>> {
  const opened = await open(opener, jwe, (value) => z.parse(SealedCode, value));
  const brand = Object.values(BRANDS).find((row) => row.network === network) ?? BRANDS.DEFAULT;
  if (opened.sealed.securityCode.length !== brand.cvcLength) throw new ApiError("card-invalid");
  return opened;
}

/** Answers one error for everything that cannot be opened, whatever was wrong. */
async function open<T>({ keys, clock }: Opener, jwe: string, read: (value: unknown) => T): Promise<OpenedSeal<T>> {
  try {
    const sealHash = checkShape(jwe, clock.now() / 1000);
    const plaintext = await openWithAny(jwe, keys) ?? await openWithNewKeys(jwe, keys);
    return { sealed: read(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plaintext))), sealHash };
  } catch {
    // The cause is dropped on purpose: it may quote the sealed content.
    throw new ApiError("seal-invalid");
  }
}

/** A client that names no key may have sealed with the previous one. */
async function openWithAny(jwe: string, { sealing }: Pick<VaultKeys, "sealing">): Promise<Uint8Array | undefined> {
  const { kid } = decodeProtectedHeader(jwe);
  const [, wrapped = ""] = jwe.split(".");
  for (const { privateKey } of sealing.filter(({ keyId }) => kid === undefined || keyId === kid)) {
    // A longer number would be the same key with zeros in front.
    if (base64url.decode(wrapped).length * 8 !== modulusBits(privateKey)) continue;
    try {
      return (await compactDecrypt(jwe, privateKey, PINNED)).plaintext;
    } catch {
      // Tries the next key; after the last one, the caller throws the uniform error.
    }
  }
  return undefined;
}

function modulusBits({ algorithm }: SealingKey["privateKey"]): number {
  const { modulusLength = 0 }: { readonly name: string; readonly modulusLength?: number } = algorithm;
  return modulusLength;
}

/** Another server may have rotated the key since this one last read it. */
async function openWithNewKeys(jwe: string, keys: VaultKeys): Promise<Uint8Array> {
  const { sealing } = keys;
  await keys.refresh();
  const opened = keys.sealing === sealing ? undefined : await openWithAny(jwe, keys);
  if (opened === undefined) throw new TypeError("no key opens it");
  return opened;
}

/**
 * Hashes the bytes that the authentication tag covers, which makes the seal single use. The wrapped key is not among
 * them, so its length must be that of the RSA key, and each segment must be in its one canonical encoding.
 */
function checkShape(jwe: string, nowS: number): string {
  if (jwe.length > MAX_SEAL_CHARS || !/^[\w-]+(\.[\w-]+){4}$/.test(jwe)) throw new TypeError("not a compact JWE");
  const header = decodeProtectedHeader(jwe);
  const strange = Object.keys(header).filter((name) => !ALLOWED_HEADERS.includes(name));
  if (strange.length > 0) throw new TypeError("header parameters that are not allowed");
  if ("iat" in header && !isFresh(header.iat, nowS)) throw new TypeError("sealed too long ago, or in the future");
  const parts = jwe.split(".");
  const bytes = parts.map((part) => base64url.decode(part));
  if (bytes.some((part, index) => base64url.encode(part) !== parts[index])) throw new TypeError("not canonical");
  return sha256Hex(parts.filter((_, index) => index !== 1).join("."));
}

function isFresh(iat: unknown, nowS: number): boolean {
  return typeof iat === "number" && iat >= nowS - SEAL_LIFE_S && iat <= nowS + SEAL_AHEAD_S;
}

/** The card, if it is valid: check digit, length for its network, not expired, length of the security code. */
export function checkCard(sealed: z.infer<typeof Sealed>, now: Date): Card {
  const number = sealed.cardNumber.replace(/\D/g, "");
  const brand = detectBrand(number);
  const { minLength, maxLength, cvcLength } = BRANDS[brand];
  const month = readMonth(sealed.expiryMonth);
  const year = readYear(sealed.expiryYear);
  const code = sealed.securityCode === "" ? undefined : sealed.securityCode;
  const isGood = passesLuhn(number) && number.length >= minLength && number.length <= maxLength &&
    month !== undefined && year !== undefined && expiryFault({ month, year }, now) !== "past" &&
    (code === undefined || (/^\d+$/.test(code) && code.length === cvcLength));
  if (!isGood) throw new ApiError("card-invalid");
  return {
    number,
    network: networkOf(brand) ?? null,
    expiryMonth: month,
    expiryYear: year,
    ...(code === undefined ? {} : { securityCode: code }),
  };
}
