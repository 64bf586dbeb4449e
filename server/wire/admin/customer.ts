/** GET /api/admin/customers/{id}: one person: accounts, purchases, charges, emails. Every personal value is masked. */
import * as z from "zod/mini";
import { CHARGE_KINDS, CHARGE_STATES, SUBSCRIPTION_STATUSES } from "../billing/subscriptions.ts";
import { maskedSchema, moment, moneySchema, unseenSchema } from "./fields.ts";
import { ACTS } from "./acts.ts";

/** What paid. `last_four` is empty for wallets that reveal none. */
export const instrumentSchema = z.object({ method: z.string(), network: z.string(), last_four: z.string() });

/** Acts that the state allows now. The role may still forbid one: session `may`. */
export const possibleSchema = z.array(z.enum(ACTS));

export const customerChargeSchema = z.object({
  /** Receipt number. */
  id: z.string(),
  kind: z.enum(CHARGE_KINDS),
  plan_id: z.string(),
  plan_name: z.string(),
  amount: moneySchema,
  state: z.enum([...CHARGE_STATES, "partly_refunded"]),
  at: moment,
  execution_id: z.string(),
  /** Code of the decline, such as `InsufficientBalance`; empty without one. */
  decline: z.string(),
  refunded: moneySchema,
  /** What a refund can still return; 0 when nothing. */
  refundable: moneySchema,
});

export const purchaseSchema = z.object({
  id: z.string(),
  plan_id: z.string(),
  plan_name: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  started_at: moment,
  paid_until: moment,
  next_charge: z.nullable(z.object({ at: moment, amount: moneySchema })),
  paused_until: z.nullable(moment),
  /** Declines of the current charge. */
  declines: z.int(),
  instrument: instrumentSchema,
  email: maskedSchema,
  charges: z.array(customerChargeSchema),
  possible: possibleSchema,
});
export type Purchase = z.infer<typeof purchaseSchema>;

export const customerEmailSchema = z.object({
  id: z.string(),
  kind: z.string(),
  to: maskedSchema,
  at: moment,
  /** `waiting` also where no SMTP server is set. */
  state: z.enum(["waiting", "sent", "failed", "erased"]),
});

export const customerSchema = z.object({
  id: z.string(),
  email: maskedSchema,
  name: maskedSchema,
  phone: maskedSchema,
  /** The account, where members sign in here; null for a customer who never signed in. */
  account: z.nullable(z.object({
    created_at: moment,
    last_sign_in_at: z.nullable(moment),
    email_verified: z.boolean(),
    disabled: z.boolean(),
  })),
  language: z.string(),
  /** Newest first, at most 100. */
  purchases: z.array(purchaseSchema),
  /** True when there are more; an export and an erasure take all of them. */
  more_purchases: z._default(z.boolean(), false),
  /** Newest first, at most 50. */
  emails: z.array(customerEmailSchema),
  /** True when there are more; an export has all of them. */
  more_emails: z._default(z.boolean(), false),
  lookups: z.object({ total: z.int(), last_at: z.nullable(moment) }),
  /** Captured and not refunded, by currency. */
  paid: z.array(moneySchema),
  /** True once a person was erased: the records that stay carry no name. */
  erased: z.boolean(),
  /** Acts on the person: `export`, `erase`. */
  possible: possibleSchema,
  unseen: unseenSchema,
});
export type Customer = z.infer<typeof customerSchema>;
