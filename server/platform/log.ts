/**
 * Writes one JSON object per line to stdout, with secrets and personal data removed. A line that a request or a job
 * caused carries its ids. Names of events are words in lower case, joined by hyphens, with dots between the parts of the
 * server and what happened: `webhook.not-delivered`.
 */
import { currentScope } from "./telemetry/request_scope.ts";

export type Fields = Readonly<Record<string, unknown>>;
export interface Log {
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  error(event: string, fields?: Fields): void;
}

/** Longer texts are truncated before redaction. */
const MAX_TEXT_CHARS = 16_384;

// Every pattern runs in linear time: it matches whole runs of characters, and each run is then inspected once.
const RUN_WITHOUT_BREAK = /[^\s/"'<>]+/g;
/** The @ of an email address; `hono@4.13.19` has a version after it. */
const AT_SIGN = /(?:@|%(?:25){0,4}40)(?!\d{1,4}\.\d{1,4}\.\d)/i;
const DOTTED_RUN = /[\w.-]{8,}/g;
const LONG_DIGITS = /\b\d(?:[ -]?\d){11,18}\b/g;
/** A named security code, as JSON, as JSON inside a string, or in an address. */
const NAMED_CODE = /(?:security_?code|cv[vc]2?|csc)[\\"\s]{0,12}[:=][\\"\s]{0,12}\d{3,4}\b/gi;
const QUOTES_OF_CODE = /(?:\\{0,8}")?\[code\](?:\\{0,8}")?/g;
/** A phone number with its country, as a person or a program writes it. */
const INTERNATIONAL = /(?:\+|%2B)\d(?:[ ().-]{0,3}\d){6,14}/gi;
/** One of North America in groups, and ten or eleven digits that stand alone. */
const GROUPED = /\(\d{3}\) ?\d{3}[ -]\d{4}\b|(?<![\w.-])\d{3}([ .-])\d{3}\1\d{4}\b/g;
const ALONE = /(?<![\w.-])\d{10,11}(?![\w-]|\.\d)/g;
const HEX_DIGITS = /(?:3\d(?:20|2d)?){12,19}/gi;
const PACKED = /[\w+/-]{16,}/g;

/** Removes emails, phone numbers, tokens, security codes and card-length digit runs, the last in hex or base64 too. */
export function redact(text: string): string {
  const short = text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS)} [cut]` : text;
  return short.replace(DOTTED_RUN, (run) => run.includes("eyJ") && run.includes(".") ? "[token]" : run)
    .replace(RUN_WITHOUT_BREAK, (run) => AT_SIGN.test(run) ? "[email]" : run)
    .replace(NAMED_CODE, "[code]").replace(QUOTES_OF_CODE, "[code]")
    .replace(INTERNATIONAL, "[number]").replace(GROUPED, "[number]").replace(ALONE, "[number]")
    .replace(LONG_DIGITS, "[digits]").replace(HEX_DIGITS, "[digits]")
    .replace(PACKED, (run) => isPackedNumber(run) ? "[digits]" : run);
}

/** Whether base64 decoded from any of its four offsets contains a card-length run. */
function isPackedNumber(run: string): boolean {
  const text = run.replaceAll("-", "+").replaceAll("_", "/");
  return [0, 1, 2, 3].some((from) => {
    const whole = text.slice(from, from + Math.floor((text.length - from) / 4) * 4);
    return /\d(?:[ -]?\d){11,18}/.test(atob(whole));
  });
}

function describe(value: unknown): unknown {
  if (typeof value === "string") return redact(value);
  if (value instanceof Error) {
    return { name: value.name, message: redact(value.message), stack: redact(value.stack ?? "") };
  }
  if (typeof value !== "object" || value === null) return value;
  return JSON.parse(JSON.stringify(value, (_key, inner) => typeof inner === "string" ? redact(inner) : inner));
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
