/** The visitor's address and country, requested at start; separate from the calls with schemas, which load later. */
import { type RequestOptions, send } from "./http.ts";

/** GET {origin}/cdn-cgi/trace: `key=value` lines, of which ip and loc are read (W-CALL-22). */
export interface Location {
  readonly ip: string;
  /** ISO 3166 alpha-2, or empty when unknown. */
  readonly country: string;
}

export async function getTrace(options: RequestOptions = {}): Promise<Location> {
  // Accept-Language must be the browser's: its region is the country when no proxy names one.
  const headers = { "accept-language": globalThis.navigator?.languages?.join(",") ?? "" };
  const answer = await send("/cdn-cgi/trace", { ...options, method: "GET", headers });
  return parseTrace(await answer.text());
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
