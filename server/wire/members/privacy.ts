/** What a member decides about their own data: the number they call theirs, a copy of everything, deletion. */
import * as z from "zod/mini";

/** POST /services/profile/own-number with x-id-token; empty text forgets the number. */
export const ownNumberRequestSchema = z.strictObject({
  phone_number: z.string().check(z.maxLength(64)),
  /** ISO 3166 alpha-2 or empty: reads a number written the national way. */
  country: z.string().check(z.regex(/^([A-Z]{2})?$/)),
});
export const ownNumberSchema = z.object({ own_number: z.string() });

/** POST /services/profile/delete with x-id-token; the word stands for the question that was answered. */
export const deleteRequestSchema = z.strictObject({ confirm: z.literal("delete") });
export const deletedSchema = z.object({
  /** Rows that were removed, by what they were. */
  removed: z.record(z.string(), z.int()),
  /** Plans that were still renewing and were cancelled first. */
  cancelled: z.int(),
  /** Purchases that stay in the books without the member's name. */
  invoices: z.int(),
});
export type Deleted = z.infer<typeof deletedSchema>;
