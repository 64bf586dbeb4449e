/** The main page's number field, step by step, and the rows that say how the score is made. */
import { beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { openStory, show } from "../../../tests/support/app/component.ts";
import { type CheckEvent, type CheckResult, EMPTY_PHONE_LOOKUP } from "../../../server/wire/members/report.ts";
import { visitorLocation } from "../../lib/storage/location_store.ts";
import { setNumber, validator } from "../../lib/storage/validator_store.ts";
import { HowItWorks } from "./HowItWorks.tsx";
import { NumberEntry } from "./NumberEntry.tsx";

const resultOf = (phoneNumberInternational: string): CheckResult => ({
  facts: {
    phone: { ...EMPTY_PHONE_LOOKUP, isValid: true, phoneNumber: "+16502530000", phoneNumberInternational },
    e164: "+16502530000",
    timeZones: [],
    dataVersions: [],
  },
  score: { value: 0, band: "none", reasons: [] },
  paid: { unknowns: 0, memberReports: 0 },
});

describe("the number field", () => {
  beforeEach(() => {
    setNumber({ phoneNumber: "", country: "" });
    visitorLocation.value = { ip: "", country: "" };
  });

  it("checks what was typed in the visitor's country, and shows the facts below it", async () => {
    const done: string[] = [];
    let answer = (_event: CheckEvent) => {};
    const shown = await show(
      <NumberEntry
        check={async function* (number, country) {
          done.push(`check ${number} in ${country}`);
          yield await new Promise<CheckEvent>((resolve) => answer = resolve);
        }}
        onTyping={() => done.push("typing")}
        onChecked={({ facts }) => done.push(`checked ${facts.e164}`)}
        next={<p>Next</p>}
      />,
    );
    const story = openStory(shown);
    story.add("at first");
    await shown.press("check-it");
    story.add("nothing was typed");
    await shown.type("phone", "+49 30 1234");
    story.add("a German number");
    assertEquals(validator.value, { phoneNumber: "+49 30 1234", country: "DE" });
    await shown.press("check-it");
    story.add("checking");
    answer({ type: "failed", error: "Too many checks." });
    await shown.settle();
    story.add("refused");
    for (const number of ["+1 650-253-0000", ""]) {
      await shown.press("check-it");
      answer({ type: "done", result: resultOf(number) });
      await shown.settle();
      story.add(number === "" ? "facts, without the international form" : "facts");
    }
    await shown.type("phone", "+49 30 12345");
    story.add("another number");
    assertEquals(done, [
      "typing",
      "check +49 30 1234 in DE",
      "check +49 30 1234 in DE",
      "checked +16502530000",
      "check +49 30 1234 in DE",
      "checked +16502530000",
      "typing",
    ]);
    await story.compare("number_entry");
  });

  it("suggests the country of the visit, and else that of the browser's language", async () => {
    const open = () => show(<NumberEntry check={async function* () {}} onChecked={() => {}} next={null} />);
    visitorLocation.value = { ip: "", country: "AT" };
    const visit = await open();
    assertEquals(validator.value.country, "AT");
    await visit.close();
    setNumber({ phoneNumber: "", country: "ES" });
    const chosen = await open();
    assertEquals(validator.value.country, "ES", "the visitor's own choice stays");
    await chosen.close();
    setNumber({ phoneNumber: "", country: "" });
    visitorLocation.value = { ip: "", country: "" };
    const language = await open();
    assertEquals(validator.value.country, new Intl.Locale(navigator.language).region ?? "");
    await language.close();
  });

  it("says how the score is made", async () => {
    const story = openStory(await show(<HowItWorks />));
    story.add("three rows");
    await story.compare("how_it_works");
  });
});
