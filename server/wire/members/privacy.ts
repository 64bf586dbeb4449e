/** A member's control of their data: their own number, an export, deletion. */
import * as z from "zod/mini";

/** POST /services/profile/own-number with x-id-token; empty text removes the number. */
export const ownNumberRequestSchema = z.strictObject({
  phone_number: z.string().check(z.maxLength(64)),
  /** ISO 3166 alpha-2 or empty; used to parse a number in national format. */
  country: z.string().check(z.regex(/^([A-Z]{2})?$/)),
});
/** Response of the call: the number in E.164, or empty after its removal. */
export const ownNumberSchema = z.object({ own_number: z.string() });

/** POST /services/profile/delete with x-id-token; the word confirms the deletion. */
export const deleteRequestSchema = z.strictObject({ confirm: z.literal("delete") });
/** Response of the deletion, which cannot be undone. */
export const deletedSchema = z.object({
  /** Number of deleted rows by kind. */
  removed: z.record(z.string(), z.int()),
  /** Plans that still renewed and were cancelled first. */
  cancelled: z.int(),
  /** Purchases kept for accounting, without the member's identity. */
  invoices: z.int(),
});
export type Deleted = z.infer<typeof deletedSchema>;
