/**
 * GET /api/admin/purchases/{id}/timeline and GET /api/admin/executions/{id}/timeline: everything that happened, oldest
 * first, from the consent to the last webhook. GET /api/admin/customers/{id}/timeline: sign-ins, emails and acts of an
 * account.
 */
import * as z from "zod/mini";
import { purchaseSchema } from "./customer.ts";
import { maskedSchema, moment, moneySchema, subjectSchema, unseenSchema } from "./fields.ts";
import { possibleSchema } from "./customer.ts";

/** Groups that a reader can filter by. */
export const ENTRY_KINDS = [
  /** What the customer agreed to: `given`. */
  "consent",
  /** An execution was opened: `opened`. */
  "execution",
  /** A call to the acquirer: `authorize`, `capture`, `cancel`, `refund`. */
  "intent",
  /** A status of the execution, by its code on the wire, such as `authorizeSuccessful`. */
  "move",
  /** 3-D Secure or a redirect: `3ds`, `redirect`. */
  "challenge",
  /** What the network of the card reported: `card_replaced`, `expiry_changed`, `account_closed`... */
  "card",
  /** A charge of the subscriptions service: `first`, `renewal`, `addon`. */
  "charge",
  /** `sent` for each part, `due` and `dropped` for what was not sent. */
  "refund",
  /** `plan`, `addon`, `credits`: what the customer may use, and until when. */
  "entitlement",
  /** Events of the plan, by name: `cancelled`, `pause`, `finalized`... */
  "plan",
  /** An email, by its kind. */
  "email",
  /** A webhook, by its event. */
  "webhook",
  /** `opened`, `answered`, `won`, `lost`... */
  "dispute",
  /** An act in this console, by name. */
  "act",
  /** `opened`, `sign_in`. */
  "account",
] as const;
/** How an entry ended. `info` has no outcome; `open` has none yet. */
export const ENTRY_STATES = ["info", "open", "ok", "failed"] as const;

export const entrySchema = z.object({
  /** Unique within the timeline; stable over calls. */
  id: z.string(),
  at: moment,
  kind: z.enum(ENTRY_KINDS),
  /** What happened, as listed at the kind. */
  name: z.string(),
  state: z.enum(ENTRY_STATES),
  amount: z.nullable(moneySchema),
  /** The decline, error or refusal as a code; empty without one. */
  reason: z.string(),
  /** What an act on this entry names: the charge to refund, the webhook to replay. */
  subject: z.nullable(subjectSchema),
  /** Acts on this entry's subject that the state allows now. */
  possible: possibleSchema,
  /** Further facts, in the order to show: `attempts: 3`, `http_status: 500`, `next_attempt_at`, `text_version`... */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The recipient of an email; null elsewhere. */
  to: z.nullable(maskedSchema),
  execution_id: z.nullable(z.string()),
});
export type TimelineEntry = z.infer<typeof entrySchema>;

export const timelineSchema = z.object({
  /** Null for the execution of another merchant. */
  customer_id: z.nullable(z.string()),
  purchase: z.nullable(purchaseSchema),
  entries: z.array(entrySchema),
  /** True when the entries hold only the newest 500 emails. */
  more_emails: z._default(z.boolean(), false),
  /** Why the last renewal failed, in short; null when it did not. */
  failed_renewal: z.nullable(z.object({
    charge_id: z.string(),
    at: moment,
    decline: z.string(),
    declines: z.int(),
    /** Null when it is not retried. */
    retry_at: z.nullable(moment),
  })),
  unseen: unseenSchema,
});
export type Timeline = z.infer<typeof timelineSchema>;
