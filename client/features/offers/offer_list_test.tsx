/** The list of add-ons in each state of a purchase: only one can be bought at a time. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { openStory, show } from "../../../tests/support/app/component.ts";
import { findPlan } from "../../../server/wire/billing/plans.ts";
import { OfferList } from "./OfferList.tsx";
import { OFFERS_START, type OffersState } from "./offers_state.ts";

const IDS = [
  "tck_ultimate_pack_otp",
  "tck_pdf_report_otp",
  "tck_guide_otp",
  "tck_sex_offender_otp",
  "tck_10_validations_otp",
];

describe("the list of add-ons", () => {
  it("says what each one adds and until when; a bought one has no button", async () => {
    const plans = IDS.map((id) => findPlan(id)).filter((plan) => plan !== undefined);
    assertEquals(plans.length, IDS.length);
    const added: string[] = [];
    const part = (state: Partial<OffersState>) => (
      <OfferList
        plans={plans}
        state={{ ...OFFERS_START, ...state }}
        nowMs={Date.parse("2027-01-31T10:00:00.000Z")}
        onAdd={({ id }) => added.push(id)}
      />
    );
    const shown = await show(part({}));
    const story = openStory(shown);
    story.add("at first");
    await shown.press("add-tck_guide_otp");
    assertEquals(added, ["tck_guide_otp"]);
    await shown.render(part({ busy: "tck_guide_otp" }));
    story.add("the guide is being bought");
    assert(shown.at("add-tck_pdf_report_otp").hasAttribute("disabled"));
    await shown.render(part({ bought: ["tck_guide_otp"], errors: { tck_pdf_report_otp: "The bank declined it." } }));
    story.add("the guide is bought, the PDF was refused");
    await story.compare("offer_list");
  });

  it("of made-up registry entries it says so last, after the free official sources, and sells them as no benefit", async () => {
    const part = (isSample: boolean) => (
      <OfferList
        plans={["tck_ultimate_pack_otp"].flatMap((id) => findPlan(id) ?? [])}
        state={OFFERS_START}
        nowMs={0}
        isSample={isSample}
        onAdd={() => {}}
      />
    );
    const shown = await show(part(true));
    const told = shown.at("made-up-registry");
    assertEquals([...told.querySelectorAll("a")].map((link) => link.textContent), ["nsopw.gov", "police.uk"]);
    assert(/nsopw\.gov.*police\.uk.*made-up entries/.test(told.textContent ?? ""));
    assertEquals(shown.all(".ticks li").filter((line) => line.textContent?.includes("registry")), []);
    const add = shown.at("add-tck_ultimate_pack_otp");
    assert(told.compareDocumentPosition(add) & Node.DOCUMENT_POSITION_FOLLOWING, "told before it is sold");
    await shown.render(part(false));
    assertEquals(shown.has("made-up-registry"), false);
    await shown.close();
  });
});
