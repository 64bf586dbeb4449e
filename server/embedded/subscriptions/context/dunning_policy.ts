/** A decline of a renewal, and what may follow it. The rules themselves are in `billing/dunning/dunning_rules.ts`. */
import type { Plan } from "../../../wire/billing/plans.ts";

export interface Decline {
  readonly result: string;
  /** When the period was charged first. */
  readonly firstMs: number;
  readonly nowMs: number;
  /** Declines before this one. */
  readonly declines: number;
  readonly plan: Pick<Plan, "length">;
}

export type DunningStep =
  /** `isQuiet`: the member gets no email, since there is nothing they can do. */
  | { readonly kind: "retry"; readonly atMs: number; readonly isQuiet: boolean }
  | { readonly kind: "wait"; readonly untilMs: number; readonly needs: "new_card" | "approve" }
  | { readonly kind: "end" };

/** Decides about one decline. The service uses `dunningByReason`; a simulated year compares it with others. */
export type DunningPolicy = (decline: Decline) => DunningStep;
