/**
 * The plan table: every id, price and length on sale, and the only source of prices for client and server. The database
 * has none: its rows keep the plan's id and the cents that were charged.
 *
 * Amounts are whole US cents and named so (W-PLAN-03): no call carries a plan record, and amounts that are added and
 * compared must not be fractions.
 */

/** Length of one period: `d` are days, `m` calendar months. `120m` and `1d` belong to products that are bought once. */
export type PlanLength = "7d" | "1m" | "3m" | "120m" | "1d";
/** The features a plan can unlock. Owning any id of a group unlocks it (W-PLAN-19). */
export type UnlockGroup = "guide" | "sex_offender" | "pdf_report";

interface PlanRow {
  readonly id: string;
  /** Price of one period, or of the one-time product, in US cents. */
  readonly sum_cents: number;
  /** Price of the first period, which may be shorter, in US cents. */
  readonly trial_sum_cents?: number;
  readonly length: PlanLength;
  /**
   * Kept for the record (W-PLAN-03). Shown only when the price history proves that this price was charged before, which
   * it does for no plan today.
   */
  readonly discount_percent: number;
  readonly prev_price_cents?: number;
  readonly name: string;
  readonly name_full: string;
  /** Name on servers without a licensed registry, where the pack is sold without its check. */
  readonly name_without_registry?: string;
  /** Length in days of the first period at trial_sum_cents; absent when the first price pays a full first period. */
  readonly trial_days?: number;
  readonly unlocks?: readonly UnlockGroup[];
  /** Look-up credits of a validation pack; they last 12 months. */
  readonly credits?: number;
}

const ALL: readonly UnlockGroup[] = ["guide", "sex_offender", "pdf_report"];

/** Every plan and product. Ids never change: stored subscriptions name them. */
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
    name: "Quarterly",
    name_full: "Quarterly plan, discounted for the first 3 months",
  },
  {
    id: "tck_ultimate_pack_otp",
    sum_cents: 3299,
    length: "120m",
    discount_percent: 0,
    name: "Ultimate Pack",
    name_full: "Ultimate Pack: PDF reports and scam guide",
    name_without_registry: "Ultimate Pack: PDF reports and scam guide, without the registry check",
    unlocks: ALL,
  },
  {
    id: "tck_ultimate_pack_sale_otp",
    sum_cents: 2899,
    length: "120m",
    discount_percent: 0,
    name: "Ultimate Pack",
    name_full: "Ultimate Pack: PDF reports and scam guide",
    name_without_registry: "Ultimate Pack: PDF reports and scam guide, without the registry check",
    unlocks: ALL,
  },
  {
    id: "tck_pdf_report_otp",
    sum_cents: 1999,
    length: "120m",
    discount_percent: 0,
    name: "PDF report",
    name_full: "PDF report for every check",
    unlocks: ["pdf_report"],
  },
  {
    id: "tck_pdf_report_sale_otp",
    sum_cents: 1499,
    length: "120m",
    discount_percent: 0,
    name: "PDF report",
    name_full: "PDF report for every check",
    unlocks: ["pdf_report"],
  },
  {
    id: "tck_pdf_report_sale2_otp",
    sum_cents: 1199,
    length: "120m",
    discount_percent: 0,
    name: "PDF report",
    name_full: "PDF report for every check",
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
    name_full: "Guide: how phone scams work and how to get out of one",
    unlocks: ["guide"],
  },
  {
    id: "tck_guide_sale_otp",
    sum_cents: 1499,
    length: "120m",
    discount_percent: 0,
    name: "Scam guide",
    name_full: "Guide: how phone scams work and how to get out of one",
    unlocks: ["guide"],
  },
  {
    id: "tck_guide_sale2_otp",
    sum_cents: 1199,
    length: "120m",
    discount_percent: 0,
    name: "Scam guide",
    name_full: "Guide: how phone scams work and how to get out of one",
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
    name_full: "Weekly plan with a 3-day trial",
  },
  {
    id: "tck_3m4400_3m4900",
    sum_cents: 4900,
    trial_sum_cents: 4400,
    length: "3m",
    discount_percent: 0,
    name: "Quarterly",
    name_full: "Quarterly plan, discounted for the first 3 months",
  },
  {
    id: "tck_3d5_1m3999",
    sum_cents: 3999,
    trial_sum_cents: 500,
    trial_days: 3,
    length: "1m",
    discount_percent: 0,
    name: "Monthly",
    name_full: "Monthly plan with a 3-day trial",
  },
  {
    id: "tck_3d5_1m4999",
    sum_cents: 4999,
    trial_sum_cents: 500,
    trial_days: 3,
    length: "1m",
    discount_percent: 0,
    name: "Monthly",
    name_full: "Monthly plan with a 3-day trial",
  },
] as const satisfies readonly PlanRow[];

/** ISO 4217 code of every price in the table. */
export const CURRENCY = "USD";
export type PlanId = (typeof PLANS)[number]["id"];
/** A row of the table, widened so that optional columns can be read on every row. */
export type Plan = PlanRow & { readonly id: PlanId };

const BY_ID: ReadonlyMap<string, Plan> = new Map(PLANS.map((plan): [string, Plan] => [plan.id, plan]));

/** The plan with this id, or undefined. */
export function findPlan(id: string): Plan | undefined {
  return BY_ID.get(id);
}

/** The plan on sale without a plan parameter (W-VALID-10). */
export const DEFAULT_PLAN: Plan = PLANS[0];

/** True for plans that renew; all others are bought once. */
export function isRecurring(plan: Plan): boolean {
  return plan.length === "7d" || plan.length === "1m" || plan.length === "3m";
}

/**
 * "Weekly plan": what a plan is called once it runs, without the trial or the discount of its purchase. A product keeps
 * its full name.
 */
export function runningName(plan: Plan): string {
  return isRecurring(plan) ? `${plan.name} plan` : plan.name_full;
}

/** Amount charged at the purchase, in US cents. */
export function todayCents(plan: Plan): number {
  return plan.trial_sum_cents ?? plan.sum_cents;
}

/** Ids of the plans that unlock this group. */
export function unlockIds(group: UnlockGroup): readonly PlanId[] {
  return PLANS.filter((plan: Plan) => plan.unlocks?.includes(group)).map((plan) => plan.id);
}

/**
 * The plan as this installation sells it: without a licensed registry its check is left out. Undefined when nothing is
 * left to sell.
 */
export function asSold(plan: Plan, { hasRegistry }: { readonly hasRegistry: boolean }): Plan | undefined {
  if (hasRegistry || plan.unlocks?.includes("sex_offender") !== true) return plan;
  const unlocks = plan.unlocks.filter((group) => group !== "sex_offender");
  return unlocks.length === 0
    ? undefined
    : { ...plan, unlocks, name_full: plan.name_without_registry ?? plan.name_full };
}

/** US cents as decimal text for the wire and analytics: 1999 is "19.99". */
export function decimal(cents: number): string {
  return (cents / 100).toFixed(2);
}
