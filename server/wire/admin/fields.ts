/** Shapes that many console answers share: a moment, money, a masked field, what a link points at. */
import * as z from "zod/mini";
import { id, shownText } from "../fields.ts";

/** ISO 8601 in UTC, to the millisecond. */
export const moment = z.string();
/** A calendar day in UTC, `2026-11-22`. */
export const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
/** An amount in whole minor units of its currency (ISO 4217): 1999 USD is $19.99, 500 JPY is ¥500. */
export const moneySchema = z.object({ minor: z.int(), currency: z.string() });
export type Money = z.infer<typeof moneySchema>;

export const MAX_REASON_CHARS = 500;
/** The @ of an email address, in all the ways that an address bar or a careful person writes it. */
const AT_SIGN = /@|%(?:25){0,4}40|[([{] ?at ?[)\]}]/i;
/** As many digits as a phone or card number has, of any script, with no letter and no currency between two of them. */
const LONG_NUMBER = /\p{Nd}(?:[^\p{L}\p{Nd}\p{Sc}]{0,4}\p{Nd}){8}/u;
/** A receipt number such as "TC-2026-000123" names a charge and no person. */
const RECEIPT_NUMBER = /\bTC-20\d\d-\d{6}\b/g;

function isPersonal(words: string): boolean {
  const plain = words.slice(0, MAX_REASON_CHARS).normalize("NFKC").replaceAll(/\p{Cf}/gu, "")
    .replaceAll(RECEIPT_NUMBER, "");
  return AT_SIGN.test(plain) || LONG_NUMBER.test(plain);
}

/**
 * Why an operator does something: 3 to 500 characters. It stays in the audit log forever, so an email address or a long
 * number in it is refused with 400; a receipt number is allowed. Invisible characters are left out.
 */
export const reasonSchema = shownText(MAX_REASON_CHARS).check(
  z.refine((words) => words.trim().length >= 3 && !isPersonal(words)),
);

/** What a page of the console is about. A customer's id is that of an account (`acc-...`) or of a purchase. */
export const SUBJECTS = ["customer", "purchase", "execution", "charge", "email", "webhook", "dispute"] as const;
export const subjectSchema = z.object({ kind: z.enum(SUBJECTS), id });
export type Subject = z.infer<typeof subjectSchema>;

/** Personal fields, always masked until `POST /api/admin/reveal` shows one. */
export const MASKED_FIELDS = [
  "email",
  "phone",
  "name",
  "address",
  "recipient",
  "looked_up_number",
  "ip_network",
] as const;
export type MaskedField = (typeof MASKED_FIELDS)[number];
/** A personal value as lists and pages show it: `a•••@example.com`, `+1 ••• 0000`. */
export const maskedSchema = z.object({
  /** Empty when nothing is stored. */
  masked: z.string(),
  /** What to send to `/api/admin/reveal` beside a reason; null when there is nothing to reveal. */
  reveal: z.nullable(z.object({ subject: subjectSchema, field: z.enum(MASKED_FIELDS) })),
});
export type Masked = z.infer<typeof maskedSchema>;

/** Where the data of this installation are. A service that runs elsewhere keeps its own. */
export const PLACES = ["payments", "subscriptions", "members", "identity"] as const;
export type Place = (typeof PLACES)[number];
/** Services whose data this console cannot see, because they run on another server. */
export const unseenSchema = z.array(z.enum(PLACES));

/** POST /api/admin/reveal: one field of one subject. Each call is a row of the audit log, even when it fails. */
export const revealSchema = z.strictObject({
  // Only our own ids: the log must not store an address that was typed instead.
  subject: z.strictObject({ ...subjectSchema.shape, id: z.string().check(z.regex(/^[\w:.+/=-]{1,200}$/)) }),
  field: z.enum(MASKED_FIELDS),
  reason: reasonSchema,
});
/** Response: the value in full. Show it until the page is left; do not store it. */
export const revealedSchema = z.object({ value: z.string() });
