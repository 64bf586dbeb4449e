/** What a member has: plans, charges, agreements, and how a running plan is changed (spec W 7). */
import * as z from "zod/mini";
import { id, text } from "../fields.ts";
import { consentSchema } from "./purchase.ts";

export const SUBSCRIPTION_STATUSES = ["trial", "active", "past_due", "paused", "cancelled", "ended"] as const;
/** POST /subscriptions/{id} and /rec/subscriptions/{id}: the subscription with what it owns. */
export const subscriptionSchema = z.object({
  id: z.string(),
  subscription_id: z.string(),
  plan_id: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  email: z.string(),
  /** Uid of the member who finalized it; empty before that. */
  user_id: z.string(),
  started_at: z.string(),
  /** End of the paid period, ISO 8601. */
  current_period_end: z.string(),
  /** null when it will not renew. */
  next_charge: z.nullable(z.object({ at: z.string(), cents: z.int() })),
  /** Plan ids owned beside the subscription, newest last. */
  products: z.array(z.object({ plan_id: z.string(), bought_at: z.string(), cents: z.int(), until: z.string() })),
  /** Look-ups left in validation packs. */
  credits: z.int(),
  /** Set while a pause is planned or runs: when it ends and the plan is charged again. */
  paused_until: z.optional(z.nullable(z.string())),
  /** The plan from the next charge on, where it will change. */
  next_plan_id: z.optional(z.nullable(z.string())),
  /** Every charge of the coming 12 months while nothing changes. */
  coming: z.optional(z.array(z.object({ at: z.string(), cents: z.int() }))),
  error: z.string(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

/** POST /subscriptions-of-member with x-id-token: newest first. */
export const subscriptionsOfMemberSchema = z.object({ subscriptions: z.array(subscriptionSchema) });

export const CHARGE_STATES = ["sending", "succeeded", "failed", "refunded", "mismatch"] as const;
export const CHARGE_KINDS = ["first", "renewal", "addon"] as const;
/** One line of POST /charges-of/{id}: what a receipt says. */
export const chargeSchema = z.object({
  /** Receipt number. */
  id: z.string(),
  plan_id: z.string(),
  name: z.string(),
  kind: z.enum(CHARGE_KINDS),
  cents: z.int(),
  currency: z.string(),
  state: z.enum(CHARGE_STATES),
  at: z.string(),
  /** Sentence of a decline, else empty. */
  error: z.string(),
  /** What would come back if it were withdrawn from now, and until when that is possible. */
  withdrawal: z.optional(z.nullable(z.object({ cents: z.int(), until: z.string() }))),
  /** Money that went back, or is on its way. */
  refund: z.optional(z.nullable(z.object({ id: z.string(), cents: z.int(), at: z.string(), is_sent: z.boolean() }))),
});
export type Charge = z.infer<typeof chargeSchema>;
export const chargesSchema = z.object({ charges: z.array(chargeSchema) });

/** POST /consents-of-member with x-id-token: what the member agreed to, as it was shown, newest first (TRUST T2). */
export const agreementsSchema = z.object({
  agreements: z.array(z.object({
    id: z.string(),
    plan_id: z.string(),
    subscription_id: z.nullable(z.string()),
    at: z.string(),
    text: z.string(),
    text_sha256: z.string(),
    text_version: z.string(),
    /** What the link named (`tcv`); empty without one. */
    link_text_version: z.optional(z.string()),
    locale: z.string(),
    ip_network: z.string(),
    shown: consentSchema.shape.shown,
  })),
});
export type Agreements = z.infer<typeof agreementsSchema>;

/** POST /purchase-details-of-member with x-id-token: what was typed and known at each purchase, newest first. */
export const purchaseDetailsSchema = z.object({
  purchases: z.array(z.object({
    subscription_id: z.string(),
    email: z.string(),
    address: z.record(z.string(), z.string()),
    attribution: z.record(z.string(), z.string()),
    payment_method: z.string(),
    instrument_label: z.string(),
    /** The `vault` of the link that a wallet purchase began with; else empty. */
    instrument_vault: z.optional(z.string()),
    language: z.string(),
  })),
});
export type PurchaseDetails = z.infer<typeof purchaseDetailsSchema>;

/** POST /credits/spend: one credit; the caller's own id makes a repeat harmless. 402 when none is left. */
export const spendSchema = z.strictObject({ subscription_id: id, spend_id: id });

/** A change of a running plan. */
export const changeSchema = z.discriminatedUnion("kind", [
  /** Charges rest for this many months from the end of what is paid; then the plan goes on. */
  z.strictObject({ kind: z.literal("pause"), months: z.int().check(z.minimum(1), z.maximum(3)) }),
  /** Ends a pause, or takes it back before it began. */
  z.strictObject({ kind: z.literal("resume") }),
  /** Another plan from the next charge on; the plan of today takes a planned change back. */
  z.strictObject({ kind: z.literal("switch"), plan_id: id }),
]);
export type Change = z.infer<typeof changeSchema>;
/** POST /changes-of/{id}/preview: the figures to show before anybody agrees. */
export const changePreviewSchema = z.strictObject({ change: changeSchema });
export const changeShownSchema = z.object({ shown: consentSchema.shape.shown });
/** POST /changes-of/{id}: what was shown and agreed to; 409 carries the right figures in `shown`. Answers the subscription. */
export const agreedChangeSchema = z.strictObject({
  change: changeSchema,
  shown: consentSchema.shape.shown,
  text: consentSchema.shape.text,
  text_version: text(40),
  locale: text(35),
});
export type AgreedChange = z.infer<typeof agreedChangeSchema>;
