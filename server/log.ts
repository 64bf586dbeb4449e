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

/** Removes e-mail addresses, tokens and card-length digit runs from a text. */
export function redact(text: string): string {
  return text.replace(TOKEN, "[token]").replace(EMAIL, "[email]").replace(LONG_DIGITS, "[digits]");
}

function describe(value: unknown): unknown {
  if (typeof value === "string") return redact(value);
  if (value instanceof Error) {
    return { name: value.name, message: redact(value.message), stack: redact(value.stack ?? "") };
  }
  return value;
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
