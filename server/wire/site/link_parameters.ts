/** Parameters of a link that name plans (spec W 7): the server answers a wrong one itself, the app a kept one. */
import { findPlan } from "../billing/plans.ts";

/** Offer slots: the value is the plan id to sell there, no value sells the slot's own plan (decision on W-QUERY-12). */
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

/** Parameters whose value must be a plan id; a wrong one shows the full-screen message. */
export const PLAN_PARAMETERS = ["plan", "skip_trial_plan", ...SLOT_PARAMETERS] as const;

export const MAX_VALUE_CHARS = 256;

export interface UnknownPlan {
  readonly param: string;
  readonly id: string;
}

/** `ult_pack=1` and `ult_pack=true` switch a slot on, like no value. */
export function slotValue(value: string): string {
  return value === "1" || value === "true" ? "" : value.slice(0, MAX_VALUE_CHARS);
}

export function findUnknownPlan(query: URLSearchParams): UnknownPlan | undefined {
  for (const param of PLAN_PARAMETERS) {
    if (!query.has(param)) continue;
    const isSlot = SLOT_PARAMETERS.some((slot) => slot === param);
    const id = isSlot ? slotValue(query.get(param) ?? "") : query.get(param) ?? "";
    if (id !== "" && findPlan(id) === undefined) return { param, id };
  }
  return undefined;
}

const UNKNOWN_PLAN = 'Can\'t find "{id}" for "{param}" parameter';

/** The message of spec W 2, word for word, or in the words of another language. */
export function unknownPlanText({ param, id }: UnknownPlan, words = UNKNOWN_PLAN): string {
  return words.replace(/\{(id|param)\}/g, (_, name: string) => name === "id" ? id : param);
}

/** The question a link opens the quiz at, 1 to 20; anything else is as if it were not there. */
export function questionOfLink(value: string): number | undefined {
  return /^([1-9]|1[0-9]|20)$/.test(value) ? Number(value) : undefined;
}
