/** Response of the profile service: the member and the checks they made last. */
import * as z from "zod/mini";
import { checkedSchema } from "./report.ts";

/** Response of GET /services/profile?subscription_id= with x-id-token: saves and returns the profile. */
export const profileSchema = z.object({
  user_id: z.string(),
  email: z.string(),
  name: z.string(),
  subscription_ids: z.array(z.string()),
  /** The member's own number in E.164, or empty; the score uses it to detect look-alikes. */
  own_number: z.optional(z.string()),
  created_at: z.string(),
  /** Newest first, at most 20. */
  recent: z.array(checkedSchema),
});

export type Profile = z.infer<typeof profileSchema>;
