/** A member's plans, charges and consents, and the changes of a running plan. */
import * as z from "zod/mini";
import { id, text } from "../fields.ts";
import { checkoutSessionSchema, consentSchema } from "./purchase.ts";
import { sentenceCodeFields } from "../site/sentence_code_fields.ts";

/** `past_due`: a renewal was declined and is retried. `cancelled`: paid until the period ends. `ended`: over. */
export const SUBSCRIPTION_STATUSES = ["trial", "active", "past_due", "paused", "cancelled", "ended"] as const;
/** What a card network reports about the card that pays. */
export const CARD_CHANGES = [
  "expiry_changed",
  "card_replaced",
  "account_closed",
  "token_suspended",
  "token_resumed",
  "token_deleted",
] as const;
/** Response of POST /subscriptions/{id} and /rec/subscriptions/{id}: the subscription with its add-ons. */
export const subscriptionSchema = z.object({
  id: z.string(),
  subscription_id: z.string(),
  plan_id: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  email: z.string(),
  /** Uid of the member who finalized it; empty until then. */
  user_id: z.string(),
  started_at: z.string(),
  /** End of the paid period, or when an ended plan ended, ISO 8601. */
  current_period_end: z.string(),
  /** Next charge; null when the plan does not renew. */
  next_charge: z.nullable(z.object({ at: z.string(), cents: z.int() })),
  /** Ids of the add-ons bought with it, newest last. */
  products: z.array(z.object({ plan_id: z.string(), bought_at: z.string(), cents: z.int(), until: z.string() })),
  /** Credits left in validation packs. */
  credits: z.int(),
  /** Set while a pause is planned or active: when it ends and charges resume. */
  paused_until: z.optional(z.nullable(z.string())),
  /** The plan from the next charge on, if a change is planned. */
  next_plan_id: z.optional(z.nullable(z.string())),
  /** Upcoming charges: the next 12 months if nothing changes. */
  coming: z.optional(z.array(z.object({ at: z.string(), cents: z.int() }))),
  /** The latest change of the card that pays, as its network reported it; null for none. */
  card: z.optional(z.nullable(z.object({
    /** Such as `Visa •••• 4242`. */
    label: z.string(),
    change: z.enum(CARD_CHANGES),
    changed_at: z.string(),
  }))),
  /** A dispute stopped the plan: it can't be resumed, and its stored card pays no new plan. */
  is_stopped_by_dispute: z.optional(z.boolean()),
  /** The member can't buy the plan again: it renews, is paused, or its declined charge is tried again. */
  is_owned: z.optional(z.boolean()),
  error: z.string(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

/** Response of POST /subscriptions-of-member with x-id-token: newest first. */
export const subscriptionsOfMemberSchema = z.object({ subscriptions: z.array(subscriptionSchema) });

/** `sending`: no result yet. `mismatch`: the payments service charged another amount; a person decides. */
export const CHARGE_STATES = ["sending", "succeeded", "failed", "refunded", "mismatch"] as const;
/** `first`: at the purchase of a plan; `renewal`: a later period; `addon`: a one-time product. */
export const CHARGE_KINDS = ["first", "renewal", "addon"] as const;
/** One entry of POST /charges-of/{id}, with the figures of its receipt. */
export const chargeSchema = z.object({
  id: z.string(),
  /** Readable receipt number, "TC-2026-000123"; empty for what was not charged. */
  receipt: z.optional(z.string()),
  plan_id: z.string(),
  name: z.string(),
  kind: z.enum(CHARGE_KINDS),
  cents: z.int(),
  currency: z.string(),
  state: z.enum(CHARGE_STATES),
  at: z.string(),
  /** Message of a decline, otherwise empty. */
  error: z.string(),
  ...sentenceCodeFields,
  /** What a withdrawal now would refund, and until when it is possible. */
  withdrawal: z.optional(z.nullable(z.object({ cents: z.int(), until: z.string() }))),
  /**
   * The refund, completed or on its way; `id` is its receipt number, or those of its parts. `sent_cents` is what of
   * `cents` has gone back so far; a service of the previous release leaves it out.
   */
  refund: z.optional(z.nullable(z.object({
    id: z.string(),
    cents: z.int(),
    sent_cents: z.optional(z.int()),
    at: z.string(),
    is_sent: z.boolean(),
  }))),
});
export type Charge = z.infer<typeof chargeSchema>;
/** Response of POST /charges-of/{id}: newest first. */
export const chargesSchema = z.object({ charges: z.array(chargeSchema) });

/** Response of POST /card-of/{id}: what the plan is charged to. `id` may be the secret of an emailed link to pay. */
export const cardOfPlanSchema = z.object({
  /** Null for a wallet, and for a card that is no longer stored. */
  card: z.nullable(z.object({
    /** "Visa •••• 4242". */
    name: z.string(),
    /** Brand in lower case, as `visa`; empty when unknown. */
    network: z.string(),
    last_four: z.string(),
    /** "12" and "2030"; empty when unknown. */
    expiry_month: z.string(),
    expiry_year: z.string(),
  })),
  /** A wallet's name for its card; otherwise empty. */
  label: z.string(),
  /** False for a plan without a next charge. */
  may_change: z.boolean(),
  /** The renewal that was declined and that another card can pay at once. */
  open_renewal: z.nullable(z.object({ plan_id: z.string(), cents: z.int() })),
});
export type CardOfPlan = z.infer<typeof cardOfPlanSchema>;
/**
 * Response of POST /card-of/{id}/change. A declined renewal is charged to the card at once: `error` says why it is not
 * paid, and `approval` is an init answer in which the page opens the 3-D Secure challenge. The same call
 * afterwards completes the change.
 */
export const cardChangedSchema = z.extend(cardOfPlanSchema, {
  error: z.string(),
  approval: z.optional(checkoutSessionSchema),
  ...sentenceCodeFields,
});
export type CardChanged = z.infer<typeof cardChangedSchema>;
/** POST /card-of/{id}/change with the card that the page stored in a session of POST /card-of/{id}/session. */
export const cardChangeSchema = z.strictObject({ instrument_id: id });

/** Response of POST /consents-of-member with x-id-token: consents as they were shown, newest first (TRUST T2). */
export const agreementsSchema = z.object({
  agreements: z.array(z.object({
    id: z.string(),
    plan_id: z.string(),
    subscription_id: z.nullable(z.string()),
    at: z.string(),
    text: z.string(),
    text_sha256: z.string(),
    text_version: z.string(),
    /** Terms version named by the link (`tcv`); empty without one. */
    link_text_version: z.optional(z.string()),
    locale: z.string(),
    ip_network: z.string(),
    shown: consentSchema.shape.shown,
  })),
});
export type Agreements = z.infer<typeof agreementsSchema>;

/**
 * Response of POST /purchase-details-of-member with x-id-token: what was typed and known at each purchase, newest
 * first.
 */
export const purchaseDetailsSchema = z.object({
  purchases: z.array(z.object({
    subscription_id: z.string(),
    email: z.string(),
    address: z.record(z.string(), z.string()),
    attribution: z.record(z.string(), z.string()),
    payment_method: z.string(),
    instrument_label: z.string(),
    /** The `vault` parameter of the link that started a wallet purchase; otherwise empty. */
    instrument_vault: z.optional(z.string()),
    language: z.string(),
  })),
});
export type PurchaseDetails = z.infer<typeof purchaseDetailsSchema>;

/** POST /credits/spend: uses one credit. The request's own id makes a repeat harmless. 402 when no credit is left. */
export const spendSchema = z.strictObject({ subscription_id: id, spend_id: id });

/** A change of a running plan. */
export const changeSchema = z.discriminatedUnion("kind", [
  /** Pauses charges for this many months from the end of the paid period; then the plan resumes. */
  z.strictObject({ kind: z.literal("pause"), months: z.int().check(z.minimum(1), z.maximum(3)) }),
  /** Ends a pause, or cancels a planned one. */
  z.strictObject({ kind: z.literal("resume") }),
  /** Changes the plan from the next charge on; the current plan's id cancels a planned change. */
  z.strictObject({ kind: z.literal("switch"), plan_id: id }),
  /** Takes a cancellation back while the paid period lasts: the plan renews at its end as before. */
  z.strictObject({ kind: z.literal("reactivate") }),
]);
export type Change = z.infer<typeof changeSchema>;
/** POST /changes-of/{id}/preview: the figures to show before the member agrees. */
export const changePreviewSchema = z.strictObject({ change: changeSchema });
/** Response of the preview: what the plan costs after the change, and when. */
export const changeShownSchema = z.object({ shown: consentSchema.shape.shown });
/** POST /changes-of/{id} with the figures the member agreed to; 409 carries the correct ones in `shown`. */
export const agreedChangeSchema = z.strictObject({
  change: changeSchema,
  shown: consentSchema.shape.shown,
  text: consentSchema.shape.text,
  text_version: text(40),
  locale: text(35),
});
export type AgreedChange = z.infer<typeof agreedChangeSchema>;
/**
 * Response of POST /changes-of/{id}: the subscription as it is now. A pause that ends is charged at once: `error` says
 * why it is not paid, and `approval` is an init answer in which the page opens the 3-D Secure challenge. The same call
 * afterwards says how the payment ended.
 */
export const planChangedSchema = z.extend(subscriptionSchema, {
  approval: z.optional(checkoutSessionSchema),
  ...sentenceCodeFields,
});
export type PlanChanged = z.infer<typeof planChangedSchema>;
