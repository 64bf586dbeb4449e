/** One JSON object a line on stdout; secrets and personal data are cut before they are written. */

export type Fields = Readonly<Record<string, unknown>>;
export interface Log {
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  error(event: string, fields?: Fields): void;
}

const EMAIL = /[^\s@/"'<>]+(?:@|%40)[^\s@/"'<>]+\.[^\s@/"'<>]+/gi;
const TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]*(?:\.[\w-]+\.[\w-]+)?/g;
const LONG_DIGITS = /\b\d(?:[ -]?\d){11,18}\b/g;

/** A security code with its name, as JSON, inside a text of JSON, or in an address. */
const NAMED_CODE = /\\*"?(?:security_?code|cv[vc]2?|csc)\\*"?\s*[:=]\s*\\*"?\d{3,4}\b\\*"?/gi;
const HEX_DIGITS = /(?:3\d(?:20|2d)?){12,19}/gi;
const PACKED = /[\w+/-]{16,}/g;

/** Removes e-mail addresses, tokens, security codes and card-length digit runs, plain, in hex or in base64. */
export function redact(text: string): string {
  return text.replace(TOKEN, "[token]").replace(EMAIL, "[email]").replace(NAMED_CODE, "[code]")
    .replace(LONG_DIGITS, "[digits]").replace(HEX_DIGITS, "[digits]")
    .replace(PACKED, (run) => isPackedNumber(run) ? "[digits]" : run);
}

/** Whether base64 that begins at any of its four places holds a card-length run. */
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

/** `write` gets one finished line without a line break. */
export function createLog(write: (line: string) => void = console.log): Log {
  const at = (level: string) => (event: string, fields: Fields = {}) => {
    const entries = Object.entries(fields).map(([key, value]) => [key, describe(value)]);
    write(JSON.stringify({ time: new Date().toISOString(), level, event, ...Object.fromEntries(entries) }));
  };
  return { info: at("info"), warn: at("warn"), error: at("error") };
}

/** For tests that do not look at the log. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
