/** The sample report of the first screen says what the product says about that number. */
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { SAMPLE_NUMBER, SAMPLE_REASONS, SAMPLE_SCORE } from "../../client/features/number_check/sample.ts";
import { effectOf, waterfallSteps } from "../../client/ui/report/Waterfall.tsx";
import { embeddedSource } from "../../server/embedded/members/lookup/sources/embedded.ts";
import { lookUp } from "../../server/embedded/members/lookup/lookup.ts";
import { loadPhoneData } from "../../server/embedded/members/numbering/phone_data.ts";
import { isReserved } from "../../server/embedded/members/numbering/reserved_ranges.ts";
import { NO_REPORTS } from "../../server/embedded/members/scoring/report_weight.ts";

describe("the sample report", () => {
  it("has the number, score and reasons that the server gives, of a number that no subscriber has", async () => {
    const source = embeddedSource(loadPhoneData());
    const wanted = { text: SAMPLE_NUMBER, country: "", ownNumber: "" };
    const outcome = await lookUp(wanted, { source, reportsOn: () => Promise.resolve(NO_REPORTS) });
    assert(outcome.kind === "done");
    const { facts, score } = outcome.looked;
    assertEquals([facts.phone.phoneNumberInternational, isReserved(facts.e164)], [SAMPLE_NUMBER, true]);
    assertEquals({ value: score.value, band: score.band }, SAMPLE_SCORE);
    const rows = waterfallSteps(score.reasons).map((step) => ({ title: step.reason.title, effect: effectOf(step) }));
    assertEquals<unknown>(rows, SAMPLE_REASONS);
  });
});
