/**
 * Funnel events for our own collector: names and fields from closed lists, without anything that identifies a visitor.
 */
import * as z from "zod/mini";
import { text } from "../fields.ts";
import { type PlanId, PLANS } from "../billing/plans.ts";
import { BANDS } from "../members/report.ts";

/** The names of W-TRACK-04 and, in the same style, those of the other steps (W-TRACK-05). */
export const FUNNEL_EVENTS = [
  "page-view",
  "number-check",
  "quiz-start",
  "quiz-answer",
  "quiz-skip",
  "quiz-complete",
  "quiz-leave",
  "urgent-shown",
  "scan-start",
  "scan-complete",
  "scan-error",
  "get-report",
  "details-submit",
  "plan-select",
  "modal-payment-open",
  "modal-payment-close",
  "modal-payment-submit",
  "card-submit",
  "apple-submit",
  "purchase",
  "purchase-error",
  "additional-purchase",
  "additional-purchase-error",
  "offer-decline",
  "sign-in",
  "cancel-request",
] as const;
/** What the quiz gives urgent advice about. */
export const URGENT_KINDS = ["money_about_to", "money_sent", "card_given", "code_asked", "app_installed"] as const;
/** How a visitor signs in. */
export const SIGN_IN_WAYS = ["google", "apple", "email", "passkey"] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];
export type FunnelEventName = (typeof FUNNEL_EVENTS)[number];

/** Most events of one call; the client sends the rest with the next. */
export const MAX_FUNNEL_EVENTS = 50;

const fieldsSchema = z.strictObject({
  /** Route pattern, never the address. */
  route: z.optional(z.string().check(z.maxLength(80), z.regex(/^(?:[a-z/-]+|\*)$/))),
  question: z.optional(z.int().check(z.minimum(1), z.maximum(20))),
  valid: z.optional(z.boolean()),
  kind: z.optional(z.enum(URGENT_KINDS)),
  band: z.optional(z.enum(BANDS)),
  provider: z.optional(z.enum(SIGN_IN_WAYS)),
  plan_id: z.optional(z.enum(PLANS.map(({ id }): PlanId => id))),
  card_type: z.optional(z.enum(["visa", "mastercard", "amex", "discover", "unknown"])),
  value: z.optional(z.number().check(z.minimum(0), z.maximum(10_000))),
  currency: z.optional(z.literal("USD")),
  /** Error message as the screen showed it. */
  text: z.optional(text(500)),
});

/** POST /api/funnel-events, where FUNNEL_EVENT_DAYS is set. */
export const funnelEventsSchema = z.strictObject({
  events: z.array(z.strictObject({ name: z.enum(FUNNEL_EVENTS), fields: fieldsSchema }))
    .check(z.minLength(1), z.maxLength(MAX_FUNNEL_EVENTS)),
});
