/** The list of add-ons in each state of a purchase: only one can be bought at a time. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { openStory, show } from "../../../tests/support/app/component.ts";
import { findPlan } from "../../../server/wire/billing/plans.ts";
import { BoughtCard } from "./BoughtCard.tsx";
import { LeaveOffers } from "./LeaveOffers.tsx";
import { OfferList } from "./OfferList.tsx";
import { OFFERS_START, type OffersState } from "./offers_state.ts";
import { ExtraReceipt } from "./PaidMoment.tsx";

const IDS = [
  "tck_ultimate_pack_otp",
  "tck_pdf_report_otp",
  "tck_guide_otp",
  "tck_sex_offender_otp",
  "tck_10_validations_otp",
];

it("the way past the extras keeps the focus while it asks once more", async () => {
  const part = (isAskingAgain: boolean) => (
    <LeaveOffers isAskingAgain={isAskingAgain} onLeave={() => {}} onBack={() => {}} />
  );
  const shown = await show(part(false));
  const focused = () => document.activeElement?.textContent;
  assertEquals(document.activeElement === document.body, true);
  await shown.render(part(true));
  assertEquals(focused(), "Go back");
  await shown.render(part(false));
  assertEquals(focused(), "No thanks, open my report");
  await shown.close();
});

describe("a bought extra", () => {
  it("says what it holds and what opening it takes, and its receipt tells it from the plan", async () => {
    const plan = findPlan("tck_guide_otp");
    assert(plan !== undefined);
    const paid = { sum: "$1.00", card: "Visa •••• 4242", next: { sum: "$19.99", date: "Dec 1, 2026" } };
    const shown = await show(
      <>
        <BoughtCard plan={plan} nowMs={0} isSample={false} action="Read the guide" note="Sign in once." />
        <ExtraReceipt sum="$14.99" paid={paid} email="ana@example.com" />
      </>,
    );
    assert(/How phone scams work.*Access until.*Read the guide Sign in once\./.test(shown.text()));
    const rows = shown.all("dl > div").map((row) => [...row.children].map(({ textContent }) => textContent));
    assertEquals(rows, [
      ["Paid", "$14.99"],
      ["Card", "Visa •••• 4242"],
      ["Receipt sent to", "ana@example.com"],
      ["Next plan charge", "$19.99 on Dec 1, 2026Cancel anytime in two clicks."],
    ]);
    await shown.render(<ExtraReceipt sum="$14.99" paid={{ ...paid, card: "", next: undefined }} email="" />);
    assertEquals(shown.text(), "Paid $14.99");
    await shown.close();
  });
});

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

  it("says once, above the prices, which card one press charges and until when it is open", async () => {
    const part = (card?: string, ids: readonly string[] = ["tck_guide_otp", "tck_pdf_report_otp"]) => (
      <OfferList
        plans={ids.flatMap((id) => findPlan(id) ?? [])}
        state={OFFERS_START}
        nowMs={0}
        {...card === undefined ? {} : { card }}
        onAdd={() => {}}
      />
    );
    const shown = await show(part("Visa •••• 4242"));
    const terms = () => shown.at("offer-terms").textContent?.replaceAll("\u00a0", " ").trim();
    assertEquals(terms(), "If you add one, we'll charge Visa •••• 4242 once, right away. Access until Jan 1, 1980.");
    assertEquals(shown.text().split("Access until").length, 2);
    await shown.render(part(""));
    assertEquals(
      terms(),
      "If you add one, we'll charge the card you just used. You pay once, right away. Access until Jan 1, 1980.",
    );
    await shown.render(part());
    assertEquals(terms(), "One-time payment. Access until Jan 1, 1980.");
    await shown.render(part("", ["tck_guide_otp", "tck_10_validations_otp"]));
    assertEquals(terms(), "If you add one, we'll charge the card you just used. You pay once, right away.");
    const each = shown.all(".offer .tiny").map(({ textContent }) => textContent?.replaceAll("\u00a0", " "));
    assertEquals(each, ["Access until Jan 1, 1980.", "Access until Jan 1, 1971."]);
    await shown.close();
  });

  it("of made-up registry entries it says so before the price, after the free official sources", async () => {
    const part = (isSample: boolean) => (
      <OfferList
        plans={["tck_sex_offender_otp"].flatMap((id) => findPlan(id) ?? [])}
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
    const add = shown.at("add-tck_sex_offender_otp");
    assert(told.compareDocumentPosition(add) & Node.DOCUMENT_POSITION_FOLLOWING, "told before it is sold");
    await shown.render(part(false));
    assertEquals(shown.has("made-up-registry"), false);
    await shown.close();
  });

  it("offers a pack for its other parts alone, without a word of the registry, while its entries are made up", async () => {
    const part = (isSample: boolean) => (
      <OfferList
        plans={["tck_ultimate_pack_otp", "tck_guide_otp"].flatMap((id) => findPlan(id) ?? [])}
        state={OFFERS_START}
        nowMs={0}
        isSample={isSample}
        onAdd={() => {}}
      />
    );
    const shown = await show(part(true));
    assertEquals([/registry/i.test(shown.text()), shown.has("made-up-registry")], [false, false]);
    assert(/Scam guide.*Every check as a PDF/.test(shown.text()));
    await shown.render(part(false));
    assert(/Search the registry by name/.test(shown.text()));
    await shown.close();
  });
});
