/** Advice is not a list of the same sentence: what the verdict's headline says is not said again by each rule. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import type { Band, Reason } from "../../../wire/members/report.ts";
import { adviceOn } from "./advice.ts";

const REASON: Omit<Reason, "rule"> = {
  points: 60,
  floor: null,
  title: "",
  why: "",
  source: "",
  without: 0,
};
const codesOn = (band: Band, rule: string) =>
  adviceOn({ value: 60, band, reasons: [{ ...REASON, rule }] }).map(({ code }) => code);

it("leaves out a rule's advice not to call back where the band's headline says it", () => {
  assertEquals(codesOn("caution", "INVALID"), ["advice_caution", "advice_INVALID", "advice_always"]);
  assertEquals(codesOn("high", "INVALID"), ["advice_high", "advice_high_shared", "advice_always"]);
});

it("says on every band what a call back costs", () => {
  for (const rule of ["PREMIUM_RATE", "ONE_RING", "SHARED_COST"]) {
    for (const band of ["none", "some", "caution", "suspicious", "high"] as const) {
      assertEquals(codesOn(band, rule).includes(`advice_${rule}`), true, `${rule} ${band}`);
    }
  }
});
