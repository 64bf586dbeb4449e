/**
 * Link parameters that name plans (W-QUERY-01 to W-QUERY-06). The server checks those of the address, the app those it
 * has stored.
 */
import { findPlan } from "../billing/plans.ts";

/** Offer slots: the value is the id of the plan to offer; an empty value offers the slot's own plan (W-QUERY-12). */
export const SLOT_PARAMETERS = [
  "ult_pack",
  "ult_pack_s",
  "unlimited_pdf",
  "unlimited_pdf_s",
  "unlimited_pdf_s2",
  "data_breach",
  "data_breach_s",
  "data_breach_s2",
  "avoid_scam",
  "avoid_scam_s",
  "avoid_scam_s2",
  "sex_offender",
  "sex_offender_s",
] as const;
export type SlotParameter = (typeof SLOT_PARAMETERS)[number];

/** Parameters whose value must be a plan id; an unknown id shows the full-screen message (W-START-15). */
export const PLAN_PARAMETERS = ["plan", "skip_trial_plan", ...SLOT_PARAMETERS] as const;

/** Longest value that is read from a link, in characters; longer ones are cut. */
export const MAX_VALUE_CHARS = 256;

/** A link parameter whose value names no plan of the table. */
export interface UnknownPlan {
  readonly param: string;
  readonly id: string;
}

/** `ult_pack=1` and `ult_pack=true` switch a slot on, as an empty value does. */
export function slotValue(value: string): string {
  return value === "1" || value === "true" ? "" : value.slice(0, MAX_VALUE_CHARS);
}

/** The first parameter that names an unknown plan, or undefined. */
export function findUnknownPlan(query: URLSearchParams): UnknownPlan | undefined {
  for (const param of PLAN_PARAMETERS) {
    if (!query.has(param)) continue;
    const isSlot = SLOT_PARAMETERS.some((slot) => slot === param);
    const id = isSlot ? slotValue(query.get(param) ?? "") : query.get(param) ?? "";
    if (id !== "" && findPlan(id) === undefined) return { param, id };
  }
  return undefined;
}

/** The quiz question a link starts at, 1 to 20; any other value is ignored. */
export function questionOfLink(value: string): number | undefined {
  return /^([1-9]|1[0-9]|20)$/.test(value) ? Number(value) : undefined;
}
