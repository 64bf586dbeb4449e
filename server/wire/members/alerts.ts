/** Alerts for a number: POST and GET /services/report/watch, DELETE /services/report/watch/{id}. */
import * as z from "zod/mini";
import { BANDS } from "./report.ts";

/** POST: the number to get alerts for, as the member typed it. */
export const watchRequestSchema = z.object({
  phone_number: z.string().check(z.minLength(1), z.maxLength(40)),
  /** ISO 3166 alpha-2, for a number typed in national format. */
  country: z.optional(z.string().check(z.maxLength(2))),
});
/** One number that the member has alerts for. */
export const watchSchema = z.object({
  id: z.string(),
  e164: z.string(),
  /** Formatted for display. */
  number: z.string(),
  /** ISO 3166 alpha-2, or empty. */
  country: z.string(),
  /** As of the last change, which is also what the last alert said. */
  score: z.number(),
  band: z.enum(BANDS),
  /** Email address of the alerts. */
  email: z.string(),
  /** ISO 8601. */
  since: z.string(),
  /** When the last alert was sent, ISO 8601; empty while nothing has changed. */
  changed: z.string(),
  /** The score before the last alert; null while nothing has changed, and for changes of earlier releases. */
  before: z.nullable(z.number()),
  /** The member's latest report on the number, or empty. */
  report_id: z.string(),
});
export type Watch = z.infer<typeof watchSchema>;
/** Response of GET /services/report/watch with x-id-token. */
export const watchesSchema = z.object({ watches: z.array(watchSchema) });
