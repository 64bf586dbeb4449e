/** Opens the JWE that left the card frame, and checks what stands inside (SECURITY M4). */
import { base64url, compactDecrypt, decodeProtectedHeader } from "jose";
import * as z from "zod/mini";
import { detectBrand, networkOf } from "../../../../sdk/card/detect.ts";
import { BRANDS } from "../../../../sdk/card/brands.ts";
import { expiryFault, readMonth, readYear } from "../../../../sdk/card/expiry.ts";
import { passesLuhn } from "../../../../sdk/card/luhn.ts";
import { MAX_SEAL_CHARS, SEAL_AHEAD_S, SEAL_LIFE_S } from "../context/constants.ts";
import { sha256 } from "../db/digest.ts";
import { ApiError } from "../context/api_errors.ts";
import type { SealingKey, VaultKeys } from "../keys/keys.ts";
import { Records, Upserts } from "./records.ts";

const ALLOWED_HEADERS: readonly string[] = ["alg", "enc", "kid", "iat", "jti"];
const PINNED = {
  keyManagementAlgorithms: ["RSA-OAEP-256"],
  contentEncryptionAlgorithms: ["A256CBC-HS512", "A256GCM"],
};

/** Whose card it is, and which execution it was sealed for. */
const BOUND = {
  holderReference: z.optional(z.string().check(z.maxLength(256))),
  execution: z.optional(z.string().check(z.maxLength(256))),
};

const short = z.string().check(z.maxLength(64));
const Sealed = z.object({
  cardNumber: z.string().check(z.regex(/^[\d -]{8,32}$/)),
  holderName: z.optional(z.string().check(z.maxLength(256))),
  expiryMonth: short,
  expiryYear: short,
  securityCode: z.optional(short),
  ...BOUND,
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

/** What was sealed, with what makes the seal single use. */
export interface Opened<T> {
  readonly sealed: T;
  readonly sealHash: string;
}

export function openSealed(opener: Opener, jwe: string): Promise<Opened<z.infer<typeof Sealed>>> {
  return open(opener, jwe, (value) => z.parse(Sealed, value));
}

/** The security code of a stored card, asked again by the merchant's page. */
const SealedCode = z.object({
  securityCode: z.string().check(z.regex(/^\d{3,4}$/)),
  ...BOUND,
});

export async function openCode(
  opener: Opener,
  jwe: string,
  network: string | null,
): Promise<Opened<z.infer<typeof SealedCode>>> {
  const opened = await open(opener, jwe, (value) => z.parse(SealedCode, value));
  const brand = Object.values(BRANDS).find((row) => row.network === network) ?? BRANDS.DEFAULT;
  if (opened.sealed.securityCode.length !== brand.cvcLength) throw new ApiError("card-invalid");
  return opened;
}

/** Anything that cannot be read is the same fault, whatever was wrong with it. */
async function open<T>({ keys, clock }: Opener, jwe: string, read: (value: unknown) => T): Promise<Opened<T>> {
  try {
    const sealHash = checkShape(jwe, clock.now() / 1000);
    const plaintext = await openWithAny(jwe, keys) ?? await openWithNewKeys(jwe, keys);
    return { sealed: read(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plaintext))), sealHash };
  } catch {
    // The cause is dropped on purpose: it may quote what was sealed.
    throw new ApiError("seal-invalid");
  }
}

/** A client that names no key may have sealed for the one before. */
async function openWithAny(jwe: string, { sealing }: Pick<VaultKeys, "sealing">): Promise<Uint8Array | undefined> {
  const { kid } = decodeProtectedHeader(jwe);
  const [, wrapped = ""] = jwe.split(".");
  for (const { privateKey } of sealing.filter(({ keyId }) => kid === undefined || keyId === kid)) {
    // A longer one would be the same key with zeros before it.
    if (base64url.decode(wrapped).length * 8 !== modulusBits(privateKey)) continue;
    try {
      return (await compactDecrypt(jwe, privateKey, PINNED)).plaintext;
    } catch {
      // The next one, or the one answer for everything that cannot be read.
    }
  }
  return undefined;
}

function modulusBits({ algorithm }: SealingKey["privateKey"]): number {
  return "modulusLength" in algorithm ? Number(algorithm.modulusLength) : 0;
}

/** Another server may have handed out a key that this one has not looked for yet. */
async function openWithNewKeys(jwe: string, keys: VaultKeys): Promise<Uint8Array> {
  const { sealing } = keys;
  await keys.refresh();
  const opened = keys.sealing === sealing ? undefined : await openWithAny(jwe, keys);
  if (opened === undefined) throw new TypeError("no key opens it");
  return opened;
}

/**
 * What makes a seal single use: the bytes that its tag vouches for. The wrapped key is not among them, so its length is
 * held to that of the RSA key, and of each part only the one canonical text is taken.
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
  return sha256(parts.filter((_, index) => index !== 1).join("."));
}

function isFresh(iat: unknown, nowS: number): boolean {
  return typeof iat === "number" && iat >= nowS - SEAL_LIFE_S && iat <= nowS + SEAL_AHEAD_S;
}

/** The card if it can be one: check digit, length of its network, not past its month, security code of its length. */
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
