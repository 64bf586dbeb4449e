/** Address and country of this visitor, asked for at start; apart from the calls that bring schemas with them. */
import { type RequestOptions, send } from "./http.ts";

/** GET {origin}/cdn-cgi/trace: `key=value` lines, of which ip and loc count (spec W 3, location). */
export interface Location {
  readonly ip: string;
  /** ISO 3166 alpha-2, or empty when unknown. */
  readonly country: string;
}

export async function getTrace(options: RequestOptions = {}): Promise<Location> {
  // The languages of the browser, not of the page: their region is the country where no proxy knows it.
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
