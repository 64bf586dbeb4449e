/** The add-ons of the offers screen: slots of the link, or else the three defaults, without products already owned. */
import {
  asSold,
  findPlan,
  isRecurring,
  type Plan,
  type PlanId,
  type UnlockGroup,
} from "../../../server/wire/billing/plans.ts";
import { MAX_OFFERS } from "./constants.ts";

/** Plan a slot offers when the link gives it no value; null: the slot appears only with a value. */
const OFFER_SLOTS = {
  unlimited_pdf: "tck_pdf_report_otp",
  unlimited_pdf_s: "tck_pdf_report_sale_otp",
  unlimited_pdf_s2: "tck_pdf_report_sale2_otp",
  avoid_scam: "tck_guide_otp",
  avoid_scam_s: "tck_guide_sale_otp",
  avoid_scam_s2: "tck_guide_sale2_otp",
  ult_pack: "tck_ultimate_pack_otp",
  ult_pack_s: "tck_ultimate_pack_sale_otp",
  sex_offender: "tck_sex_offender_otp",
  sex_offender_s: "tck_sex_offender_sale_otp",
  data_breach: null,
  data_breach_s: null,
  data_breach_s2: null,
} as const satisfies Readonly<Record<string, PlanId | null>>;
export type OfferSlot = keyof typeof OFFER_SLOTS;
export const OFFER_SLOT_NAMES: readonly OfferSlot[] = Object.keys(OFFER_SLOTS).filter(isSlot);

/** Shown when the link names no slot. */
const DEFAULT_SLOTS: readonly OfferSlot[] = ["unlimited_pdf", "avoid_scam", "ult_pack"];
export type PriceColumn = "full" | "sale" | "sale2";

export interface OfferChoice {
  /** Slots named by the link, with their value; empty text means the slot's own plan. */
  readonly slots: Readonly<Partial<Record<OfferSlot, string>>>;
  /** `additional_offer_dc`: the price column of the default slots. */
  readonly column: PriceColumn;
  /** Plan ids the member owns. */
  readonly owned: readonly string[];
  /** False when the registry check has no source and is not offered. */
  readonly hasRegistry: boolean;
}

/** At most three one-time products, each once, and none whose whole content the buyer already owns. */
export function chooseOffers({ slots, column, owned, hasRegistry }: OfferChoice): readonly Plan[] {
  const named = OFFER_SLOT_NAMES.filter((slot) => slots[slot] !== undefined);
  const found = named.length > 0
    ? named.map((slot) => planOfSlot(slot, slots[slot] ?? ""))
    : DEFAULT_SLOTS.map((slot) => inColumn(planOfSlot(slot, ""), column));
  const plans = found.map((plan) => plan === undefined ? undefined : asSold(plan, { hasRegistry }));
  const open = unique(plans.filter((plan) => plan !== undefined && !isRecurring(plan) && !isOwned(plan, owned)));
  return open.slice(0, MAX_OFFERS);
}

function planOfSlot(slot: OfferSlot, value: string): Plan | undefined {
  const id = value === "" ? OFFER_SLOTS[slot] : value;
  return id === null ? undefined : findPlan(id);
}

/** The same product in another price column; a product without that column keeps its full price. */
export function inColumn(plan: Plan | undefined, column: PriceColumn): Plan | undefined {
  if (plan === undefined || column === "full") return plan;
  return findPlan(plan.id.replace(/_otp$/, `_${column}_otp`)) ?? plan;
}

/** True when everything this product unlocks is already unlocked. Validation packs can be bought again. */
export function isOwned(plan: Plan, owned: readonly string[]): boolean {
  const open = openGroups(owned);
  return plan.unlocks !== undefined && plan.unlocks.every((group) => open.has(group));
}

/** Feature groups unlocked by the owned ids (W-PLAN-19). */
export function openGroups(owned: readonly string[]): ReadonlySet<UnlockGroup> {
  return new Set(owned.flatMap((id) => findPlan(id)?.unlocks ?? []));
}

function unique(plans: readonly (Plan | undefined)[]): readonly Plan[] {
  const byId = new Map<string, Plan>();
  for (const plan of plans) if (plan !== undefined) byId.set(plan.id, plan);
  return [...byId.values()];
}

function isSlot(name: string): name is OfferSlot {
  return name in OFFER_SLOTS;
}
