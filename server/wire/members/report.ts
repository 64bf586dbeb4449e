/** Requests and responses of the report service: facts about a number, its score and the reasons, the history. */
import * as z from "zod/mini";
import { sentenceCodeFields } from "../site/sentence_code_fields.ts";

/** Look-up result (W-LOOKUP-02 to W-LOOKUP-04); unknown text is empty, never guessed. */
export const phoneLookupSchema = z.object({
  isActive: z.boolean(),
  isValid: z.boolean(),
  fraudScore: z.number(),
  phoneNumber: z.string(),
  phoneNumberInternational: z.string(),
  phoneNumberLocal: z.string(),
  carrier: z.string(),
  lineType: z.string(),
  countryName: z.string(),
  countryCode: z.string(),
  location: z.string(),
  name: z.string(),
  city: z.string(),
  zipCode: z.string(),
});
export type PhoneLookup = z.infer<typeof phoneLookupSchema>;

/** The empty result (W-LOOKUP-02). */
export const EMPTY_PHONE_LOOKUP: PhoneLookup = {
  isActive: false,
  isValid: false,
  fraudScore: 0,
  phoneNumber: "",
  phoneNumberInternational: "",
  phoneNumberLocal: "",
  carrier: "",
  lineType: "",
  countryName: "",
  countryCode: "",
  location: "",
  name: "",
  city: "",
  zipCode: "",
};

/** From no risk found to high risk; the score's value decides. */
export const BANDS = ["none", "some", "caution", "suspicious", "high"] as const;
export type Band = (typeof BANDS)[number];

/** One rule that added points. `without` is the score without this rule. */
export const reasonSchema = z.object({
  rule: z.string(),
  points: z.number(),
  /** The rule raises the score to at least this value; null for rules that add points. */
  floor: z.nullable(z.number()),
  title: z.string(),
  why: z.string(),
  source: z.string(),
  without: z.number(),
});
export type Reason = z.infer<typeof reasonSchema>;

/** 0 to 100; null when the text is not a phone number. */
export const scoreSchema = z.object({
  value: z.nullable(z.number()),
  band: z.enum(BANDS),
  reasons: z.array(reasonSchema),
});
export type Score = z.infer<typeof scoreSchema>;

/** Something the data cannot tell, with the reason. Part of the paid report; the free check gives only the count. */
export const unknownSchema = z.object({
  field: z.string(),
  /** Display name of the field; missing in reports stored before it existed. */
  title: z.optional(z.string()),
  why: z.string(),
  /** Of `why`; missing in reports stored before it existed. */
  code: z.optional(z.string()),
});
export type Unknown = z.infer<typeof unknownSchema>;
/** How much the data could tell about this number, with the reasons in English. */
export const confidenceSchema = z.object({
  level: z.enum(["high", "medium", "low"]),
  why: z.array(z.string()),
  /** The code of each reason; missing in reports stored before it existed. */
  codes: z.optional(z.array(z.string())),
});
export type Confidence = z.infer<typeof confidenceSchema>;

/** What public numbering data and the look-up say about a number. */
export const factSchema = z.object({
  phone: phoneLookupSchema,
  /** Number in E.164, or empty when it cannot be parsed. */
  e164: z.string(),
  /** Reserved for fiction and examples, so no subscriber has it. Missing in reports stored before it existed. */
  setAside: z.optional(z.boolean()),
  timeZones: z.array(z.string()),
  /** Versions of the data behind the facts, as "name version". */
  dataVersions: z.array(z.string()),
});
export type PhoneFacts = z.infer<typeof factSchema>;

/**
 * POST /services/report/check `{phone_number, country}`; `country` (ISO 3166 alpha-2 or "") is used to parse national
 * numbers. The header `x-country` says where the visitor is, as with reports; default: `country`.
 */
