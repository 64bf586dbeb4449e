/** Disputes on the merchant wire: what the service answers, and the evidence that merchants send. */
import * as z from "zod/mini";
import { DISPUTE_CATEGORIES, NETWORK_GROUPS } from "../acquirer/dispute_reasons.ts";
import { DISPUTE_KINDS, DISPUTE_STATES } from "../acquirer/disputes.ts";
import { shownText } from "../../../wire/fields.ts";
import { AmountBody, id, pageFields, text, time } from "./fields.ts";
import { type Answer, described, named } from "./registry.ts";
import { DISPUTE_EVENTS } from "./webhook_events.ts";

/** Files of one dispute. */
export const MAX_EVIDENCE_FILES = 8;
/** Characters of one text. */
const MAX_TEXT = 4_000;
/** base64 of 40,000 bytes; a body has 64 KB. */
const MAX_FILE_CHARS = 53_336;
export const EVIDENCE_FILE_TYPES = ["application/pdf", "image/png", "image/jpeg", "text/plain"] as const;

const EVIDENCE_TEXTS = {
  productDescription: "What you sold.",
  customerName: "Name of the customer.",
  customerEmail: "Email address of the customer.",
  customerCommunication: "What you and the customer wrote to each other.",
  accessActivity: "When and from where the customer used what they bought.",
  serviceDate: "When you delivered it.",
  cancellationPolicy: "How a customer cancels, as they were told before they paid.",
  cancellationExplanation: "Why the payment was due although the customer says they cancelled.",
  refundPolicy: "When you refund, as the customer was told before they paid.",
  refundExplanation: "What you refunded, and when; or why you owe no refund.",
  duplicateExplanation: "Why two payments that look alike are two purchases.",
  other: "Anything else the issuer should know.",
} as const;
export type EvidenceText = keyof typeof EVIDENCE_TEXTS;
const EVIDENCE_TEXT_NAMES = Object.keys(EVIDENCE_TEXTS) as EvidenceText[];

const textsOf = <T extends z.ZodMiniType>(field: () => T) =>
  Object.fromEntries(
    Object.entries(EVIDENCE_TEXTS).map(([name, description]) => [name, z.optional(described(field(), description))]),
  ) as Record<EvidenceText, z.ZodMiniOptional<T>>;

const fileFields = {
  name: described(text(120), "The file's name."),
  contentType: described(z.enum(EVIDENCE_FILE_TYPES), "Its media type."),
};

/** Strict: a misspelt text would be missing from the evidence. */
export const EvidenceBody = named(
  "EvidenceRequest",
  z.strictObject({
    texts: z.optional(described(
      z.strictObject(textsOf(() => shownText(MAX_TEXT))),
      "Replaces the texts that it names; an empty text removes one.",
    )),
    files: z.optional(described(
      z.array(z.strictObject({
        ...fileFields,
        name: described(shownText(120).check(z.minLength(1)), "The file's name."),
        content: described(
          z.string().check(
            z.maxLength(MAX_FILE_CHARS),
            z.regex(/^[A-Za-z0-9+/]{2,}={0,2}$/, { error: "must be base64" }),
            z.refine((base64) => base64.length % 4 === 0),
          ),
          "The file in base64: at most 40,000 bytes.",
        ),
      })).check(z.maxLength(MAX_EVIDENCE_FILES)),
      "Adds files. A dispute holds at most 8; send large ones in calls of their own.",
    )),
    removeFiles: z.optional(
      described(z.array(text(64)).check(z.maxLength(MAX_EVIDENCE_FILES)), "Ids of files to remove."),
    ),
    submit: z.optional(described(
      z.boolean(),
      "`true` sends the evidence to the issuer, once and for all. Default false: it is kept as a draft.",
    )),
  }),
  "Evidence for a dispute.",
);
export type EvidenceBody = z.infer<typeof EvidenceBody>;

const DisputeFile = z.object({
  id: id("For the call that reads the file."),
  ...fileFields,
  bytes: described(z.number(), "Its size."),
});
const submittedAt = z.optional(time("When it was sent to the issuer; absent while it is a draft."));

export const DisputeAnswer = named(
  "Dispute",
  z.object({
    id: id("Stays the same from the first report to the decision."),
    executionId: id("The execution whose money is disputed."),
    merchantReference: described(z.string(), "Your reference of the order."),
    holderReference: described(z.string(), "Your reference of the shopper."),
    kind: described(
      z.enum(DISPUTE_KINDS),
      "`early_warning` and `inquiry` move no money, and may become a `chargeback`, which has taken it.",
    ),
    state: described(z.enum(DISPUTE_STATES), "`needs_response` until you answer; the last five are final."),
    category: described(z.enum(DISPUTE_CATEGORIES), "What the cardholder says, alike for all networks."),
    reasonCode: described(z.string(), "The network's own code, such as `10.4` of Visa."),
    network: described(z.enum(NETWORK_GROUPS), "The network whose rules decide."),
    amount: AmountBody,
    withdrawn: AmountBody,
    returned: AmountBody,
    fee: AmountBody,
    respondBy: time("Evidence that arrives later is refused."),
    evidence: described(
      z.object({
        texts: described(z.object(textsOf(() => z.string())), "The texts so far."),
        files: described(z.array(DisputeFile), "The files so far, oldest first."),
        submittedAt,
      }),
      "What you answered so far.",
    ),
    history: described(
      z.array(z.object({
        event: described(z.enum(DISPUTE_EVENTS), "As in the webhook."),
        time: time("When the service learned of it."),
      })),
      "What happened, oldest first.",
    ),
    createdAt: time("When the service learned of the dispute."),
    changedAt: time("When it changed last."),
  }),
  "A cardholder's dispute. `withdrawn` less `returned` is what it costs you so far, and `fee` in addition.",
);
export type Dispute = Answer<typeof DisputeAnswer>;

/** What webhooks say of a dispute. Receivers log bodies, so evidence, which may name the customer, is not in them. */
export const ReportedDispute = named(
  "ReportedDispute",
  z.extend(DisputeAnswer, {
    evidence: described(
      z.object({
        textNames: described(z.array(z.enum(EVIDENCE_TEXT_NAMES)), "Which texts you gave so far."),
        files: described(z.array(z.omit(DisputeFile, { name: true })), "The files so far, oldest first."),
        submittedAt,
      }),
      "What you answered so far. Read the dispute for the texts and the names of files: they may name the customer.",
    ),
  }),
  "A cardholder's dispute as webhooks report it: without what the evidence says.",
);
export type ReportedDispute = Answer<typeof ReportedDispute>;

export const DisputesAnswer = named(
  "Disputes",
  z.object({
    results: described(z.array(DisputeAnswer), "Newest first."),
    ...pageFields,
  }),
  "One page of your disputes.",
);

export const DisputeFileAnswer = named(
  "DisputeFile",
  z.extend(DisputeFile, { content: described(z.string(), "The file in base64.") }),
  "A file of your evidence.",
);
export type DisputeFileView = Answer<typeof DisputeFileAnswer>;
