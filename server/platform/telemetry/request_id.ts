/**
 * Request ids and trace contexts of other systems: taken only where they are well formed and come from a proxy we
 * trust.
 */
import { randomBytes } from "../crypto/secrets.ts";
import { redact } from "../log.ts";

export const REQUEST_ID_HEADER = "x-request-id";

/** What proxies make: a UUID, with its hyphens or, as nginx writes it, without. No client's own text has this form. */
const REQUEST_ID = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/i;

/** The proxy's id, or a new one. An id that could hold a card or phone number is not taken. */
export function requestIdOf(given: string | null, isTrusted: boolean): string {
  const isTaken = isTrusted && given !== null && REQUEST_ID.test(given) && !/\d{9}/.test(given) &&
    redact(given) === given;
  return isTaken ? given : crypto.randomUUID();
}

export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** Version 00 of https://www.w3.org/TR/trace-context/; a later version starts with the same fields. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

export function parseTraceParent(text: string | null): TraceParent | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** For a call of this trace whose span is not recorded. */
export function writeTraceParent({ traceId, spanId, isSampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}

export function randomHex(bytes: number): string {
  return randomBytes(bytes).toHex();
}
