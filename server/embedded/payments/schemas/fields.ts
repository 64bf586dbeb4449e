/** Fields that requests and answers share. */
import * as z from "zod/mini";
import { described, named, SCHEMAS } from "./registry.ts";

/** Text of 1 to `max` characters. */
export const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

/** ISO 8601 in UTC, with milliseconds. */
export const time = (description: string) => described(z.iso.datetime({ precision: 3 }), description);

/** Decimal text in major units: at most twelve digits before the point and four after it. */
export const DECIMAL = /^(0|[1-9]\d{0,11})(?:\.(\d{1,4}))?$/;

const Value = text(32);
SCHEMAS.add(Value, {
  description: "Decimal text in major units, with no more decimals than the currency has.",
  pattern: DECIMAL.source,
  examples: ["19.99"],
});
const Currency = text(3);
SCHEMAS.add(Currency, { description: "ISO 4217, in capitals.", pattern: "^[A-Z]{3}$", examples: ["EUR"] });

export const AmountBody = named("Amount", z.object({ value: Value, currency: Currency }), "A sum of money.");

/** Every state of an execution. */
export const EXECUTION_STATES = [
  "created",
  "authorizing",
  "pending",
  "declined",
  "authorized",
  "capturing",
  "captured",
  "cancelling",
  "cancelled",
  "refunding",
  "refunded",
] as const;

export const MOVE_KINDS = ["capture", "cancel", "refund"] as const;
export const MOVE_STATES = ["requested", "successful", "failed"] as const;
export const DELIVERY_STATES = ["waiting", "accepted", "abandoned"] as const;

/** An id, as text. */
export const id = (description: string) => described(z.string(), description);

export const link = (description: string) =>
  described(
    z.object({
      href: described(z.string(), "Absolute address of the call."),
      method: z.optional(described(z.string(), "HTTP method. Default `GET`.")),
    }),
    description,
  );

/** What every answer with one page of a list has. */
export const pageFields = {
  nextCursor: z.optional(described(z.string(), "For `cursor` of the next call; absent on the last page.")),
};
