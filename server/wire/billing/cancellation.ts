/**
 * Requests and responses of cancelling and withdrawing, and what an action link can end (W-CALL-17, W-CALL-18, TRUST
 * T5, T6).
 */
import * as z from "zod/mini";
import { email, id, text } from "../fields.ts";
import { CHARGE_KINDS, SUBSCRIPTION_STATUSES } from "./subscriptions.ts";

/** Response of POST /cancel-subscription/{content}. `until` is the end of the paid period, ISO 8601. */
export const cancelAnswerSchema = z.object({
  status: z.literal("cancelled"),
  until: z.string(),
  /** True when the plan was already cancelled. */
  already: z.boolean(),
  error: z.string(),
});
export type CancelAnswer = z.infer<typeof cancelAnswerSchema>;

/** Response of POST /leaving/{content}: what a link, or the id of an own plan, can end. Read-only. */
export const cancellationOptionsSchema = z.object({
  subscription_id: z.string(),
  plan_id: z.optional(z.string()),
  name: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  until: z.string(),
  next_charge: z.nullable(z.object({ at: z.string(), cents: z.int() })),
  /** The plan from the next charge on, if a change is planned. */
  next_plan_id: z.optional(z.nullable(z.string())),
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
export type CancellationOptions = z.infer<typeof cancellationOptionsSchema>;
/** Response of POST /leaving-of: the same for every purchase of the browser's checkout cookie. */
export const cancellationOptionsListSchema = z.object({ leavings: z.array(cancellationOptionsSchema) });

/** POST /withdraw/{content}; content is the secret of an emailed link or the id of an own subscription. */
export const withdrawSchema = z.strictObject({ charges: z.array(id).check(z.minLength(1), z.maxLength(50)) });
/** Response of POST /withdraw/{content}; 409 when the time to withdraw from these charges is over. */
export const withdrawAnswerSchema = z.object({
  /** Time of the declaration of withdrawal, ISO 8601. */
  at: z.string(),
  refund_cents: z.int(),
  refunds: z.array(z.object({ id: z.string(), charge_id: z.string(), cents: z.int() })),
  /** True when the withdrawal also ended the plan. */
  is_plan_over: z.boolean(),
  /** Whether the plan still renews. Absent from a service of the previous release. */
  plan_renews: z.optional(z.boolean()),
  error: z.string(),
});
export type WithdrawAnswer = z.infer<typeof withdrawAnswerSchema>;

/** POST /cancel-request. The response is the same whether or not the address is known. */
export const cancelRequestSchema = z.strictObject({
  email,
  product: z.literal("TCK"),
  /** Part of the call (W-CALL-17); never used to build a link. */
  host: text(255),
  emailing: z.literal(true),
});

/** POST /withdraw-request. The response is the same whether or not the address is known. */
export const withdrawRequestSchema = z.strictObject({ email });

/** POST /send-activation, for an address that a path to a service cannot hold. The response is the same for any. */
export const activationRequestSchema = z.strictObject({ email });
