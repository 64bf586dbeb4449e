/** The only typed reader of the 27 query parameters (W-QUERY-11). Malformed values count as absent. */
import {
  findUnknownPlan,
  MAX_VALUE_CHARS,
  PLAN_PARAMETERS,
  questionOfLink,
  SLOT_PARAMETERS,
  type SlotParameter,
  slotValue,
  type UnknownPlan,
} from "../../../server/wire/site/link_parameters.ts";
import { CAMPAIGN_KEYS } from "../../../server/wire/billing/purchase.ts";
import type { Campaign } from "./campaign.ts";
import { findPlan, type Plan } from "../../../server/wire/billing/plans.ts";

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

/** The click on an ad, which the pixel's vendor adds to the link. */
export const CLICK_PARAMETER = "fbclid";

const PURCHASE_KEY = /^[\w-]{1,128}$/;

export interface LinkParameters {
  /** The plan on sale. */
  readonly plan: Plan | undefined;
  /** The alternative plan without a trial. */
  readonly skipTrialPlan: Plan | undefined;
  /** Named slots with their plan id; empty text means the slot's own plan. */
  readonly slots: Readonly<Partial<Record<SlotParameter, string>>>;
  /** `additional_offer_dc`: the price column of the add-ons. */
  readonly column: "full" | "sale" | "sale2";
  /** The first "No thanks" asks for a confirmation. */
  readonly surePopup: boolean;
  /** The quiz starts at this question, 1 to 20. */
  readonly startFrom: number | undefined;
  /** Sent as `vault` of the no-user Apple Pay call. */
  readonly vault: string;
  /** Terms version named by the link; stored beside the version that is shown. */
  readonly tcv: string;
  /** `campaign_id`, `campaign_name` and six more that attribution reads beside the 27. */
  readonly campaign: Campaign;
  readonly bb: boolean;
  readonly bbAndroid: boolean;
  readonly idfm: string;
  readonly clickId: string;
  /** Switches the ad tracker on. */
  readonly wmq: boolean;
  /** Key of a purchase; empty when it is malformed. */
  readonly vSubscriptionId: string;
  /** The first plan parameter with an unknown plan id. */
  readonly unknownPlan: UnknownPlan | undefined;
}

type TextOf = (name: QueryParameter | (typeof CAMPAIGN_KEYS)[number] | typeof CLICK_PARAMETER) => string;

export function readLinkParameters(search: string): LinkParameters {
  const query = new URLSearchParams(search);
  const text: TextOf = (name) => (query.get(name) ?? "").slice(0, MAX_VALUE_CHARS);
  const plan = (name: QueryParameter) => query.has(name) ? findPlan(text(name)) : undefined;
  return {
    plan: plan("plan"),
    skipTrialPlan: plan("skip_trial_plan"),
    slots: readSlots(query, text),
    column: readColumn(text("additional_offer_dc")),
    surePopup: text("sure_popup") === "1" || text("sure_popup") === "true",
    startFrom: questionOfLink(text("startFrom")),
    vault: text("vault"),
    tcv: text("tcv"),
    campaign: readCampaign(text),
    bb: text("bb") === "true",
    bbAndroid: text("bb_android") === "true",
    idfm: text("_idfm"),
    clickId: text(CLICK_PARAMETER),
    wmq: text("wmq") === "1",
    vSubscriptionId: PURCHASE_KEY.test(text("vSubscriptionId")) ? text("vSubscriptionId") : "",
    unknownPlan: findUnknownPlan(query),
  };
}

function readSlots(query: URLSearchParams, text: TextOf): LinkParameters["slots"] {
  const named = SLOT_PARAMETERS.filter((name) => query.has(name));
  return Object.fromEntries(named.map((name) => [name, slotValue(text(name))]));
}

function readCampaign(text: TextOf): Campaign {
  const values = CAMPAIGN_KEYS.map((key) => [key, text(key)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== ""));
}

function readColumn(value: string): LinkParameters["column"] {
  return value === "sale" || value === "sale2" ? value : "full";
}
