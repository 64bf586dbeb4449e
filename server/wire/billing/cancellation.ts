/** Bodies and answers of the way out: cancelling, withdrawing, what a link can end (spec W 7, TRUST T5, T6). */
import * as z from "zod/mini";
import { email, id, text } from "../fields.ts";
import { CHARGE_KINDS, SUBSCRIPTION_STATUSES } from "./subscriptions.ts";

/** POST /cancel-subscription/{content}; `until` is the end of what was paid for. */
export const cancelAnswerSchema = z.object({
  status: z.literal("cancelled"),
  until: z.string(),
  /** True when it had been cancelled before. */
  already: z.boolean(),
  error: z.string(),
});
export type CancelAnswer = z.infer<typeof cancelAnswerSchema>;

/** POST /leaving/{content}: what a link, or an owner's id, can end. Changes nothing. */
export const leavingSchema = z.object({
  subscription_id: z.string(),
  name: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  until: z.string(),
  next_charge: z.nullable(z.object({ at: z.string(), cents: z.int() })),
  products: z.array(z.object({ name: z.string(), until: z.string() })),
  withdrawals: z.array(
    z.object({
      charge_id: z.string(),
      name: z.string(),
      kind: z.enum(CHARGE_KINDS),
      cents: z.int(),
      until: z.string(),
    }),
  ),
});
export type Leaving = z.infer<typeof leavingSchema>;
/** POST /leaving-of: the same for every purchase of the browser's checkout cookie. */
export const leavingsSchema = z.object({ leavings: z.array(leavingSchema) });

/** POST /withdraw/{content}: content is the secret of a mailed link or an owner's subscription id. */
export const withdrawSchema = z.strictObject({ charges: z.array(id).check(z.minLength(1), z.maxLength(50)) });
export const withdrawAnswerSchema = z.object({
  /** When the withdrawal was declared, ISO 8601. */
  at: z.string(),
  refund_cents: z.int(),
  refunds: z.array(z.object({ id: z.string(), charge_id: z.string(), cents: z.int() })),
  /** True when the plan itself ended with it. */
  is_plan_over: z.boolean(),
  error: z.string(),
});
export type WithdrawAnswer = z.infer<typeof withdrawAnswerSchema>;

/** POST /cancel-request: the answer is the same for everybody. */
export const cancelRequestSchema = z.strictObject({
  email,
  product: z.literal("TCK"),
  /** Accepted because the spec sends it; never used for a link. */
  host: text(255),
  emailing: z.literal(true),
});

/** POST /withdraw-request: the answer is the same for everybody. */
export const withdrawRequestSchema = z.strictObject({ email });
