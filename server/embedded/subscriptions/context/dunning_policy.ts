/** A decline of a renewal, and what may follow it. The rules themselves are in `billing/dunning/dunning_rules.ts`. */
import type { Plan } from "../../../wire/billing/plans.ts";

/** A decline of the same period before, and what was planned then. */
export interface EarlierDecline {
  readonly result: string;
  readonly atMs: number;
  /** When the next attempt was due; undefined for none. */
  readonly retryMs?: number | undefined;
  /** Until when the plan waited for another card; undefined when it did not wait. */
  readonly untilMs?: number | undefined;
}

export interface Decline {
  readonly result: string;
  /** When the period was charged first. */
  readonly firstMs: number;
  readonly nowMs: number;
  /** The declines before this one, oldest first. */
  readonly earlier: readonly EarlierDecline[];
  readonly plan: Pick<Plan, "length">;
}

export type DunningStep =
  /** `isQuiet`: the member gets no email, since there is nothing they can do. */
  | { readonly kind: "retry"; readonly atMs: number; readonly isQuiet: boolean }
  | { readonly kind: "wait"; readonly untilMs: number; readonly needs: "new_card" | "approve" }
  | { readonly kind: "end" };

/** Decides about one decline. The service uses `dunningByReason`; a simulated year compares it with others. */
export type DunningPolicy = (decline: Decline) => DunningStep;