export const checkRequestSchema = z.strictObject({
  phone_number: z.string().check(z.maxLength(64)),
  country: z.optional(z.string().check(z.regex(/^([A-Z]{2})?$/))),
});
export type CheckRequest = z.infer<typeof checkRequestSchema>;
/** Steps of a check, in the order in which the stream reports them. */
export const CHECK_STEPS = ["read", "validity", "line", "place", "carrier", "reports", "score"] as const;
export type CheckStep = (typeof CHECK_STEPS)[number];
/** Response of the free check: facts, band and all reasons; `paid` gives counts of what the report adds. */
export const checkResultSchema = z.object({
  facts: factSchema,
  score: scoreSchema,
  paid: z.object({ unknowns: z.int(), memberReports: z.int() }),
});
export type CheckResult = z.infer<typeof checkResultSchema>;
/**
 * The NDJSON lines of the stream, one JSON value per line; `took_us` is the server's own measurement in microseconds.
 */
export const checkEventSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("step"),
    step: z.enum(CHECK_STEPS),
    finding: z.string(),
    took_us: z.number(),
    ...sentenceCodeFields,
  }),
  z.object({ type: z.literal("done"), result: checkResultSchema }),
  z.object({ type: z.literal("failed"), error: z.string(), ...sentenceCodeFields }),
]);
export type CheckEvent = z.infer<typeof checkEventSchema>;

/** What to do about a number, by its score; missing in reports stored before it existed. */
export const reportAdviceSchema = z.object({ code: z.string(), text: z.string() });
export type ReportAdvice = z.infer<typeof reportAdviceSchema>;

/**
 * Where the caller said to be: ISO 3166 alpha-2, or no such header when they named no country. The body of the call has
 * five keys and no field for it (W-CALL-21).
 */
export const CLAIMED_COUNTRY_HEADER = "x-claimed-country";

/**
 * The country beside a national number, whose calling code stands before it in `phone_number`: countries share codes,
 * and local numbers of some need the area code. No such header for an international number, or without a country.
 */
export const NUMBER_COUNTRY_HEADER = "x-number-country";

/** POST /services/report with x-id-token or, before sign-in, with the checkout cookie (W-CALL-21). */
export const reportRequestSchema = z.strictObject({
  user_id: z.string().check(z.maxLength(128)),
  phone_number: z.string().check(z.minLength(1), z.maxLength(64)),
  subscription_id: z.string().check(z.maxLength(128)),
  name: z.string().check(z.maxLength(200)),
  email: z.string().check(z.maxLength(320)),
});
export type ReportRequest = z.infer<typeof reportRequestSchema>;
/** Response of POST /services/report; an empty `error` means success. Times are ISO 8601. */
export const reportSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  facts: factSchema,
  score: scoreSchema,
  confidence: confidenceSchema,
  unknowns: z.array(unknownSchema),
  advice: z.optional(z.array(reportAdviceSchema)),
  /** `disputed`: a visitor disputes the member reports; older reports weigh half for 30 days. */
  memberReports: z.object({ count: z.int(), bad: z.int(), disputed: z.optional(z.boolean()) }),
  /** Where the caller said to be: ISO 3166 alpha-2; missing when the member did not say. */
  claimedCountry: z.optional(z.string()),
  /** Look-ups left: of today's plan quota (UTC day), and credits. */
  left: z.object({ today: z.int(), credits: z.int() }),
  error: z.string(),
  ...sentenceCodeFields,
});
export type Report = z.infer<typeof reportSchema>;

/** Look-ups per UTC day of an active plan (docs/decisions/members/plans-and-entitlements.md). */
export const DAILY_CHECKS = 20;

/** Response of GET /services/report/{id}: a stored report as of its day, without the look-ups left now. */
export const reportBodySchema = z.omit(reportSchema, { left: true, error: true, code: true, params: true });
export type ReportBody = z.infer<typeof reportBodySchema>;

/** One entry of the look-up history. */
export const checkedSchema = z.object({
  report_id: z.string(),
  e164: z.string(),
  /** International format with spaces. */
  number: z.string(),
  /** ISO 3166 alpha-2, or empty. */
  country: z.string(),
  score: z.nullable(z.number()),
  band: z.enum(BANDS),
  at: z.string(),
});
export type Checked = z.infer<typeof checkedSchema>;
/**
 * Response of GET /services/report/history?before= with x-id-token: newest first; `next` is the next page's cursor, or
 * empty.
 */
export const historySchema = z.object({ rows: z.array(checkedSchema), next: z.string() });
export type History = z.infer<typeof historySchema>;
