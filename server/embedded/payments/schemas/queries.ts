/** The query parameters of lists. */
import * as z from "zod/mini";
import { DISPUTE_KINDS, DISPUTE_STATES } from "../acquirer/disputes.ts";
import { DELIVERY_STATES, EXECUTION_STATES, text } from "./fields.ts";
import { described } from "./registry.ts";

const MAX_CURSOR_CHARS = 256;
export const MAX_LIMIT = 100;
export const DEFAULT_LIMIT = 25;

const from = () => z.optional(described(z.iso.datetime({ offset: true }), "Created at this time or later."));
const before = () => z.optional(described(z.iso.datetime({ offset: true }), "Created before this time."));

const page = {
  createdFrom: from(),
  createdBefore: before(),
  limit: described(
    z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_LIMIT)), DEFAULT_LIMIT),
    "Results of one page.",
  ),
  cursor: z.optional(
    described(text(MAX_CURSOR_CHARS), "`nextCursor` of the page before, with the same filters as that page."),
  ),
};

/** Strict: a misspelt filter would list everything. */
export const ExecutionsQuery = z.strictObject({
  merchantReference: z.optional(described(text(256), "Your reference of the order, in full.")),
  holderReference: z.optional(described(text(256), "Your reference of the shopper, in full.")),
  state: z.optional(described(z.enum(EXECUTION_STATES), "What the execution is now.")),
  movedFrom: z.optional(described(
    z.iso.datetime({ offset: true }),
    "Whose money moved at this time or later: an authorize, capture, refund or cancel was successful. Known for two years.",
  )),
  movedBefore: z.optional(described(
    z.iso.datetime({ offset: true }),
    "Whose money moved before this time. With `movedFrom`, it is one move that lies between both.",
  )),
  ...page,
});

export const DeliveriesQuery = z.strictObject({
  executionId: z.optional(described(text(64), "The execution they are about.")),
  state: z.optional(described(z.enum(DELIVERY_STATES), "Where they stand now.")),
  ...page,
});

export const DisputesQuery = z.strictObject({
  executionId: z.optional(described(text(64), "The execution they are about.")),
  merchantReference: z.optional(described(text(256), "Your reference of the order, in full.")),
  holderReference: z.optional(described(text(256), "Your reference of the shopper, in full.")),
  state: z.optional(described(z.enum(DISPUTE_STATES), "Where they stand now.")),
  kind: z.optional(described(z.enum(DISPUTE_KINDS), "What the issuer did.")),
  respondBefore: z.optional(described(z.iso.datetime({ offset: true }), "Whose answer is due before this time.")),
  changedFrom: z.optional(
    described(z.iso.datetime({ offset: true }), "Opened, or changed for the last time, at this time or later."),
  ),
  changedBefore: z.optional(
    described(z.iso.datetime({ offset: true }), "Opened, or changed for the last time, before this time."),
  ),
  ...page,
});
