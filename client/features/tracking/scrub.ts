/**
 * Removes personal data from an error report (SECURITY B7, X11). Addresses keep the segments of our own routes; a word
 * that is, or decodes to, an email address, a token, an id or a long number is removed. Each pass over a text is
 * linear, and the text is truncated first.
 */
import { urlOf } from "../../lib/link/url_of.ts";
import { isKnownSegment } from "./known_segments.ts";

export const GONE = "[removed]";
export const MAX_TEXT_CHARS = 4_096;
/** No email address is longer. */
const MAX_SPLIT_CHARS = 320;
const MAX_DEPTH = 12;
const MAX_NODES = 20_000;
/** Phone numbers have at least seven digits; whole numbers of seconds are times that reports do not need. */
const LEAST_DIGITS = 7;
const LEAST_NUMBER = 1e9;

/** Long runs of digits, including grouped ones, as in phone and card numbers. */
const DIGITS = /\+?\d(?:[\p{Zs}().\p{Pd}]{0,3}\d){6,}/gu;
/** Anything but a space, quote or bracket. */
const WORD = /[^\s"'`<>()[\]{}|,;\\]+/g;
const PIECE = /[\w+~-]+=*/g;
const ENCODED = /^[\w+/-]{10,}=*$/;
/** Attributes in a selector: they contain texts for screen readers. */
const ATTRIBUTES = /\[[\w-]+=[^\][]*\]/g;
/** Trace ids and similar, by name and shape. */
const ID_NAME = /(?:^sid|(?:event|trace|span|segment|debug|profile|replay)[._]?id)$/;
const HEX_ID = /^(?=[\d-]*[a-f])[\da-f-]{16,36}$/;
const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/;
const VERSION = /^\d{1,5}(?:\.\d{1,5}){1,3}$/;
const DAY_S = 86_400;
const UTF8 = new TextDecoder();

export interface Scrubber {
  text(text: string): string;
  /** A copy of the same shape with every text, number and name scrubbed. */
  value<T>(value: T): T;
}

export interface ScrubOptions {
  /** Paths of other origins are dropped. */
  readonly origin: string;
  /** The app's base path. */
  readonly base: string;
  /** Texts that stay unchanged: the release, which contains an @, and the browser's name. */
  readonly keep?: readonly string[];
}

export function createScrubber({ origin, base, keep = [] }: ScrubOptions): Scrubber {
  const kept = new Set(keep);
  const own: Own = { origin, segments: new Set(base.split("/")) };
  const text = (whole: string): string => {
    if (kept.has(whole)) return whole;
    const cut = inPlainSigns(whole.slice(0, endOf(whole)));
    return cut.replace(ATTRIBUTES, "").replace(WORD, (word) => scrubWord(word, own)).replace(DIGITS, GONE);
  };
  return {
    text,
    value<T>(value: T): T {
      const budget = { nodes: MAX_NODES };
      return asScrubbed<T>(copy({ value, name: "", depth: 0 }, { text, budget }));
    },
  };
}

/** Full-width characters, digits of other scripts and invisible characters hide nothing. */
function inPlainSigns(text: string): string {
  return text.normalize("NFKC").replace(/\p{Cf}/gu, "").replace(/(?!\d)\p{Nd}/gu, "0");
}

/** Where a text is truncated: before a word that would be split, since the first half of an address looks harmless. */
function endOf(text: string): number {
  if (text.length <= MAX_TEXT_CHARS) return text.length;
  return Math.max(text.lastIndexOf(" ", MAX_TEXT_CHARS), MAX_TEXT_CHARS - MAX_SPLIT_CHARS);
}

interface Own {
  readonly origin: string;
  /** Segments of the base path. */
  readonly segments: ReadonlySet<string>;
}

interface Node {
  readonly value: unknown;
  /** The key of the value, or the name of its attribute. */
  readonly name: string;
  readonly depth: number;
}

interface CopyOptions {
  readonly text: Scrubber["text"];
  readonly budget: { nodes: number };
}

function copy({ value, name, depth }: Node, copying: CopyOptions): unknown {
  copying.budget.nodes -= 1;
  if (typeof value === "string") return isHarmless(value, name) ? value : copying.text(value);
  if (typeof value === "number") return isPersonalNumber(value) ? 0 : value;
  if (typeof value !== "object" || value === null) return typeof value === "bigint" ? GONE : value;
  if (depth >= MAX_DEPTH || copying.budget.nodes < 0) return GONE;
  const inner = (item: unknown, key: string) => copy({ value: item, name: key, depth: depth + 1 }, copying);
  if (Array.isArray(value)) return value.map((item) => inner(item, name));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [copying.text(key), inner(item, key === "value" ? name : key)]),
  );
}

