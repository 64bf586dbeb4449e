/** The plan that an emailed link can cancel, as the page of the link carries it for the app. */
import * as z from "zod/mini";
import { subscriptionSchema } from "./subscriptions.ts";

/** Id of the JSON element in the page of an emailed link to cancel. */
export const PLAN_TO_CANCEL_ID = "plan-to-cancel";
/**
 * Its content: the plan that the link cancels, for the app, which removes the link's secret from the address at once.
 */
export const planToCancelSchema = z.pick(subscriptionSchema, {
  plan_id: true,
  next_plan_id: true,
  status: true,
  current_period_end: true,
  next_charge: true,
});
export type PlanToCancel = z.infer<typeof planToCancelSchema>;
