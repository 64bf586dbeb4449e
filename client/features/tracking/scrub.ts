/** Takes card numbers, tokens, e-mail addresses and purchase keys out of anything that is about to be reported (B7). */

const GONE = "[removed]";
const MAX_DEPTH = 8;
const PATTERNS: readonly RegExp[] = [
  /\b\d(?:[ -]?\d){12,18}\b/g,
  /\beyJ[\w-]+(?:\.[\w-]+)*/g,
  /[\w.%+-]+(?:@|%40)[\w.-]+\.[a-z]{2,}/gi,
  /([?&](?:vSubscriptionId|t|c|email|_idfm)=)[^&#\s"]+/g,
];

export function scrubText(text: string): string {
  return PATTERNS.reduce(
    (rest, pattern) => rest.replace(pattern, (_, kept: unknown) => (typeof kept === "string" ? kept : "") + GONE),
    text,
  );
}

/** A copy of the same shape with every text scrubbed. */
export function scrub<T>(value: T, depth = 0): T {
  return parseScrubbed<T>(copy(value, depth));
}

function copy(value: unknown, depth: number): unknown {
  if (typeof value === "string") return scrubText(value);
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item, depth + 1)]));
}

function parseScrubbed<T>(value: unknown): T {
  return value as T;
}
