/** IPQualityScore's phone validation as a source of facts. */
import * as z from "zod/mini";
import type { LookupSource } from "./source.ts";
import type { LineType } from "../../numbering/phone_facts.ts";
import { type RemoteOptions, remoteSource, textFact } from "./remote.ts";
import { own } from "../../../../wire/own_entry.ts";

const LINES: Readonly<Record<string, LineType>> = {
  "wireless": "mobile",
  "landline": "landline",
  "toll free": "tollFree",
  "voip": "nonFixedVoip",
  "premium rate": "premium",
  "shared cost": "sharedCost",
  "personal number": "personal",
  "pager": "pager",
  "voicemail": "voicemail",
  "uan": "uan",
};
const text = z.optional(z.nullable(z.string()));
const answerSchema = z.object({
  success: z.boolean(),
  valid: z.optional(z.nullable(z.boolean())),
  carrier: text,
  line_type: text,
  country: text,
  region: text,
  city: text,
  timezone: text,
});

/** The address contains the API key, so neither address nor error of this call is ever logged. */
export function ipqsSource({ key, ...options }: RemoteOptions & { readonly key: string }): LookupSource {
  return remoteSource({
    name: "IPQualityScore",
    schema: answerSchema,
    request: ({ e164 }) =>
      new Request(
        `https://www.ipqualityscore.com/api/json/phone/${encodeURIComponent(key)}/${encodeURIComponent(e164)}`,
      ),
    read(answer) {
      if (!answer.success) return undefined;
      const city = textFact(answer.city);
      const zone = textFact(answer.timezone);
      const location = [city, textFact(answer.region)].filter((part) => part !== undefined).join(", ");
      return {
        line: own(LINES, textFact(answer.line_type)?.toLowerCase() ?? ""),
        carrier: textFact(answer.carrier),
        place: location === ""
          ? undefined
          : { location, city: city ?? "", ...(zone === undefined ? {} : { timeZones: [zone] }) },
      };
    },
  }, options);
}
