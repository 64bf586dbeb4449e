/** The free check as a visitor makes it: judged from where they are, like the report. */
import type { CheckEvent, CheckRequest } from "../../server/wire/members/report.ts";
import type { RequestOptions } from "../api/http.ts";
import { checkNumber } from "../api/services.ts";
import { countryHeader } from "./visitor_country.ts";

export function freeCheck(body: CheckRequest, options: RequestOptions = {}): AsyncIterable<CheckEvent> {
  return checkNumber(body, { ...options, headers: countryHeader() });
}
