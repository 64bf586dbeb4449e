/** Parses an error-report envelope: a header line, then pairs of item header and payload, one JSON value per line. */
import { isTooDeep } from "../../platform/http/request_limits.ts";
import { redact } from "../../platform/log.ts";

export interface EnvelopeItem {
  readonly kind: string;
  readonly title: string;
  readonly release: string;
  /** The payload without email addresses, phone numbers, tokens and card-length digit runs. */
  readonly body_json: string;
}
export interface Envelope {
  readonly eventId: string;
  readonly items: readonly EnvelopeItem[];
}

type Json = Readonly<Record<string, unknown>>;
const MAX_TITLE_CHARS = 300;

/** Undefined when the text is not an envelope. Items with a payload that is not JSON, or nested deeply, are skipped. */
export function parseEnvelope(text: string): Envelope | undefined {
  const [head = "", ...lines] = text.split("\n");
  const header = parseJson(head);
  if (header === undefined) return undefined;
  const items: EnvelopeItem[] = [];
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const itemHeader = parseJson(lines[at] ?? "");
    if (itemHeader === undefined) break;
    const payload = parseJson(lines[at + 1] ?? "");
    if (payload !== undefined) items.push(itemOf(String(itemHeader.type ?? "unknown"), payload));
  }
  return { eventId: typeof header.event_id === "string" ? header.event_id : "", items };
}

function itemOf(kind: string, payload: Json): EnvelopeItem {
  const release = typeof payload.release === "string" ? payload.release : "";
  return {
    kind: redact(kind).slice(0, 40),
    title: redact(titleOf(payload)).slice(0, MAX_TITLE_CHARS),
    release: redact(release).slice(0, 200),
    body_json: JSON.stringify(payload, scrub),
  };
}

const CODE_NAME = /^(security_?code|cv[vc]2?|csc)$/i;
/** Card numbers of all networks; timestamps in milliseconds have fewer digits. */
const LEAST_CARD = 1e13;

/** Seconds of a time have as many digits as a phone number. */
const TIME_NAME = /time|date/i;

/** Ten to twelve digits. */
function isPhoneLike(value: number): boolean {
  return Number.isInteger(value) && value >= 1e9 && value < 1e12;
}

/** A card or phone number, or a code, may also be a whole value, and any of them a name. */
function scrub(key: string, value: unknown): unknown {
  if (CODE_NAME.test(key)) return undefined;
  if (typeof value === "number") {
    if (value >= LEAST_CARD) return "[digits]";
    return isPhoneLike(value) && !TIME_NAME.test(key) ? "[number]" : value;
  }
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name), item]));
}

function titleOf(payload: Json): string {
  const exception = parseObject(payload.exception);
  const values = Array.isArray(exception.values) ? exception.values.map(parseObject) : [];
  const last = values.at(-1);
  if (last !== undefined) return `${String(last.type ?? "Error")}: ${String(last.value ?? "")}`;
  for (const name of ["message", "transaction"] as const) {
    const value = payload[name];
    if (typeof value === "string") return value;
  }
  return "";
}

/** Deep nesting is no report: writing it again would overflow the stack, and showing it take megabytes. */
function parseJson(line: string): Json | undefined {
  if (isTooDeep(line)) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? parseObject(value) : undefined;
  } catch {
    return undefined;
  }
}

function parseObject(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value as Json : {};
}
