/** Requests and responses of a purchase, and of the consent that precedes a charge. */
import * as z from "zod/mini";
import { email, id, text } from "../fields.ts";
import { sentenceCodeFields } from "../site/sentence_code_fields.ts";

/** The campaign values of a link (W-ATTR-04), stored and read under their own names (W-ATTR-09). */
export const CAMPAIGN_KEYS = [
  "campaign_id",
  "campaign_name",
  "adset_id",
  "adset_name",
  "ad_id",
  "ad_name",
  "media_source",
  "config",
] as const;

/** Marketing attribution (W-ATTR-01): always all keys, empty text where unknown or without consent. */
export const ATTRIBUTION_KEYS = [
  "project",
  ...CAMPAIGN_KEYS,
  "country_code",
  "fbc",
  "fbp",
  "referer",
  "event_source_url",
  "client_user_agent",
  "client_ip_address",
  "idfm",
] as const;
export type Attribution = Readonly<Record<(typeof ATTRIBUTION_KEYS)[number], string>>;
/** How long a browser keeps the cookie that ties it to its checkout. */
export const CHECKOUT_COOKIE_DAYS = 30;
export const MAX_ATTRIBUTION_CHARS = 2_000;
/** Any attribution of a link. */
export const attributionSchema = z.record(z.string(), text(MAX_ATTRIBUTION_CHARS));

/** Payment address (W-ADDR-01); a field that was not asked for is empty text. */
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
/** The address in calls of pages that did not ask for one. */
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

/** The instrument that the checkout SDK authorized and stored; the service reads the execution itself. */
export const instrumentSchema = z.strictObject({ executionId: id, paymentInstrumentId: id });
export type Instrument = z.infer<typeof instrumentSchema>;

/** A raw card: accepted only with the setting RAW_CARDS, sealed at once, never stored. */
export const rawCardSchema = z.strictObject({
  number: z.string().check(z.regex(/^\d{12,19}$/)),
  expiry_month: z.string().check(z.regex(/^\d{2}$/)),
  expiry_year: z.string().check(z.regex(/^\d{4}$/)),
  security_code: z.string().check(z.regex(/^\d{3,4}$/)),
  holder_name: z.optional(text(200)),
});
export type RawCard = z.infer<typeof rawCardSchema>;

/**
 * POST /subs/create-no-user. Exactly one of instrument, card and subscription_id. A raw `card` needs the setting
 * RAW_CARDS.
 */
export const createNoUserSchema = z.strictObject({
  plan_id: id,
  email,
  attribution: attributionSchema,
  address: addressSchema,
  instrument: z.optional(instrumentSchema),
  card: z.optional(z.unknown()),
  subscription_id: z.optional(id),
  /** Consent to the add-on's charge, otherwise the newest one; that to a first purchase belongs to the execution. */
  consent_id: z.optional(id),
});
export type CreateNoUser = z.infer<typeof createNoUserSchema>;

/** An init answer of the payments service, which the page hands to the SDK as it is. */
export const checkoutSessionSchema = z.object({ version: z.string(), data: z.string() });
export type CheckoutSession = z.infer<typeof checkoutSessionSchema>;

/** Response of every create; an empty `error` means success. */
export const createAnswerSchema = z.object({
  id: z.string(),
  subscription_id: z.string(),
  error: z.string(),
  /**
   * Set when the issuer asks the shopper to approve a charge to a stored card: an init answer in which the page opens
   * the 3-D Secure challenge. The same call afterwards completes the purchase.
   */
  approval: z.optional(checkoutSessionSchema),
  ...sentenceCodeFields,
});
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
/** Response of POST /subs/finalize: the id of the subscription; `error` is missing or empty when it worked. */
export const finalizeAnswerSchema = z.object({ id: z.string(), error: z.optional(z.string()), ...sentenceCodeFields });
export type FinalizeAnswer = z.infer<typeof finalizeAnswerSchema>;

/** POST /subs/activate with x-id-token: the activation email's link, which proves the address of the purchase. */
export const activateSchema = z.strictObject({ subscription_id: id, t: text(128) });

/** POST /api/consent: what the shopper saw when they agreed. The server computes the figures itself and compares. */
export const consentSchema = z.strictObject({
  plan_id: id,
  subscription_id: z.optional(id),
  /** Known before the payment, so that a purchase whose page was closed can be completed and get a receipt. */
  email: z.optional(email),
  text: z.string().check(z.minLength(1), z.maxLength(4_000)),
  /** Version of the text that was shown. */
  text_version: text(40),
  /** The link's `tcv`; it does not say which text was shown. */
  link_text_version: z.optional(text(200)),
  locale: text(35),
  shown: z.strictObject({
    today_cents: z.int(),
    /** First full charge in US cents; null for one-time products. */
    next_cents: z.nullable(z.int()),
    /** Date of the first full charge (YYYY-MM-DD, UTC); null for one-time products. */
    next_at: z.nullable(text(10)),
    /** "7d", "1m", "3m"; null for one-time products. */
    every: z.nullable(text(4)),
  }),
});
export type Consent = z.infer<typeof consentSchema>;
/** The figures that a shopper agrees to. */
export type Shown = Consent["shown"];
/** 200 responds `{consent_id}`; 409 carries the correct figures in `shown`. */
export const consentAnswerSchema = z.object({ consent_id: z.string() });
/** The 409 of POST /api/consent and of plan changes: the page showed other figures than the server computes. */
export const consentConflictSchema = z.object({
  error: z.string(),
  ...sentenceCodeFields,
  shown: consentSchema.shape.shown,
});

/** The wallet sheet's result, unchanged. */
const walletToken = z.union([
  z.string().check(z.minLength(1), z.maxLength(32_768)),
  z.record(z.string(), z.unknown()).check(z.refine((token) => Object.keys(token).length > 0)),
]);

/** POST /subs/create-no-user-applepay: pays this browser's open checkout for the plan, with its consent. */
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
 * POST /subs/create with x-id-token: the member's plan, paid with the card form of this browser's checkout, or else
 * with the member's stored instrument, or with a raw `card`, which needs the setting RAW_CARDS.
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
/** POST /services/recurring/create-subscription with x-id-token: like create, paid with what the call carries. */
export const createRecurringSchema = z.strictObject({ plan_id: id, email, firebase_id: id, apple_token: text(8_192) });
