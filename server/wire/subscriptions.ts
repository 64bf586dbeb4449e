/** Bodies and answers of the subscription service and of the consent that precedes a charge (spec W 7). */
import * as z from "zod/mini";

const text = (maxChars: number) => z.string().check(z.maxLength(maxChars));
const email = z.string().check(z.maxLength(320), z.regex(/^[^\s@<>",;:\\]+@[^\s@<>",;:\\]+\.[^\s@<>",;:\\]+$/));
const id = z.string().check(z.minLength(1), z.maxLength(128));

/** Marketing attribution: always all keys, empty text where unknown or not consented to (spec W 3). */
export const ATTRIBUTION_KEYS = [
  "project",
  "campaign_id",
  "campaign_name",
  "adset_id",
  "adset_name",
  "ad_id",
  "ad_name",
  "media_source",
  "config",
  "country_code",
  "fbc",
  "fbp",
  "referer",
  "event_source_url",
  "client_user_agent",
  "client_ip_address",
  "idfm",
] as const; // deno-fmt-ignore
export type Attribution = Readonly<Record<(typeof ATTRIBUTION_KEYS)[number], string>>;
export const attributionSchema = z.record(z.string(), text(2_000));

/** Payment address of spec W 3; what was not asked is empty text. */
export const addressSchema = z.strictObject({
  first_name: text(100),
  last_name: text(100),
  country: text(2),
  state: text(100),
  zip: text(20),
  city: text(100),
  address: text(200),
  address2: text(200),
  phone: text(32),
});
export type Address = z.infer<typeof addressSchema>;
/** Where a call carries no address, and where nobody asked for one. */
export const NO_ADDRESS: Address = {
  first_name: "",
  last_name: "",
  country: "",
  state: "",
  zip: "",
  city: "",
  address: "",
  address2: "",
  phone: "",
};

/** What the checkout SDK authorized and stored; the service reads the execution itself. */
export const instrumentSchema = z.strictObject({ executionId: id, paymentInstrumentId: id });
export type Instrument = z.infer<typeof instrumentSchema>;

/** POST /subs/create-no-user: exactly one of instrument, card, subscription_id. A raw `card` is refused unless switched on. */
export const createNoUserSchema = z.strictObject({
  plan_id: id,
  email,
  attribution: attributionSchema,
  address: addressSchema,
  instrument: z.optional(instrumentSchema),
  card: z.optional(z.unknown()),
  subscription_id: z.optional(id),
  /** Consent of the add-on's button; for the first purchase the consent hangs on the execution. */
  consent_id: z.optional(id),
});
export type CreateNoUser = z.infer<typeof createNoUserSchema>;

/** Answer of every create: an empty error means success. */
export const createAnswerSchema = z.object({ id: z.string(), subscription_id: z.string(), error: z.string() });
export type CreateAnswer = z.infer<typeof createAnswerSchema>;

/** POST /subs/finalize. */
export const finalizeSchema = z.strictObject({
  subscription_id: id,
  email: z.union([email, z.literal("")]),
  firebase_id: id,
  apple_token: text(8_192),
  attribution: attributionSchema,
});
export type Finalize = z.infer<typeof finalizeSchema>;
export const finalizeAnswerSchema = z.object({ id: z.string(), error: z.optional(z.string()) });
export type FinalizeAnswer = z.infer<typeof finalizeAnswerSchema>;

/** POST /subs/activate with x-id-token: the link of the activation mail, which proves the address of the purchase. */
export const activateSchema = z.strictObject({ subscription_id: id, t: text(128) });

/** POST /api/consent: what the person was shown when they agreed. The server recomputes the figures. */
export const consentSchema = z.strictObject({
  plan_id: id,
  subscription_id: z.optional(id),
  /** Known before payment, so that a purchase whose page was lost can still be completed and receipted. */
  email: z.optional(email),
  text: z.string().check(z.minLength(1), z.maxLength(4_000)),
  text_version: text(40),
  locale: text(35),
  shown: z.strictObject({
    today_cents: z.int(),
    /** First full charge; null for one-time products. */
    next_cents: z.nullable(z.int()),
    /** ISO date (UTC, YYYY-MM-DD) of the first full charge; null for one-time products. */
    next_at: z.nullable(text(10)),
    /** "7d", "1m", "3m"; null for one-time products. */
    every: z.nullable(text(4)),
  }),
});
export type Consent = z.infer<typeof consentSchema>;
export type Shown = Consent["shown"];
/** 200 `{consent_id}`; 409 carries the right figures in `shown`. */
export const consentAnswerSchema = z.object({ consent_id: z.string() });
export const consentConflictSchema = z.object({ error: z.string(), shown: consentSchema.shape.shown });

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
    locale: z.string(),
    ip_network: z.string(),
    shown: consentSchema.shape.shown,
  })),
});
export type Agreements = z.infer<typeof agreementsSchema>;

/** POST /credits/spend: one credit; the caller's own id makes a repeat harmless. 402 when none is left. */
export const spendSchema = z.strictObject({ subscription_id: id, spend_id: id });
export const spendAnswerSchema = z.object({ credits: z.int() });

/** POST /cancel-subscription/{content}; `until` is the end of what was paid for. */
export const cancelAnswerSchema = z.object({
  status: z.literal("cancelled"),
  until: z.string(),
  /** True when it had been cancelled before. */
  already: z.boolean(),
  error: z.string(),
});
export type CancelAnswer = z.infer<typeof cancelAnswerSchema>;

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

/** What a wallet's sheet gave the page, as it came. */
const walletToken = z.union([
  z.string().check(z.minLength(1), z.maxLength(32_768)),
  z.record(z.string(), z.unknown()).check(z.refine((token) => Object.keys(token).length > 0)),
]);

/** POST /subs/create-no-user-applepay: pays the checkout this browser opened for the plan and agreed to. */
export const createNoUserApplePaySchema = z.strictObject({
  plan_id: id,
  email,
  token: walletToken,
  attribution: attributionSchema,
  address: addressSchema,
  display_name: text(200),
  vault: text(200),
});
export type CreateNoUserApplePay = z.infer<typeof createNoUserApplePaySchema>;
/**
 * POST /subs/create with x-id-token: the member's plan, paid with the card form of this browser's checkout, else with
 * what the member has stored. A raw `card` is refused.
 */
export const createSchema = z.strictObject({
  plan_id: id,
  email,
  firebase_id: id,
  apple_token: text(8_192),
  card: z.optional(z.unknown()),
  attribution: attributionSchema,
});
/** POST /subs/create-applepay with x-id-token. */
export const createApplePaySchema = z.strictObject({
  plan_id: id,
  email,
  firebase_id: id,
  token: walletToken,
  attribution: attributionSchema,
  address: addressSchema,
});
/** POST /services/recurring/create-subscription with x-id-token: like create, by what the call carries. */
export const createRecurringSchema = z.strictObject({ plan_id: id, email, firebase_id: id, apple_token: text(8_192) });
