/** Opens the JWE that left the card frame, and checks what stands inside (SECURITY M4). */
import { compactDecrypt, decodeProtectedHeader } from "jose";
import * as z from "zod/mini";
import { detectBrand, networkOf } from "../../../../sdk/card/detect.ts";
import { BRANDS } from "../../../../sdk/card/brands.ts";
import { expiryFault, readMonth, readYear } from "../../../../sdk/card/expiry.ts";
import { passesLuhn } from "../../../../sdk/card/luhn.ts";
import { MAX_SEAL_CHARS } from "../constants.ts";
import { Fault } from "../faults.ts";
import type { VaultKeys } from "./keys.ts";
import { Records, Upserts } from "./records.ts";

const ALLOWED_HEADERS: readonly string[] = ["alg", "enc", "kid", "iat", "jti"];
const PINNED = {
  keyManagementAlgorithms: ["RSA-OAEP-256"],
  contentEncryptionAlgorithms: ["A256CBC-HS512", "A256GCM"],
};

const short = z.string().check(z.maxLength(64));
const Sealed = z.object({
  cardNumber: z.string().check(z.regex(/^[\d -]{8,32}$/)),
  holderName: z.optional(z.string().check(z.maxLength(256))),
  expiryMonth: short,
  expiryYear: short,
  securityCode: z.optional(short),
  holderReference: z.optional(z.string().check(z.maxLength(256))),
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
  readonly holderReference?: string;
}

export function openSealed(keys: VaultKeys, jwe: string): Promise<z.infer<typeof Sealed>> {
  return open(keys, jwe, (value) => z.parse(Sealed, value));
}

/** The security code of a stored card, asked again by the merchant's page. */
const SealedCode = z.object({
  securityCode: z.string().check(z.regex(/^\d{3,4}$/)),
  holderReference: z.optional(z.string().check(z.maxLength(256))),
});

export interface Code {
  readonly securityCode: string;
  readonly holderReference?: string;
}

export async function openCode(keys: VaultKeys, jwe: string, network: string | null): Promise<Code> {
  const { securityCode, holderReference } = await open(keys, jwe, (value) => z.parse(SealedCode, value));
  const brand = Object.values(BRANDS).find((row) => row.network === network) ?? BRANDS.DEFAULT;
  if (securityCode.length !== brand.cvcLength) throw new Fault("card-invalid");
  return { securityCode, ...(holderReference === undefined ? {} : { holderReference }) };
}

/** Anything that cannot be read is the same fault, whatever was wrong with it. */
async function open<T>(keys: VaultKeys, jwe: string, read: (value: unknown) => T): Promise<T> {
  try {
    checkShape(jwe);
    const plaintext = await openWithAny(jwe, keys) ?? await openWithNewKeys(jwe, keys);
    return read(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plaintext)));
  } catch {
    // The cause is dropped on purpose: it may quote what was sealed.
    throw new Fault("seal-invalid");
  }
}

/** A client that names no key may have sealed for the one before. */
async function openWithAny(jwe: string, { sealing }: Pick<VaultKeys, "sealing">): Promise<Uint8Array | undefined> {
  const { kid } = decodeProtectedHeader(jwe);
  for (const { privateKey } of sealing.filter(({ keyId }) => kid === undefined || keyId === kid)) {
    try {
      return (await compactDecrypt(jwe, privateKey, PINNED)).plaintext;
    } catch {
      // The next one, or the one answer for everything that cannot be read.
    }
  }
  return undefined;
}

/** Another server may have handed out a key that this one has not looked for yet. */
async function openWithNewKeys(jwe: string, keys: VaultKeys): Promise<Uint8Array> {
  const { sealing } = keys;
  await keys.refresh();
  const opened = keys.sealing === sealing ? undefined : await openWithAny(jwe, keys);
  if (opened === undefined) throw new TypeError("no key opens it");
  return opened;
}

function checkShape(jwe: string): void {
  if (jwe.length > MAX_SEAL_CHARS || !/^[\w-]+(\.[\w-]+){4}$/.test(jwe)) throw new TypeError("not a compact JWE");
  const strange = Object.keys(decodeProtectedHeader(jwe)).filter((name) => !ALLOWED_HEADERS.includes(name));
  if (strange.length > 0) throw new TypeError("header parameters that are not allowed");
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
  if (!isGood) throw new Fault("card-invalid");
  return {
    number,
    network: networkOf(brand) ?? null,
    expiryMonth: month,
    expiryYear: year,
    ...(code === undefined ? {} : { securityCode: code }),
    ...(sealed.holderReference === undefined ? {} : { holderReference: sealed.holderReference }),
  };
}
