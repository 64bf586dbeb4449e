/** What a reload during a payment needs: the session being paid, and a create call that is still to be made. */
import * as z from "zod/mini";
import { createNoUserSchema } from "../../../../server/wire/billing/purchase.ts";
import { findPlan, type Plan, type PlanId } from "../../../../server/wire/billing/plans.ts";
import { browserArea, createSlot } from "../../../lib/storage/storage.ts";
import { STORAGE_KEYS } from "../../../lib/storage/storage_keys.ts";
import type { PendingPurchase } from "../purchase/purchase.ts";

const session = browserArea("session");

/** Kept from the press of Pay until the outcome, so that a reload asks for the outcome instead of paying again. */
const attemptSchema = z.object({
  planId: z.string(),
  version: z.string(),
  data: z.string(),
  cardType: z.optional(z.string()),
});
export type PaymentAttempt = z.infer<typeof attemptSchema>;
export const attemptSlot = createSlot<PaymentAttempt | null>({
  key: STORAGE_KEYS.paymentAttempt,
  schema: z.nullable(attemptSchema),
  fallback: null,
  area: session,
});

const pendingSchema = z.object({ body: createNoUserSchema, planId: z.string(), cardType: z.optional(z.string()) });
const pendingSlot = createSlot<z.infer<typeof pendingSchema> | null>({
  key: STORAGE_KEYS.pendingPurchase,
  schema: z.nullable(pendingSchema),
  fallback: null,
  area: session,
});

export function storePending(pending: PendingPurchase | undefined): void {
  if (pending === undefined) pendingSlot.clear();
  else pendingSlot.write({ ...pending });
}

/** The approved payment whose create call has no response yet, if any. */
export function readPending(): PendingPurchase | undefined {
  const stored = pendingSlot.read();
  const planId: PlanId | undefined = stored === null ? undefined : findPlan(stored.planId)?.id;
  return stored === null || planId === undefined ? undefined : { body: stored.body, planId, cardType: stored.cardType };
}

/** The plan of a payment with an unknown outcome, which must be resolved before another plan can be paid. */
export function planInProgress(): Plan | undefined {
  return findPlan(readPending()?.planId ?? attemptSlot.read()?.planId ?? "");
}
