/**
 * Writes one JSON object per line to stdout, with secrets and personal data removed. A line that a request or a job
 * caused carries its ids. Names of events are words in lower case, joined by hyphens, with dots between the parts of
 * the server and what happened: `webhook.not-delivered`.
 */
import { passesLuhn } from "../../sdk/card/luhn.ts";
import { currentScope } from "./telemetry/request_scope.ts";

export type Fields = Readonly<Record<string, unknown>>;
export interface Log {
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  error(event: string, fields?: Fields): void;
}

/** Longer texts are truncated before redaction, without what that splits: half an address or number looks like none. */
const MAX_TEXT_CHARS = 16_384;
/** How many causes of an error a line names. */
const MAX_CAUSES = 5;
/** How much of the message of each. */
const MAX_CAUSE_CHARS = 1_000;
/** No email address and no header of a token is longer. */
const MAX_SPLIT_CHARS = 320;
/** Where nothing is split: behind a word, since digits go on after a space, or at a sign that no address has. */
const WHOLE_END = /\p{L}(?=\s)|["'<>{}]/gu;

// Every pattern runs in linear time: it matches whole runs of characters, and each run is then inspected once.
/** With the digit groups that its first and last characters belong to. */
const RUN_WITHOUT_BREAK = /(?:\d+[ -]+(?=\d))*[^\s/"'<>]+(?:(?<=\d)[ -]+\d+)*/g;
/** The @ of an email address; `hono@4.13.19` has a version after it. */
const AT_SIGN = /(?:@|%(?:25){0,4}40)(?!\d{1,4}\.\d{1,4}\.\d)/i;
const DOTTED_RUN = /[\w.-]{8,}/g;
/** A named security code, as JSON, as JSON inside a string, or in an address. */
const NAMED_CODE = /(?:security_?code|cv[vc]2?|csc)[\\"\s]{0,12}[:=][\\"\s]{0,12}\d{3,4}\b/gi;
const QUOTES_OF_CODE = /(?:\\{0,8}")?\[code\](?:\\{0,8}")?/g;
// Digits have no upper limit: of two numbers in a row none keeps its end. A space of an address is `%20`.
/** A phone number with its country, as a person or a program writes it. */
const INTERNATIONAL = /(?:\+|%2B)\d(?:[ ()./_%-]{0,3}\d){6,}/gi;
/** Twelve and more. Without dots, which occur in IP addresses and in hashes. */
const LONG_DIGITS = /(?<!\w)\d(?:[ _/%-]{0,3}\d){11,}(?![A-Za-z\d])/g;
/** A card with dots, in the groups that are printed on it. */
const CARD_GROUPS =
  /(?<![\w.])\d{4}[ ._/-]{1,3}(?:\d{4}[ ._/-]{1,3}\d{4}(?:[ ._/-]{1,3}\d{1,7}){1,2}|\d{6}[ ._/-]{1,3}\d{4,5})(?!\w)/g;
/** Ten or eleven digits in any groups, except a date or an IP address. */
const NATIONAL =
  /(?<![\w.-])(?!\d{4}([-.])\d\d\1\d\d|\d{1,3}(?:\.\d{1,3}){3}(?![.\d]))\(?\d(?:[ ()./-]{0,3}\d){9,10}(?![\w-]|\.\d)/gi;
const HEX_DIGITS = /(?:3\d(?:20|2d)?){12,19}/gi;
const PACKED = /[\w+/-]{16,}/g;
/** An id on its own: no digits before or after it that its own could continue. */
const UUID =
  /(?<![\w+.@-]|\d[ _/%-]{1,3})[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}(?!\w|[-@+]|\.\w|[ _/%-]{1,3}\d)/g;
/** First digits and lengths of card numbers, by network; Maestro has issued none of its shortest, of 12. */
const CARD_NUMBERS: readonly (readonly [start: RegExp, lengths: readonly number[]])[] = [
  [/^3[47]/, [15]],
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|2[2-7])/, [16]],
  [/^3(?:0[0-59]|[689])/, [14, 16, 17, 18, 19]],
  [/^(?:35|8[12])/, [16, 17, 18, 19]],
  [/^(?:50|5[6-9]|6)/, [13, 14, 15, 16, 17, 18, 19]],
];

/** Removes emails, phone numbers, tokens, security codes and card-length digit runs, the last in hex or base64 too. */
export function redact(text: string): string {
  const short = text.length > MAX_TEXT_CHARS ? `${truncated(text)} [cut]` : text;
  // Most texts of a log are words from closed lists, and every request writes some: each step first asks whether it can
  // find anything.
  const plain = PRINTABLE_ASCII.test(short) ? short : inPlainSigns(short);
  const named = withoutEmails(withoutTokens(plain));
  const numbered = /\d/.test(named) ? withoutNumbers(named) : named;
  return numbered.replace(PACKED, (run) => isPackedNumber(run) ? "[digits]" : run);
}

function truncated(text: string): string {
  const wholeUntil = MAX_TEXT_CHARS - MAX_SPLIT_CHARS;
  const last = [...text.slice(wholeUntil, MAX_TEXT_CHARS).matchAll(WHOLE_END)].at(-1);
  return text.slice(0, wholeUntil + (last === undefined ? 0 : last.index + last[0].length));
}

function withoutTokens(text: string): string {
  if (!text.includes("eyJ")) return text;
  return text.replace(DOTTED_RUN, (run) => run.includes("eyJ") && run.includes(".") ? "[token]" : run);
}

function withoutEmails(text: string): string {
  return AT_SIGN.test(text) ? text.replace(RUN_WITHOUT_BREAK, (run) => AT_SIGN.test(run) ? "[email]" : run) : text;
}

function withoutNumbers(text: string): string {
  const coded = text.replace(NAMED_CODE, "[code]").replace(QUOTES_OF_CODE, "[code]");
  // About 1 in 280 UUIDs ends in twelve decimal digits; it names a payment.
  const ids = [...coded.matchAll(UUID)].filter(([id]) => !hidesCard(id));
  let end = 0;
  const parts = ids.map(({ 0: id, index }) => {
    const before = redactNumbers(coded.slice(end, index));
    end = index + id.length;
    return before + id;
  });
  return parts.join("") + redactNumbers(coded.slice(end));
}

/**
 * Whether a UUID begins or ends with a card number by first digits, length and check digit, as an id would that is
 * filled up from one. Anywhere within it chance is likelier: about 1 in 300 has one there.
 */
function hidesCard(id: string): boolean {
  const runs = id.replaceAll("-", "").split(/\D/);
  const [start = "", end = ""] = [runs[0], runs.at(-1)];
  return CARD_NUMBERS.some(([first, lengths]) =>
    lengths.some((length) =>
      [start.slice(0, length), end.slice(-length)].some((digits) =>
        digits.length === length && first.test(digits) && passesLuhn(digits)
      )
    )
  );
}

function redactNumbers(text: string): string {
  return text.replace(INTERNATIONAL, "[number]")
    .replace(LONG_DIGITS, "[digits]").replace(CARD_GROUPS, "[digits]").replace(HEX_DIGITS, "[digits]")
    .replace(NATIONAL, "[number]");
}

/** {@link inPlainSigns} changes none of these. */
const PRINTABLE_ASCII = /^[ -~]*$/;

/** Full-width characters, dashes and spaces of print, digits of other scripts and invisible characters hide nothing. */
function inPlainSigns(text: string): string {
  return text.normalize("NFKC").replaceAll(/\p{Cf}/gu, "").replaceAll(/[\p{Pd}\u2212]/gu, "-")
    .replaceAll(/(?!\d)\p{Nd}/gu, "0");
}

/** The first six bits of a space, a hyphen and the digits: base64 of a card-length run holds one of these letters. */
const STARTS_OF_PACKED = /[ILMNO]/;

/** Whether base64 decoded from any of its four offsets contains a card-length run. */
function isPackedNumber(run: string): boolean {
  if (!STARTS_OF_PACKED.test(run)) return false;
  const text = run.replaceAll("-", "+").replaceAll("_", "/");
  return [0, 1, 2, 3].some((from) => {
    const whole = text.slice(from, from + Math.floor((text.length - from) / 4) * 4);
    return /\d(?:[ -]?\d){11,18}/.test(atob(whole));
  });
}

function describe(value: unknown): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value === "number" || typeof value === "bigint") return describeNumber(value);
  if (value instanceof Error) {
    const [, ...causes] = errorsOf(value);
    const shown = { name: value.name, message: redact(value.message), stack: redact(value.stack ?? "") };
    return causes.length === 0 ? shown : { ...shown, causes: causes.map(describeCause) };
  }
  if (typeof value !== "object" || value === null) return value;
  const plain = (inner: unknown) => typeof inner === "object" ? inner : describe(inner);
  return JSON.parse(JSON.stringify(value, (_key, inner) => plain(inner)));
}

