/** What an operator is about to do, as a page offers it. */
import * as z from "zod/mini";
import { type ActRequest, actRequestSchema } from "../../../server/wire/admin/acts.ts";
import { type Money, moneySchema } from "../../../server/wire/admin/fields.ts";

export interface Intent {
  readonly request: ActRequest;
  /** What it is about, in one line below the dialog's title. */
  readonly about: string;
  /** For a refund: what is left to return. */
  readonly refundable?: Money | undefined;
}

/** What is typed in the dialog of an act. */
export interface ActDraft {
  readonly intent: Intent;
  readonly request: ActRequest;
  /** As the field shows it; empty where the act has no amount. */
  readonly amount: string;
  readonly reason: string;
}

export const actDraftSchema: z.ZodMiniType<ActDraft> = z.object({
  intent: z.object({ request: actRequestSchema, about: z.string(), refundable: z.optional(moneySchema) }),
  request: actRequestSchema,
  amount: z.string(),
  reason: z.string(),
});

/** Decimals of a currency, by Intl. */
function decimalsOf(currency: string): number {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** An amount as the field shows it: "19.99". */
export function typedAmount({ minor, currency }: Money): string {
  const decimals = decimalsOf(currency);
  return (minor / 10 ** decimals).toFixed(decimals);
}

/**
 * Minor units of a typed amount; undefined for text that is not an amount, has too many decimals, is zero, or exceeds
 * what is left.
 */
export function parseAmount(text: string, left: Money): number | undefined {
  const decimals = decimalsOf(left.currency);
  const [, whole = "", part = ""] = /^\s*(\d{1,9})(?:[.,](\d{1,4}))?\s*$/.exec(text) ?? [];
  if (whole === "" || part.length > decimals) return undefined;
  const minor = Number(whole) * 10 ** decimals + Number(part.padEnd(decimals, "0"));
  return minor >= 1 && minor <= left.minor ? minor : undefined;
}
