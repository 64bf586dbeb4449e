/** Twilio Lookup v2 with line type intelligence as a source of facts. */
import * as z from "zod/mini";
import type { LookupSource } from "./source.ts";
import { LINE_TYPES } from "../../numbering/phone_facts.ts";
import { type RemoteOptions, remoteSource, textFact } from "./remote.ts";

const text = z.optional(z.nullable(z.string()));
const answerSchema = z.object({
  phone_number: z.string(),
  valid: z.optional(z.nullable(z.boolean())),
  line_type_intelligence: z.optional(z.nullable(z.object({
    type: text,
    carrier_name: text,
    error_code: z.optional(z.nullable(z.number())),
  }))),
});

export interface TwilioKeys {
  readonly accountSid: string;
  readonly authToken: string;
}

/** It has no place data; that comes from our own data. */
export function twilioSource({ accountSid, authToken, ...options }: RemoteOptions & TwilioKeys): LookupSource {
  const authorization = `Basic ${btoa(`${accountSid}:${authToken}`)}`;
  return remoteSource({
    name: "Twilio Lookup v2",
    schema: answerSchema,
    request: ({ e164 }) =>
      new Request(
        `https://lookups.twilio.com/v2/PhoneNumbers/${encodeURIComponent(e164)}?Fields=line_type_intelligence`,
        { headers: { authorization } },
      ),
    read({ line_type_intelligence: line }) {
      if (line === null || line === undefined || typeof line.error_code === "number") return undefined;
      const type = textFact(line.type);
      return {
        line: LINE_TYPES.find((known) => known === type),
        carrier: textFact(line.carrier_name),
        place: undefined,
      };
    },
  }, options);
}