/** An error and what caused it, from the outside in; the first few, since a chain may be long or a circle. */
export function errorsOf(error: unknown): readonly Error[] {
  const errors: Error[] = [];
  for (let at = error; at instanceof Error && errors.length <= MAX_CAUSES && !errors.includes(at); at = at.cause) {
    errors.push(at);
  }
  return errors;
}

/** An address in the words of a library. */
const ADDRESS = /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s"'()<>]+/gi;

/** The host alone: path, query and user may hold secrets, such as those of a webhook. */
function hostOf(address: string): string {
  const url = URL.parse(address);
  return url === null ? "[address]" : `${url.protocol}//${url.host}`;
}

/** One line of a cause, redacted: "PostgresError: deadlock detected". */
export function describeCause(cause: Error): string {
  const { name, message } = cause;
  const text = message === "" && "code" in cause ? String(cause.code) : message;
  return `${name}: ${redact(text.replaceAll(ADDRESS, hostOf)).slice(0, MAX_CAUSE_CHARS)}`;
}

/** A card number that was parsed as a number has more digits than any time or amount. */
function describeNumber(value: number | bigint): unknown {
  const text = String(value);
  return /^-?\d{14,}$/.test(text) ? redact(text) : typeof value === "bigint" ? text : value;
}

/** `write` receives one finished line without a line break. */
export function createLog(write: (line: string) => void = console.log): Log {
  const at = (level: string) => (event: string, fields: Fields = {}) => {
    const entries = Object.entries(fields).map(([key, value]) => [key, describe(value)]);
    const scope = currentScope();
    // Not redacted: an id of hexadecimal digits may look like a card number.
    const ids = scope === undefined ? {} : { requestId: scope.requestId, traceId: scope.traceId };
    write(JSON.stringify({ time: new Date().toISOString(), level, event, ...Object.fromEntries(entries), ...ids }));
  };
  return { info: at("info"), warn: at("warn"), error: at("error") };
}

/** Discards everything, for tests that do not check the log. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
