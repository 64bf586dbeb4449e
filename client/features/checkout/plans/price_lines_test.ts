import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { findPlan, isRecurring, type Plan, PLANS } from "../../../../server/wire/billing/plans.ts";
import { shownFigures } from "../../../../server/wire/billing/schedule.ts";
import { PLAN_CONSENT_VERSION } from "../../../../server/wire/billing/consent_texts.ts";
import { consentText, firstPeriod, payLabel, priceLines, priceRows } from "./price_lines.ts";
import { firstCharges } from "./first_charges.ts";
import { plansOnSale } from "./plan_choice.ts";

const NOW_MS = Date.parse("2026-11-21T10:00:00Z");

function plan(id: string): Plan {
  const found = findPlan(id);
  if (found === undefined) throw new Error(`no plan ${id}`);
  return found;
}

describe("price lines", () => {
  it("W-PRICE-02: the weekly trial says 1.00 today, then 19.99 every 7 days, with its date", () => {
    const weekly = plan("tck_weekly_3dtrial");
    assertEquals(priceLines(weekly, shownFigures(weekly, NOW_MS)), {
      today: "$1.00 today for 3 days",
      then: "Then $19.99 every 7 days from\u00a0Nov\u00a024,\u00a02026",
      leave: "Cancel in two clicks, from your account or any email about your plan.",
    });
  });

  it("a plan's sentence, its line of charges and its payment row name one date, up to the last moment of a day of UTC", () => {
    for (const row of PLANS.map((item): Plan => item).filter(isRecurring)) {
      for (const nowMs of ["2026-11-28T23:59:59.999Z", "2026-11-29T00:00:00.000Z"].map(Date.parse)) {
        const shown = shownFigures(row, nowMs);
        const [, charge] = firstCharges(row, nowMs);
        const [, then] = priceRows(row, shown);
        const day = charge?.when ?? "";
        assertStringIncludes(priceLines(row, shown).then, day);
        assertStringIncludes(then?.detail ?? "", day);
        assertStringIncludes(consentText(row, shown).replaceAll(" ", "\u00a0"), day);
      }
    }
  });

  it("W-PRICE-03: the first 3 months are never called a trial", () => {
    const months = plan("tck_3month_plan");
    const shown = shownFigures(months, NOW_MS);
    assertEquals(priceLines(months, shown).today, "$48.00 today for the first 3 months");
    assertEquals(
      consentText(months, shown),
      "I agree to pay $48.00 now, then $49.00 every 3 months from Feb 21, 2027 until I cancel.",
    );
  });

  it("the consent text, in full: a change must raise its version", () => {
    const weekly = plan("tck_weekly_3dtrial");
    const months = plan("tck_3m4400_3m4900");
    assertEquals(
      [PLAN_CONSENT_VERSION, ...[weekly, months].map((row) => consentText(row, shownFigures(row, NOW_MS)))],
      [
        "2026-11-4",
        "I agree to pay $1.00 now for a 3-day trial, then $19.99 every 7 days from Nov 24, 2026 until I cancel.",
        "I agree to pay $44.00 now, then $49.00 every 3 months from Feb 21, 2027 until I cancel.",
      ],
    );
    const guide = plan("tck_guide_otp");
    assertEquals(consentText(guide, shownFigures(guide, NOW_MS)), "I agree to a one-time payment of $19.99.");
  });

  it("the first charge pays for a trial if there is one, otherwise for a full period", () => {
    const months = plan("tck_3month_plan");
    const lengths = ["7d", "1m", "3m", "120m", "1d"] as const;
    assertEquals(lengths.map((length) => firstPeriod({ ...months, length })), [
      "the first 7 days",
      "the first month",
      "the first 3 months",
      "",
      "",
    ]);
    assertEquals(firstPeriod(plan("tck_3d5_1m3999")), "3 days");
  });

  it("TRUST T12: the consent repeats every figure of every renewing plan, and no plan shows a struck-through price", () => {
    for (const row of PLANS.map((item): Plan => item).filter(isRecurring)) {
      const shown = shownFigures(row, NOW_MS);
      const lines = priceLines(row, shown);
      const text = consentText(row, shown);
      for (const figure of [(shown.today_cents / 100).toFixed(2), (row.sum_cents / 100).toFixed(2)]) {
        assert(text.includes(figure), `${row.id} consent lacks ${figure}`);
        assert(`${lines.today} ${lines.then}`.includes(figure), `${row.id} lines lack ${figure}`);
      }
      assert(!`${lines.today}${lines.then}${text}`.includes("%"), row.id);
      assertEquals(text.includes("trial"), row.trial_days !== undefined, row.id);
      assertEquals(payLabel(row), `Pay $${(shown.today_cents / 100).toFixed(2)}`);
    }
  });
});

describe("plans on sale", () => {
  it("W-VALID-10: without a parameter the weekly trial comes first", () => {
    assertEquals(plansOnSale({}).map(({ id }) => id), ["tck_weekly_3dtrial", "tck_3month_plan"]);
  });

  it("W-QUERY-01: plan and skip_trial_plan choose the two plans", () => {
    const both = plansOnSale({ plan: plan("tck_3d5_1m3999"), skipTrialPlan: plan("tck_3m4400_3m4900") });
    assertEquals(both.map(({ id }) => id), ["tck_3d5_1m3999", "tck_3m4400_3m4900"]);
    assertEquals(plansOnSale({ plan: plan("tck_3month_plan") }).map(({ id }) => id), [
      "tck_3month_plan",
      "tck_weekly_3dtrial",
    ]);
  });

  it("one-time products are not offered as plans, and no plan appears twice", () => {
    const weekly = plan("tck_weekly_3dtrial");
    assertEquals(plansOnSale({ plan: plan("tck_guide_otp") })[0]?.id, "tck_weekly_3dtrial");
    assertEquals(plansOnSale({ plan: weekly, skipTrialPlan: weekly }).map(({ id }) => id), ["tck_weekly_3dtrial"]);
  });
});
