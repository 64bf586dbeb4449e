/** The static list of countries for billing addresses. Read without a token, once per page. */
import type { Country } from "../wire/payments.ts";
import { fromResponse } from "../errors/from_response.ts";

/** The list is served beside the provider's merchant API. */
export function countriesUrl(authorizeUrl: string): string {
  return `${authorizeUrl.split(/\/(?:client|merchant)\//)[0]}/countries.json`;
}

/** The shopper is waiting. A list that takes longer counts as failed. */
const DEADLINE_MS = 8000;

const lists = new Map<string, Promise<readonly Country[]>>();

export function readCountries(url: string, get: typeof fetch = fetch): Promise<readonly Country[]> {
  const known = lists.get(url);
  if (known !== undefined) return known;
  const list = load(url, get);
  lists.set(url, list);
  // The next form asks again for a list that failed.
  list.catch(() => lists.delete(url));
  return list;
}

async function load(url: string, get: typeof fetch): Promise<readonly Country[]> {
  const response = await get(url, { credentials: "omit", signal: AbortSignal.timeout(DEADLINE_MS) });
  if (!response.ok) throw fromResponse({ method: "GET", url, status: response.status });
  const countries = parseCountries(await response.json());
  if (countries.length === 0) throw new TypeError("The list of countries is empty");
  return countries;
}

/** Accepts a map from code to record, or a plain list. */
function parseCountries(body: unknown): readonly Country[] {
  return Object.values(Object(body)).filter(isCountry);
}

function isCountry(row: unknown): row is Country {
  const { code, name } = Object(row);
  return typeof code === "string" && typeof name === "string";
}
