/** Advice is not a list of the same sentence: what the verdict's headline says is not said again by each rule. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import type { Band, Reason } from "../../../wire/members/report.ts";
import { adviceOn } from "./advice.ts";

const REASON: Reason = {
  rule: "PREMIUM_RATE",
  points: 60,
  floor: null,
  title: "",
  why: "",
  source: "",
  without: 0,
};
const codesOn = (band: Band) => adviceOn({ value: 60, band, reasons: [REASON] }).map(({ code }) => code);

it("leaves out a rule's advice not to call back where the band's headline says it", () => {
  assertEquals(codesOn("caution"), ["advice_caution", "advice_PREMIUM_RATE", "advice_always"]);
  assertEquals(codesOn("high"), ["advice_high", "advice_high_shared", "advice_always"]);
});
