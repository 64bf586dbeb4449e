/** The plan table against its requirements, row by row. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import {
  CURRENCY,
  decimal,
  DEFAULT_PLAN,
  findPlan,
  isRecurring,
  type Plan,
  PLANS,
  todayCents,
  type UnlockGroup,
  unlockIds,
} from "./plans.ts";

const ROWS: readonly Plan[] = PLANS;
const ids = ROWS.map(({ id }) => id);
const row = (id: string): Plan => {
  const plan = findPlan(id);
  if (plan === undefined) throw new Error(`no plan ${id}`);
  return plan;
};

describe("plan list", () => {
  for (
    const [title, expected] of [
      ["W-PLAN-06: holds the 3-month plan", ["tck_3month_plan"]],
      ["W-PLAN-07: holds both Ultimate Packs", ["tck_ultimate_pack_otp", "tck_ultimate_pack_sale_otp"]],
      ["W-PLAN-08: holds the PDF report in three prices", [
        "tck_pdf_report_otp",
        "tck_pdf_report_sale_otp",
        "tck_pdf_report_sale2_otp",
      ]],
      ["W-PLAN-09: holds the sex-offender check in three prices", [
        "tck_sex_offender_otp",
        "tck_sex_offender_sale_otp",
        "tck_sex_offender_sale2_otp",
      ]],
      ["W-PLAN-10: holds the guide in three prices", ["tck_guide_otp", "tck_guide_sale_otp", "tck_guide_sale2_otp"]],
      ["W-PLAN-11: holds the three validation packs", [
        "tck_50_validations_otp",
        "tck_25_validations_otp",
        "tck_10_validations_otp",
      ]],
      ["W-PLAN-12: holds the weekly plan with 5 trial and the other 3-month plan", [
        "tck_3d5_1w1999",
        "tck_3m4400_3m4900",
      ]],
      ["W-PLAN-13: holds both monthly plans", ["tck_3d5_1m3999", "tck_3d5_1m4999"]],
    ] as const
  ) it(title, () => assertEquals(expected.filter((id) => findPlan(id)?.id !== id), []));

  it("W-PLAN-05: begins with the weekly trial", () => assertEquals(ids[0], "tck_weekly_3dtrial"));
  it("W-VALID-10: the first row is the default plan", () => assertEquals(DEFAULT_PLAN.id, "tck_weekly_3dtrial"));
  it("W-PLAN-14: has 20 unique ids", () => assertEquals([ids.length, new Set(ids).size], [20, 20]));
  it("W-PLAN-04: every length is one of five", () => {
    assertEquals(ROWS.filter(({ length }) => !["7d", "3m", "1m", "120m", "1d"].includes(length)), []);
  });
  it("W-PLAN-03: every row has id, sum, length, discount, name and full name", () => {
    for (const plan of ROWS) {
      for (const key of ["id", "sum_cents", "length", "discount_percent", "name", "name_full"] as const) {
        assert(plan[key] !== undefined && plan[key] !== "", `${plan.id} has ${key}`);
      }
    }
  });
  it("W-PLAN-01: the plans that renew are weekly, monthly and 3-month ones", () => {
    const lengths = ROWS.filter(isRecurring).map(({ length, trial_sum_cents }) =>
      `${length} ${trial_sum_cents !== undefined}`
    );
    assertEquals(lengths.sort(), ["1m true", "1m true", "3m true", "3m true", "7d true", "7d true"]);
  });
  it("W-PRICE-16: only the plans with a required previous price have one, and no other plan claims a discount", () => {
    assertEquals(ROWS.filter((plan) => plan.prev_price_cents !== undefined).map(({ id }) => id), [
      "tck_weekly_3dtrial",
    ]);
    const discounted = ROWS.filter(({ discount_percent }) => discount_percent !== 0).map(({ id }) => id);
    assertEquals(discounted, ["tck_weekly_3dtrial", "tck_3month_plan"]);
  });
  it("W-PLAN-02: the products that are bought once are the pack, the report, the guide, the registry check and packs of checks", () =>
    assertEquals(ROWS.filter((plan) => !isRecurring(plan)).map(({ id }) => id).sort(), [
      "tck_10_validations_otp",
      "tck_25_validations_otp",
      "tck_50_validations_otp",
      "tck_guide_otp",
      "tck_guide_sale2_otp",
      "tck_guide_sale_otp",
      "tck_pdf_report_otp",
      "tck_pdf_report_sale2_otp",
      "tck_pdf_report_sale_otp",
      "tck_sex_offender_otp",
      "tck_sex_offender_sale2_otp",
      "tck_sex_offender_sale_otp",
      "tck_ultimate_pack_otp",
      "tck_ultimate_pack_sale_otp",
    ]));
  it("W-VALID-09: an id that is not in the list is not found, not even a name of Object", () => {
    for (const id of ["", "nope", "constructor", "__proto__", "TCK_GUIDE_OTP", " tck_guide_otp"]) {
      assertEquals(findPlan(id), undefined, id);
    }
  });
});

describe("unlock groups", () => {
  const packs = ["tck_ultimate_pack_otp", "tck_ultimate_pack_sale_otp"];
  for (
    const [title, group, prefix] of [
      ["W-PLAN-16: guide", "guide", "tck_guide"],
      ["W-PLAN-17: sex offender", "sex_offender", "tck_sex_offender"],
      ["W-PLAN-18: pdf report", "pdf_report", "tck_pdf_report"],
    ] as const satisfies readonly (readonly [string, UnlockGroup, string])[]
  ) {
    it(title, () => {
      const expected = [...packs, `${prefix}_otp`, `${prefix}_sale_otp`, `${prefix}_sale2_otp`];
      assertEquals([...unlockIds(group)].sort(), expected.sort());
    });
  }
  it("W-PLAN-19: either Ultimate Pack unlocks all three", () => {
    for (const id of packs) assertEquals([...row(id).unlocks ?? []].sort(), ["guide", "pdf_report", "sex_offender"]);
  });
});

describe("prices", () => {
  it("W-PRICE-16: only the plans with a required discount or previous price have one, so none is invented", () => {
    const named = PLANS.filter((plan) => plan.discount_percent !== 0 || "prev_price_cents" in plan);
    assertEquals(named.map(({ id, discount_percent }) => [id, discount_percent]), [
      ["tck_weekly_3dtrial", 90],
      ["tck_3month_plan", 80],
    ]);
    assertEquals(PLANS.filter((plan) => "prev_price_cents" in plan).map(({ id }) => id), ["tck_weekly_3dtrial"]);
  });
  it("W-PRICE-01: are in USD", () => assertEquals(CURRENCY, "USD"));
  for (
    const [title, id, expected] of [
      ["W-PRICE-02", "tck_weekly_3dtrial", {
        trial_sum_cents: 100,
        sum_cents: 1999,
        length: "7d",
        discount_percent: 90,
        prev_price_cents: 999,
      }],
      ["W-PRICE-03", "tck_3month_plan", { trial_sum_cents: 4800, sum_cents: 4900, length: "3m", discount_percent: 80 }],
      ["W-PRICE-04", "tck_3m4400_3m4900", { trial_sum_cents: 4400, sum_cents: 4900, length: "3m" }],
      ["W-PRICE-05", "tck_3d5_1w1999", { trial_sum_cents: 500, sum_cents: 1999, length: "7d" }],
      ["W-PRICE-06", "tck_3d5_1m3999", { trial_sum_cents: 500, sum_cents: 3999, length: "1m" }],
      ["W-PRICE-07", "tck_3d5_1m4999", { trial_sum_cents: 500, sum_cents: 4999, length: "1m" }],
    ] as const
  ) {
    it(`${title}: ${id}`, () => {
      const plan: Readonly<Record<string, unknown>> = { ...row(id) };
      for (const [key, value] of Object.entries(expected)) assertEquals(plan[key], value, key);
      assertEquals(todayCents(row(id)), expected.trial_sum_cents);
    });
  }
  for (
    const [title, expected] of [
      ["W-PRICE-08: Ultimate Pack", { tck_ultimate_pack_otp: 3299, tck_ultimate_pack_sale_otp: 2899 }],
      ["W-PRICE-09: PDF report", {
        tck_pdf_report_otp: 1999,
        tck_pdf_report_sale_otp: 1499,
        tck_pdf_report_sale2_otp: 1199,
      }],
      ["W-PRICE-10: sex-offender check", {
        tck_sex_offender_otp: 1999,
        tck_sex_offender_sale_otp: 1499,
        tck_sex_offender_sale2_otp: 1199,
      }],
      ["W-PRICE-11: guide", { tck_guide_otp: 1999, tck_guide_sale_otp: 1499, tck_guide_sale2_otp: 1199 }],
      ["W-PRICE-12: 50 validations", { tck_50_validations_otp: 4499 }],
      ["W-PRICE-13: 25 validations", { tck_25_validations_otp: 2499 }],
      ["W-PRICE-14: 10 validations", { tck_10_validations_otp: 1249 }],
    ] as const
  ) {
    it(title, () => {
      for (const [id, cents] of Object.entries(expected)) assertEquals(todayCents(row(id)), cents, id);
    });
  }
  it("W-PRICE-15: one-time products last 120 months, packs one day, none has a trial", () => {
    for (const plan of ROWS.filter((plan) => !isRecurring(plan))) {
      assertEquals(plan.length, plan.id.includes("validations") ? "1d" : "120m", plan.id);
      assertEquals(plan.trial_sum_cents, undefined, plan.id);
    }
  });
  it("a validation pack gives as many credits as its name says", () => {
    for (
      const [id, credits] of [["tck_50_validations_otp", 50], ["tck_25_validations_otp", 25], [
        "tck_10_validations_otp",
        10,
      ]] as const
    ) {
      assertEquals(row(id).credits, credits);
    }
  });
  it("decimal text has two decimals and no rounding error", () => {
    for (let cents = 0; cents <= 100_000; cents++) {
      const text = decimal(cents);
      if (!/^\d+\.\d\d$/.test(text) || Number(text.replace(".", "")) !== cents) {
        throw new Error(`${cents} became ${text}`);
      }
    }
  });
});
