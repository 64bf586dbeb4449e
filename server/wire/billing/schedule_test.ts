/** Calendar arithmetic of plans: tables for notable dates, properties for all others. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { isRecurring, type Plan, PLANS, todayCents } from "./plans.ts";
import { addLength, addMonths, DAY_MS, firstPeriodEnd, periodEnd, shownFigures } from "./schedule.ts";

const at = (text: string) => Date.parse(text);
const RECURRING: readonly Plan[] = PLANS.filter(isRecurring);
const plan = fc.constantFrom(...RECURRING);
const moment = fc.integer({ min: at("2020-01-01T00:00:00Z"), max: at("2060-12-31T23:59:59Z") });

describe("months", () => {
  for (
    const [from, months, to] of [
      ["2027-01-31T10:00:00Z", 1, "2027-02-28T10:00:00Z"],
      ["2028-01-31T10:00:00Z", 1, "2028-02-29T10:00:00Z"],
      ["2027-01-31T10:00:00Z", 2, "2027-03-31T10:00:00Z"],
      ["2027-10-31T23:59:59Z", 1, "2027-11-30T23:59:59Z"],
      ["2027-11-30T00:00:00Z", 3, "2028-02-29T00:00:00Z"],
      ["2027-12-15T12:00:00Z", 1, "2028-01-15T12:00:00Z"],
      ["2028-02-29T12:00:00Z", 12, "2029-02-28T12:00:00Z"],
      ["2027-05-05T05:05:05Z", 120, "2037-05-05T05:05:05Z"],
      ["2027-03-28T01:30:00Z", 1, "2027-04-28T01:30:00Z"],
    ] as const
  ) {
    it(`${from} and ${months} months is ${to}`, () => assertEquals(addMonths(at(from), months), at(to)));
  }

  it("end in the expected month, on the same day or the month's last day, at the same time", () => {
    fc.assert(fc.property(moment, fc.integer({ min: 0, max: 240 }), (fromMs, months) => {
      const from = new Date(fromMs);
      const to = new Date(addMonths(fromMs, months));
      const wanted = from.getUTCFullYear() * 12 + from.getUTCMonth() + months;
      const isLastDay = new Date(to.getTime() + DAY_MS).getUTCDate() === 1;
      return to.getUTCFullYear() * 12 + to.getUTCMonth() === wanted && fromMs % DAY_MS === to.getTime() % DAY_MS &&
        (to.getUTCDate() === from.getUTCDate() || (isLastDay && to.getUTCDate() < from.getUTCDate()));
    }));
  });
});

describe("periods", () => {
  it("follow each other without gap or drift for ten years", () => {
    fc.assert(fc.property(plan, moment, (plan, startMs) => {
      let lastMs = startMs;
      const longestMs = { "7d": 7, "1m": 31, "3m": 92, "1d": 1, "120m": 3_660 }[plan.length] * DAY_MS;
      for (let period = 0; period < 120; period++) {
        const endMs = periodEnd(plan, startMs, period);
        if (endMs <= lastMs || endMs - lastMs > longestMs) return false;
        lastMs = endMs;
      }
      const anchorMs = plan.trial_days === undefined ? startMs : startMs + plan.trial_days * DAY_MS;
      return lastMs === addLength(anchorMs, plan.length, plan.trial_days === undefined ? 120 : 119);
    }));
  });

  it("start with the trial if there is one, otherwise with a full length", () => {
    for (const plan of RECURRING) {
      const startMs = at("2027-01-31T10:00:00Z");
      assertEquals(periodEnd(plan, startMs, 0), firstPeriodEnd(plan, startMs));
      assertEquals(firstPeriodEnd(plan, startMs) - startMs === 3 * DAY_MS, plan.trial_days === 3, plan.id);
    }
  });
});

describe("shown figures", () => {
  it("are today's amount, the full amount, its UTC date and the period", () => {
    const nowMs = at("2027-01-31T23:30:00Z");
    const [weekly, quarter] = [RECURRING[0], RECURRING[1]];
    assert(weekly !== undefined && quarter !== undefined);
    assertEquals(shownFigures(weekly, nowMs), {
      today_cents: 100,
      next_cents: 1999,
      next_at: "2027-02-03",
      every: "7d",
    });
    assertEquals(shownFigures(quarter, nowMs), {
      today_cents: 4800,
      next_cents: 4900,
      next_at: "2027-04-30",
      every: "3m",
    });
  });

  it("have no further charge for one-time products", () => {
    for (const plan of PLANS.filter((plan) => !isRecurring(plan))) {
      assertEquals(shownFigures(plan, 0), {
        today_cents: todayCents(plan),
        next_cents: null,
        next_at: null,
        every: null,
      });
    }
  });

  it("give the date of the first full charge", () => {
    fc.assert(
      fc.property(
        plan,
        moment,
        (plan, nowMs) =>
          shownFigures(plan, nowMs).next_at === new Date(periodEnd(plan, nowMs, 0)).toISOString().slice(0, 10),
      ),
    );
  });
});
