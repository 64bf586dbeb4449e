/** Shared by the paid sources: one call per number and day, a checked response, our own data as the fallback. */
import { sendTraced } from "../../../../platform/telemetry/tracing.ts";
import * as z from "zod/mini";
import type { Upstream } from "../../../../platform/http/upstream.ts";
import type { LookupSource } from "./source.ts";
import type { LineType, Place } from "../../numbering/phone_facts.ts";
import type { ParsedNumber } from "../../numbering/parse_phone_number.ts";

/** Facts from a paid source; a field that is undefined comes from our own data. */
export interface RemoteFacts {
  readonly line: LineType | undefined;
  readonly place: Omit<Place, "timeZones"> & { readonly timeZones?: readonly string[] } | undefined;
  readonly carrier: string | undefined;
}
export interface RemoteOptions {
  readonly fallback: LookupSource;
  readonly fetch?: Upstream;
  /** Default: each look-up asks. */
  readonly recall?: Recall;
}
/** What is kept of this number, or what `ask` brings; undefined leaves the look-up to our own data. */
export type Recall = (
  number: { readonly source: string; readonly e164: string },
  ask: () => Promise<RemoteFacts | undefined>,
) => Promise<RemoteFacts | undefined>;
interface RemoteSource<T extends z.ZodMiniType> {
  /** Name of the source in the report's data versions. */
  readonly name: string;
  readonly request: (number: ParsedNumber) => Request;
  readonly schema: T;
  readonly read: (answer: z.infer<T>) => RemoteFacts | undefined;
}
export const DEADLINE_MS = 4_000;
const MAX_ANSWER_CHARS = 65_536;

/** The three questions about one number share one call; a failed call is not retried for this look-up. */
export function remoteSource<T extends z.ZodMiniType>(
  source: RemoteSource<T>,
  { fallback, fetch: send = (request) => sendTraced("lookup", request, fetch), recall = (_, ask) => ask() }:
    RemoteOptions,
): LookupSource {
  const requested = new WeakMap<ParsedNumber, Promise<RemoteFacts | undefined>>();
  const factsOn = (number: ParsedNumber) => {
    const asking = () => ask(source, number, send).catch(() => undefined);
    const known = requested.get(number) ?? recall({ source: source.name, e164: number.e164 }, asking);
    requested.set(number, known);
    return known;
  };
  return {
    line: async (number) => (await factsOn(number))?.line ?? await fallback.line(number),
    async place(number) {
      const own = await fallback.place(number);
      const place = (await factsOn(number))?.place;
      return place === undefined ? own : { ...own, ...place };
    },
    carrier: async (number) => (await factsOn(number))?.carrier ?? await fallback.carrier(number),
    usedFor: async (number) => await factsOn(number) === undefined ? [] : [source.name],
  };
}

async function ask<T extends z.ZodMiniType>(
  { request, schema, read }: RemoteSource<T>,
  number: ParsedNumber,
  send: Upstream,
): Promise<RemoteFacts | undefined> {
  const call = new Request(request(number), { redirect: "manual", signal: AbortSignal.timeout(DEADLINE_MS) });
  const answer = await send(call);
  const text = await answer.text();
  if (!answer.ok || text.length > MAX_ANSWER_CHARS) return undefined;
  const parsed = z.safeParse(schema, JSON.parse(text));
  return parsed.success ? read(parsed.data) : undefined;
}

/** Text of a field; sources write "N/A" or null for unknown values. */
export function textFact(text: string | null | undefined): string | undefined {
  return text === null || text === undefined || /^(\s*|n\/?a|unknown|none)$/i.test(text) ? undefined : text;
}
