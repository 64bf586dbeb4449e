/**
 * Acts in two steps. POST /api/admin/acts/preview says what will happen and changes nothing; POST
 * /api/admin/acts/confirm does it, with the preview's token and a reason. A token serves one operator and one act for
 * ten minutes. A second confirm with the same token, even at the same time, answers the first one's result.
 */
import * as z from "zod/mini";
import { id, shownText } from "../fields.ts";
import { maskedSchema, moment, moneySchema, reasonSchema, subjectSchema } from "./fields.ts";

/** What changes something, or hands data out: each is previewed, confirmed with a reason, and logged. */
export const ACTS = [
  "refund",
  "cancel",
  "pause",
  "resume",
  "resend",
  "replay_webhook",
  "answer_dispute",
  "export",
  "erase",
] as const;
export type Act = (typeof ACTS)[number];

/** Characters of evidence: what the merchant API takes in one text. */
export const MAX_EVIDENCE_CHARS = 4_000;

/** What to preview. */
export const actRequestSchema = z.discriminatedUnion("act", [
  /** Refunds a charge: `minor` in its currency, or everything that is left when omitted. */
  z.strictObject({ act: z.literal("refund"), charge_id: id, minor: z.optional(z.int().check(z.minimum(1))) }),
  /** Ends renewals; the paid time stays. */
  z.strictObject({ act: z.literal("cancel"), purchase_id: id }),
  /** Pauses charges for 1 to 3 months from the end of the paid time. */
  z.strictObject({
    act: z.literal("pause"),
    purchase_id: id,
    months: z.int().check(z.minimum(1), z.maximum(3)),
  }),
  /** Ends a pause; charges at once when the paid time is over. */
  z.strictObject({ act: z.literal("resume"), purchase_id: id }),
  /** Emails the buyer a new link to report and sign-in, instead of the older ones. */
  z.strictObject({ act: z.literal("resend"), purchase_id: id }),
  /** Sends a webhook to the same address once more. */
  z.strictObject({ act: z.literal("replay_webhook"), webhook_id: id }),
  /** Sends evidence against a dispute, or accepts it. */
  z.strictObject({
    act: z.literal("answer_dispute"),
    dispute_id: id,
    answer: z.enum(["contest", "accept"]),
    /** What the evidence says; empty when accepting. */
    evidence: shownText(MAX_EVIDENCE_CHARS),
  }),
  /** A ZIP of all that is stored about the person. */
  z.strictObject({ act: z.literal("export"), customer_id: id }),
  /** Erases the person; purchases stay in the books without a name. Running plans are cancelled first. */
  z.strictObject({ act: z.literal("erase"), customer_id: id }),
]);
export type ActRequest = z.infer<typeof actRequestSchema>;

/** One thing that will happen, in the order in which it does. */
export const effectSchema = z.discriminatedUnion("kind", [
  /** Money moves: `refund` to the customer, `charge` from them. */
  z.object({
    kind: z.literal("money"),
    move: z.enum(["refund", "charge"]),
    amount: moneySchema,
    /** `card •••• 4242` in parts. */
    instrument: z.object({ method: z.string(), network: z.string(), last_four: z.string() }),
  }),
  /**
   * A field changes: `status`, `paid_until`, `next_charge_at`, `paused_until`, `dispute`. Texts as the wire has them.
   */
  z.object({ kind: z.literal("state"), subject: subjectSchema, field: z.string(), from: z.string(), to: z.string() }),
  /** An email goes out. */
  z.object({ kind: z.literal("email"), email_kind: z.string(), to: maskedSchema, language: z.string() }),
  /** A webhook goes out to this origin. */
  z.object({ kind: z.literal("webhook"), event: z.string(), origin: z.string() }),
  /**
   * Rows are deleted, anonymized, exported into a file, or kept until the dispute ends that needs them. `what` is
   * `accounts`, `purchases`, `reports`...
   */
  z.object({
    kind: z.literal("data"),
    change: z.enum(["erased", "anonymized", "exported", "kept_until_end"]),
    what: z.string(),
    count: z.int(),
  }),
]);
export type Effect = z.infer<typeof effectSchema>;

/** 409 with a code when the state forbids the act, 403 when the role does. */
export const previewSchema = z.object({
  token: z.string(),
  expires_at: moment,
  act: z.enum(ACTS),
  subject: subjectSchema,
  effects: z.array(effectSchema),
  /**
   * What to know beforehand: `not_reversible`, `plan_continues`, `charges_at_once`, `replaces_older_links`,
   * `answered_once`, `money_stays_with_cardholder`, `holds_personal_data`, and `stays_at_` with the place whose data
   * stay.
   */
  warnings: z.array(z.string()),
});
export type Preview = z.infer<typeof previewSchema>;

/** POST /api/admin/acts/confirm. */
export const confirmSchema = z.strictObject({ token: z.string().check(z.regex(/^[\w-]{43}$/)), reason: reasonSchema });
/**
 * `done`: it happened. `pending`: it was recorded and the service retries until it is done; the timeline shows it.
 * 409 `state_changed` when what was previewed is no longer true: preview again.
 */
export const doneSchema = z.object({
  /** Number of the row in the audit log. */
  audit: z.int(),
  act: z.enum(ACTS),
  subject: subjectSchema,
  state: z.enum(["done", "pending"]),
  /** Only for `export`: an address for this session, for ten minutes. */
  download: z.nullable(z.string()),
});
export type Done = z.infer<typeof doneSchema>;
