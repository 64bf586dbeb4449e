/**
 * The plan table: every id, price and length the product sells, the one source of prices on both sides (spec W 3 and 9).
 * The spec's `sum`, `trial_sum` and `prev_price` are whole cents here and say so in their names (W-PLAN-03, decision): no
 * call of the spec carries a plan record, and a price that is added and compared must not be a fraction.
 */

export type PlanLength = "7d" | "1m" | "3m" | "120m" | "1d";
/** What owning a plan opens. A group is unlocked by any one of its ids (spec W 3, bundle groups). */
export type UnlockGroup = "guide" | "sex_offender" | "pdf_report";

interface PlanRow {
  readonly id: string;
  /** Price of one period, or of the one-time product, in US cents. */
  readonly sum_cents: number;
  /** What the first, shorter or equal, period costs, in US cents. */
  readonly trial_sum_cents?: number;
  readonly length: PlanLength;
  /**
   * Carried for the record of the spec; drawn only when the price history shows that the struck price was really
   * charged, which today it never is (decision: no invented discounts).
   */
  readonly discount_percent: number;
  readonly prev_price_cents?: number;
  readonly name: string;
  readonly name_full: string;
  /** What it is called where no licensed registry is: the pack is sold without its check. */
  readonly name_without_registry?: string;
  /** Days of the first period at trial_sum_cents; absent when the first sum simply pays the first full length. */
  readonly trial_days?: number;
  readonly unlocks?: readonly UnlockGroup[];
  /** Look-ups a validation pack adds; they last 12 months. */
  readonly credits?: number;
}

const ALL: readonly UnlockGroup[] = ["guide", "sex_offender", "pdf_report"];

export const PLANS = [
  {
    id: "tck_weekly_3dtrial",
    sum_cents: 1999,
    trial_sum_cents: 100,
    trial_days: 3,
    length: "7d",
    discount_percent: 90,
    prev_price_cents: 999,
    name: "Weekly",
    name_full: "Weekly plan with a 3-day trial",
  },
  {
    id: "tck_3month_plan",
    sum_cents: 4900,
    trial_sum_cents: 4800,
    length: "3m",
    discount_percent: 80,
    name: "3 months",
    name_full: "3-month plan, first 3 months for less",
  },
  {
    id: "tck_ultimate_pack_otp",
    sum_cents: 3299,
    length: "120m",
    discount_percent: 0,
    name: "Ultimate Pack",
    name_full: "Ultimate Pack: PDF report, guide and registry check",
    name_without_registry: "Ultimate Pack: PDF report and guide, without the registry check",
    unlocks: ALL,
  },
  {
    id: "tck_ultimate_pack_sale_otp",
    sum_cents: 2899,
    length: "120m",
    discount_percent: 0,
    name: "Ultimate Pack",
    name_full: "Ultimate Pack: PDF report, guide and registry check",
    name_without_registry: "Ultimate Pack: PDF report and guide, without the registry check",
    unlocks: ALL,
  },
  {
    id: "tck_pdf_report_otp",
    sum_cents: 1999,
    length: "120m",
    discount_percent: 0,
    name: "PDF report",
    name_full: "PDF report of every check you make",
    unlocks: ["pdf_report"],
  },
  {
    id: "tck_pdf_report_sale_otp",
    sum_cents: 1499,
    length: "120m",
    discount_percent: 0,
    name: "PDF report",
    name_full: "PDF report of every check you make",
    unlocks: ["pdf_report"],
  },
  {
    id: "tck_pdf_report_sale2_otp",
    sum_cents: 1199,
    length: "120m",
    discount_percent: 0,
    name: "PDF report",
    name_full: "PDF report of every check you make",
    unlocks: ["pdf_report"],
  },
  {
    id: "tck_sex_offender_otp",
    sum_cents: 1999,
    length: "120m",
    discount_percent: 0,
    name: "Registry check",
    name_full: "Sex-offender registry check",
    unlocks: ["sex_offender"],
  },
  {
    id: "tck_sex_offender_sale_otp",
    sum_cents: 1499,
    length: "120m",
    discount_percent: 0,
    name: "Registry check",
    name_full: "Sex-offender registry check",
    unlocks: ["sex_offender"],
  },
  {
    id: "tck_sex_offender_sale2_otp",
    sum_cents: 1199,
    length: "120m",
    discount_percent: 0,
    name: "Registry check",
    name_full: "Sex-offender registry check",
    unlocks: ["sex_offender"],
  },
  {
    id: "tck_guide_otp",
    sum_cents: 1999,
    length: "120m",
    discount_percent: 0,
    name: "Scam guide",
    name_full: "Guide: how phone scams work and how to leave them",
    unlocks: ["guide"],
  },
  {
    id: "tck_guide_sale_otp",
    sum_cents: 1499,
    length: "120m",
    discount_percent: 0,
    name: "Scam guide",
    name_full: "Guide: how phone scams work and how to leave them",
    unlocks: ["guide"],
  },
  {
    id: "tck_guide_sale2_otp",
    sum_cents: 1199,
    length: "120m",
    discount_percent: 0,
    name: "Scam guide",
    name_full: "Guide: how phone scams work and how to leave them",
    unlocks: ["guide"],
  },
  {
    id: "tck_50_validations_otp",
    sum_cents: 4499,
    length: "1d",
    discount_percent: 0,
    name: "50 checks",
    name_full: "50 more checks, valid for 12 months",
    credits: 50,
  },
  {
    id: "tck_25_validations_otp",
    sum_cents: 2499,
    length: "1d",
    discount_percent: 0,
    name: "25 checks",
    name_full: "25 more checks, valid for 12 months",
    credits: 25,
  },
  {
    id: "tck_10_validations_otp",
    sum_cents: 1249,
    length: "1d",
    discount_percent: 0,
    name: "10 checks",
    name_full: "10 more checks, valid for 12 months",
    credits: 10,
  },
  {
    id: "tck_3d5_1w1999",
    sum_cents: 1999,
    trial_sum_cents: 500,
    trial_days: 3,
    length: "7d",
    discount_percent: 0,
    name: "Weekly",
    name_full: "Weekly plan with a 3-day trial for 5.00 USD",
  },
  {
    id: "tck_3m4400_3m4900",
    sum_cents: 4900,
    trial_sum_cents: 4400,
    length: "3m",
    discount_percent: 0,
    name: "3 months",
    name_full: "3-month plan, first 3 months for less",
  },
  {
    id: "tck_3d5_1m3999",
    sum_cents: 3999,
    trial_sum_cents: 500,
    trial_days: 3,
    length: "1m",
    discount_percent: 0,
    name: "Monthly",
    name_full: "Monthly plan with a 3-day trial for 5.00 USD",
  },
  {
    id: "tck_3d5_1m4999",
    sum_cents: 4999,
    trial_sum_cents: 500,
    trial_days: 3,
    length: "1m",
    discount_percent: 0,
    name: "Monthly",
    name_full: "Monthly plan with a 3-day trial for 5.00 USD",
  },
] as const satisfies readonly PlanRow[];

