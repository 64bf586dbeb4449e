/** One typed function per call of the app (spec W 7, CONTRACT.md). The free check, the trace; purchase calls follow below. */
import * as z from "zod/mini";
import { type CheckEvent, checkEventSchema } from "../../server/wire/members.ts";
import { request, type RequestOptions, send } from "./http.ts";

/** GET {origin}/cdn-cgi/trace: `key=value` lines, of which ip and loc count (spec W 3, location). */
export interface Location {
  readonly ip: string;
  /** ISO 3166 alpha-2, or empty when unknown. */
  readonly country: string;
}

export async function getTrace(options: RequestOptions = {}): Promise<Location> {
  return parseTrace(String(await request("/cdn-cgi/trace", { ...options, method: "GET" })));
}

export function parseTrace(text: string): Location {
  const lines = new Map(
    text.split("\n").map((line): [string, string] => {
      const at = line.indexOf("=");
      return [line.slice(0, at), line.slice(at + 1).trim()];
    }),
  );
  const loc = lines.get("loc") ?? "";
  return { ip: lines.get("ip") ?? "", country: /^[A-Z]{2}$/.test(loc) && loc !== "XX" ? loc : "" };
}

export interface CheckRequest {
  readonly phone_number: string;
  /** ISO 3166 alpha-2 or empty. */
  readonly country: string;
}

/** POST /services/report/check: the events of one free check as they come. */
export async function* checkNumber(body: CheckRequest, options: RequestOptions = {}): AsyncGenerator<CheckEvent> {
  const response = await send("/services/report/check", { ...options, body });
  for await (const line of lines(response)) yield z.parse(checkEventSchema, JSON.parse(line));
}

async function* lines(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) break;
      const parts = (rest + value).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) if (part.trim() !== "") yield part;
    }
    if (rest.trim() !== "") yield rest;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
