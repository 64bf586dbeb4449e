/** Alerts for a number: POST and GET /services/report/watch, DELETE /services/report/watch/{id}. */
import * as z from "zod/mini";

/** POST: the number to get alerts for, as the member typed it. */
export const watchRequestSchema = z.object({ phone_number: z.string().check(z.minLength(1), z.maxLength(40)) });
/** One number that the member has alerts for. */
export const watchSchema = z.object({
  id: z.string(),
  e164: z.string(),
  /** Formatted for display. */
  number: z.string(),
  /** Email address of the alerts. */
  email: z.string(),
  /** ISO 8601. */
  since: z.string(),
});
export type Watch = z.infer<typeof watchSchema>;
/** Response of GET /services/report/watch with x-id-token. */
export const watchesSchema = z.object({ watches: z.array(watchSchema) });
