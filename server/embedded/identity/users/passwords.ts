/** Passwords: the policy, and scrypt hashes, which cost the same time for every account. */
import { scrypt, timingSafeEqual } from "node:crypto";
import { bulkhead } from "cockatiel";
import * as z from "zod/mini";
import { refuse } from "../context/errors.ts";
import type { PasswordPolicy } from "../context/context.ts";

/** As long as the request may be, unless the policy has a maximum (W-VALID-12): scrypt reads it once. */
export const passwordText = z._default(z.string(), "");
export const DEFAULT_POLICY: PasswordPolicy = { minLength: 6 };

const SYMBOLS = "^$*.[]{}()?\"!@#%&/\\,><':;|_~+=- ";
/** OWASP's recommended scrypt parameters with 32 MiB. */
const COST = 2 ** 15;
const BLOCK = 8;
const PARALLEL = 3;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
const MEMORY_BYTES = 64 * 1024 * 1024;

/** GET /v2/passwordPolicy. */
export function policyAnswer(policy: PasswordPolicy): unknown {
  return {
    customStrengthOptions: {
      minPasswordLength: policy.minLength,
      ...(policy.maxLength === undefined ? {} : { maxPasswordLength: policy.maxLength }),
      ...(policy.lowercase === true ? { containsLowercaseCharacter: true } : {}),
      ...(policy.uppercase === true ? { containsUppercaseCharacter: true } : {}),
      ...(policy.numeric === true ? { containsNumericCharacter: true } : {}),
      ...(policy.nonAlphanumeric === true ? { containsNonAlphanumericCharacter: true } : {}),
    },
    schemaVersion: 1,
    allowedNonAlphanumericCharacters: [...SYMBOLS.trim()],
    enforcementState: "ENFORCE",
    forceUpgradeOnSignin: false,
  };
}

/** Refuses a password that breaks the policy, and names every rule that it breaks, with the codes of Firebase. */
export function checkPassword(password: string, policy: PasswordPolicy): void {
  if (password === "") refuse("MISSING_PASSWORD");
  const { minLength, maxLength = Infinity } = policy;
  // The least length of a project without a policy has a code of its own.
  if (minLength === DEFAULT_POLICY.minLength && password.length < minLength) {
    refuse("WEAK_PASSWORD", `Password should be at least ${minLength} characters`);
  }
  const rules: readonly (readonly [isAsked: boolean | undefined, isMet: boolean, what: string])[] = [
    [true, password.length >= minLength, `at least ${minLength} characters`],
    [true, password.length <= maxLength, `at most ${maxLength} characters`],
    [policy.lowercase, /[a-z]/.test(password), "a lower case character"],
    [policy.uppercase, /[A-Z]/.test(password), "an upper case character"],
    [policy.numeric, /\d/.test(password), "a numeric character"],
    [policy.nonAlphanumeric, /[^A-Za-z0-9]/.test(password), "a non-alphanumeric character"],
  ];
  const broken = rules.filter(([isAsked, isMet]) => isAsked === true && !isMet);
  if (broken.length === 0) return;
  const sentences = broken.map(([, , what]) => `Password must contain ${what}`);
  refuse("PASSWORD_DOES_NOT_MEET_REQUIREMENTS", `Missing password requirements: [${sentences.join(", ")}]`);
}

export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  return `scrypt$${salt.toHex()}$${(await derive(password, salt, cost)).toHex()}`;
}

/** An account without a password costs the same time as one with, so that the response time reveals nothing. */
export async function isPassword(password: string, stored: string, cost = COST): Promise<boolean> {
  const [, salt = "00", hash = ""] = stored.split("$");
  const derived = await derive(password, Uint8Array.fromHex(salt), cost);
  const expected = Uint8Array.fromHex(hash);
  return expected.length === derived.length && timingSafeEqual(derived, expected);
}

/** Each takes 32 MiB and a processor; the others wait in their order. */
const DERIVED_AT_ONCE = 4;
const turns = bulkhead(DERIVED_AT_ONCE, Infinity);

function derive(password: string, salt: Uint8Array, cost: number): Promise<Uint8Array> {
  return turns.execute(() => deriveNow(password, salt, cost));
}

function deriveNow(password: string, salt: Uint8Array, cost: number): Promise<Uint8Array> {
  const options = { N: cost, r: BLOCK, p: PARALLEL, maxmem: MEMORY_BYTES };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, HASH_BYTES, options, (error, key) => {
      if (error === null) resolve(new Uint8Array(key));
      else reject(error);
    });
  });
}