export const CURRENCY = "USD";
export type PlanId = (typeof PLANS)[number]["id"];
/** A row of the table, widened so that the optional columns can be read on every row. */
export type Plan = PlanRow & { readonly id: PlanId };

const BY_ID: ReadonlyMap<string, Plan> = new Map(PLANS.map((plan): [string, Plan] => [plan.id, plan]));

/** The row of an id, or undefined when the id is not in the table. */
export function findPlan(id: string): Plan | undefined {
  return BY_ID.get(id);
}

/** Without a plan parameter the first row is for sale (spec W 5). */
export const DEFAULT_PLAN: Plan = PLANS[0];

/** True for plans that renew; the rest is bought once. */
export function isRecurring(plan: Plan): boolean {
  return plan.length === "7d" || plan.length === "1m" || plan.length === "3m";
}

/** What is charged at the moment of purchase, in cents. */
export function todayCents(plan: Plan): number {
  return plan.trial_sum_cents ?? plan.sum_cents;
}

/** The ids whose owner has this group unlocked. */
export function unlockIds(group: UnlockGroup): readonly PlanId[] {
  return PLANS.filter((plan: Plan) => plan.unlocks?.includes(group)).map((plan) => plan.id);
}

/** The plan where it is installed: without a licensed registry its check is left out. undefined: nothing is left to sell. */
export function asSold(plan: Plan, { hasRegistry }: { readonly hasRegistry: boolean }): Plan | undefined {
  if (hasRegistry || plan.unlocks?.includes("sex_offender") !== true) return plan;
  const unlocks = plan.unlocks.filter((group) => group !== "sex_offender");
  return unlocks.length === 0
    ? undefined
    : { ...plan, unlocks, name_full: plan.name_without_registry ?? plan.name_full };
}

/** Cents as the wire and the analytics write them: 1999 is "19.99". */
export function decimal(cents: number): string {
  return (cents / 100).toFixed(2);
}