/** As long as a phone number, but not the time of the report. */
function isPersonalNumber(value: number): boolean {
  const nowS = Date.now() / 1_000;
  return Number.isInteger(value) && Math.abs(value) >= LEAST_NUMBER && Math.abs(value - nowS) > DAY_S;
}

function isHarmless(value: string, name: string): boolean {
  if (value.length > 40) return false;
  if (ISO_TIME.test(value)) return true;
  return name.endsWith("version") ? VERSION.test(value) : ID_NAME.test(name.slice(-40)) && HEX_ID.test(value);
}

/** An address keeps its known segments; any other word stays or is removed. */
function scrubWord(word: string, own: Own): string {
  const [address = "", query] = splitOnce(word, /[?#]/);
  const tail = query === undefined ? "" : word.charAt(address.length) + GONE;
  const at = address.indexOf("://");
  if (at >= 0) return scrubAddress(address, own) + tail;
  if (address.includes("/")) return scrubPath(address, own) + tail;
  if (isPersonal(address)) return GONE + tail;
  return address.replace(PIECE, (piece) => isPersonal(piece) ? GONE : piece) + tail;
}

function splitOnce(word: string, mark: RegExp): readonly [string, string?] {
  const at = word.search(mark);
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}

/** Another origin keeps its host name only, and only if that is not personal. */
function scrubAddress(address: string, own: Own): string {
  const url = urlOf(address);
  if (url === undefined) return GONE;
  const { origin, host, username } = url;
  if (origin === own.origin) return origin + scrubPath(address.slice(address.indexOf(host) + host.length), own);
  return origin === "null" || username !== "" || isPersonal(host) ? GONE : `${origin}/`;
}

function scrubPath(path: string, { segments: known }: Own): string {
  const segments = path.split("/");
  return segments.map((segment, at) => known.has(segment) || isKnownSegment(segment, segments[at - 1]) ? segment : GONE)
    .join("/");
}

function isPersonal(word: string): boolean {
  const plain = inPlainSigns(decoded(word));
  if (isTelling(plain)) return true;
  // Longer words of mixed letters and digits are keys, hashes or personal ids.
  if (plain.length >= 16 && /\d/.test(plain) && /[a-z]/i.test(plain) && /^[\w+/=~-]+$/.test(plain)) return true;
  if (/^[a-z]{2,12}_[\w-]{8,}$/i.test(plain) && /\d/.test(plain)) return true;
  return ENCODED.test(plain) && isTelling(unpacked(plain));
}

/** An email address, a token, or enough digits for a phone number. */
function isTelling(text: string): boolean {
  if (/.@./s.test(text) || text.includes("eyJ")) return true;
  return (text.match(/\d/g)?.length ?? 0) >= LEAST_DIGITS;
}

/** Percent-decoded from UTF-8, twice if it was encoded twice. */
function decoded(word: string): string {
  let text = word;
  for (let rounds = 0; rounds < 3 && text.includes("%"); rounds++) {
    text = text.replace(
      /(?:%[\da-f]{2})+/gi,
      (bytes) => UTF8.decode(Uint8Array.from(bytes.slice(1).split("%"), byteOf)),
    );
  }
  return text;
}

function byteOf(hex: string): number {
  return Number.parseInt(hex, 16);
}

/** Base64-decoded from any of its four offsets, as far as the result is plain text. */
function unpacked(word: string): string {
  const text = word.replaceAll("-", "+").replaceAll("_", "/").replaceAll("=", "");
  return [0, 1, 2, 3].map((from) => {
    const part = text.slice(from);
    return atob(part.slice(0, part.length - (part.length % 4 === 1 ? 1 : 0)));
  }).filter((said) => /^[\x20-\x7e]*$/.test(said)).join(" ");
}

function asScrubbed<T>(value: unknown): T {
  return value as T;
}
