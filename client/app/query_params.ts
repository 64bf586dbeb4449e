/** The one typed reader of the 27 query parameters of spec W 7. What is malformed is as if it were not there. */
import { findPlan, type Plan } from "../../server/wire/plans.ts";

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

export const QUERY_PARAMETERS = [
  ...PLAN_PARAMETERS,
  "additional_offer_dc",
  "sure_popup",
  "startFrom",
  "vault",
  "tcv",
  "campaign_id",
  "campaign_name",
  "bb",
  "bb_android",
  "_idfm",
  "wmq",
  "vSubscriptionId",
] as const;
export type QueryParameter = (typeof QUERY_PARAMETERS)[number];

export interface UnknownPlan {
  readonly param: string;
  readonly id: string;
}

export interface LinkParameters {
  /** The plan for sale. */
  readonly plan: Plan | undefined;
  /** The plan offered to those who skip the trial. */
  readonly skipTrialPlan: Plan | undefined;
  /** Named slots with their plan id; empty text means the slot's own plan. */
  readonly slots: Readonly<Partial<Record<SlotParameter, string>>>;
  /** `additional_offer_dc`: the price column of the add-ons. */
  readonly column: "full" | "sale" | "sale2";
  /** Declining an offer asks once. */
  readonly surePopup: boolean;
  /** The question the quiz opens at, 1 to 20. */
  readonly startFrom: number | undefined;
  /** Sent as `vault` of the no-user Apple Pay call. */
  readonly vault: string;
  /** Version of the terms shown; stored with the consent. */
  readonly tcv: string;
  readonly campaignId: string;
  readonly campaignName: string;
  readonly bb: boolean;
  readonly bbAndroid: boolean;
  readonly idfm: string;
  /** Switches the ad tracker on. */
  readonly wmq: boolean;
  readonly vSubscriptionId: string;
  /** The first plan parameter that names no plan of the table. */
  readonly unknownPlan: UnknownPlan | undefined;
}

const MAX_VALUE_CHARS = 256;

export function readLinkParameters(search: string): LinkParameters {
  const query = new URLSearchParams(search);
  const text = (name: QueryParameter) => (query.get(name) ?? "").slice(0, MAX_VALUE_CHARS);
  const plan = (name: QueryParameter) => query.has(name) ? findPlan(text(name)) : undefined;
  return {
    plan: plan("plan"),
    skipTrialPlan: plan("skip_trial_plan"),
    slots: readSlots(query),
    column: readColumn(text("additional_offer_dc")),
    surePopup: text("sure_popup") === "1" || text("sure_popup") === "true",
    startFrom: readQuestion(text("startFrom")),
    vault: text("vault"),
    tcv: text("tcv"),
    campaignId: text("campaign_id"),
    campaignName: text("campaign_name"),
    bb: text("bb") === "true",
    bbAndroid: text("bb_android") === "true",
    idfm: text("_idfm"),
    wmq: text("wmq") === "1",
    vSubscriptionId: text("vSubscriptionId"),
    unknownPlan: findUnknownPlan(query),
  };
}

function readSlots(query: URLSearchParams): LinkParameters["slots"] {
  const named = SLOT_PARAMETERS.filter((name) => query.has(name));
  return Object.fromEntries(named.map((name) => [name, slotValue(query.get(name) ?? "")]));
}

/** `ult_pack=1` and `ult_pack=true` switch a slot on, like no value. */
function slotValue(value: string): string {
  return value === "1" || value === "true" ? "" : value.slice(0, MAX_VALUE_CHARS);
}

function readColumn(value: string): LinkParameters["column"] {
  return value === "sale" || value === "sale2" ? value : "full";
}

function readQuestion(value: string): number | undefined {
  return /^([1-9]|1[0-9]|20)$/.test(value) ? Number(value) : undefined;
}

function findUnknownPlan(query: URLSearchParams): UnknownPlan | undefined {
  for (const param of PLAN_PARAMETERS) {
    if (!query.has(param)) continue;
    const isSlot = SLOT_PARAMETERS.some((slot) => slot === param);
    const id = isSlot ? slotValue(query.get(param) ?? "") : query.get(param) ?? "";
    if (id !== "" && findPlan(id) === undefined) return { param, id };
  }
  return undefined;
}

/** The message of spec W 2, word for word. */
export function unknownPlanText({ param, id }: UnknownPlan): string {
  return `Can't find "${id}" for "${param}" parameter`;
}
