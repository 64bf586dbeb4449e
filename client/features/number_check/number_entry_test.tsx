/** The main page's number field, step by step, and the rows that say how the score is made. */
import { beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { useState } from "react";
import { openStory, show } from "../../../tests/support/app/component.ts";
import { type CheckEvent, type CheckResult, EMPTY_PHONE_LOOKUP } from "../../../server/wire/members/report.ts";
import { visitorLocation } from "../../lib/storage/location_store.ts";
import { setNumber, validator } from "../../lib/storage/validator_store.ts";
import { FreeResult } from "./FreeResult.tsx";
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

  it("checks what was typed in the visitor's country, and hands over what was found", async () => {
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
    await shown.press("check-it");
    answer({ type: "done", result: resultOf("+1 650-253-0000") });
    await shown.settle();
    await shown.press("check-it");
    await shown.type("phone", "+49 30 12345");
    answer({ type: "done", result: resultOf("+1 650-253-0000") });
    await shown.settle();
    assertEquals(done, [
      "typing",
      "check +49 30 1234 in DE",
      "check +49 30 1234 in DE",
      "checked +16502530000",
      "check +49 30 1234 in DE",
      "typing",
    ], "what comes after the number was changed belongs to another number");
    await story.compare("number_entry");
  });

  it("hands over the number in the field when an earlier number's check is slower", async () => {
    const checked: string[] = [];
    const answers: ((event: CheckEvent) => void)[] = [];
    const shown = await show(
      <NumberEntry
        check={async function* () {
          yield await new Promise<CheckEvent>((resolve) => answers.push(resolve));
        }}
        onChecked={({ facts }) => checked.push(facts.phone.phoneNumberInternational)}
      />,
    );
    for (const number of ["+1 650 253 0000", "+1 650 253 0001"]) {
      await shown.type("phone", number);
      await shown.press("check-it");
    }
    answers[0]?.({ type: "done", result: resultOf("+1 650 253 0000") });
    await shown.settle();
    assertEquals(checked, []);
    answers[1]?.({ type: "done", result: resultOf("+1 650 253 0001") });
    await shown.settle();
    assertEquals(checked, ["+1 650 253 0001"]);
    await shown.close();
  });

  async function openEntry() {
    const done: string[] = [];
    const shown = await show(
      <NumberEntry
        check={async function* (number, country) {
          done.push(`check ${number} in ${country}`);
          yield { type: "done", result: resultOf(number) };
        }}
        onChecked={() => done.push("checked")}
      />,
    );
    const offers = () =>
      shown.has("number-offers")
        ? shown.all('[data-testid="number-offers"] button').map((each) => each.textContent)
        : [];
    return { shown, done, offers };
  }

  it("offers the numbers of a text, checks the only one at once, and asks which of two", async () => {
    setNumber({ phoneNumber: "", country: "US" });
    const { shown, done, offers } = await openEntry();
    await shown.type("phone", "call me 650 253 0000 now");
    assertEquals(offers(), ["650 253 0000"]);
    await shown.press("check-it");
    assertEquals(done.splice(0), ["check 650 253 0000 in US", "checked"]);
    assertEquals([validator.value.phoneNumber, offers()], ["650 253 0000", []]);
    await shown.type("phone", "+1 650 253 0000 or +44 20 7946 0018");
    await shown.press("check-it");
    assertEquals([done, offers()], [[], ["+1 650 253 0000", "+44 20 7946 0018"]]);
    assertStringIncludes(shown.text(), "more than one number");
    await shown.press(shown.named("+44 20 7946 0018"));
    assertEquals(validator.value, { phoneNumber: "+44 20 7946 0018", country: "GB" });
    assertEquals(offers(), []);
    await shown.close();
  });

  it("keeps the numbers of a pasted message, however long the message is", async () => {
    setNumber({ phoneNumber: "", country: "US" });
    const { shown, offers } = await openEntry();
    const paste = async (text: string) => {
      const field = shown.at("phone");
      const { Event } = Reflect.get(globalThis, "window") as typeof globalThis;
      const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), {
        clipboardData: { getData: () => text },
      });
      await shown.change(() => void field.dispatchEvent(event as never));
      return event.defaultPrevented;
    };
    assertEquals(await paste(`${"Your parcel is waiting. ".repeat(4)}Call 650 253 0000.`), true);
    assertEquals([validator.value.phoneNumber, offers()], ["650 253 0000", []]);
    await paste("650 253 0000 or 650 253 0001?");
    assertEquals(offers(), ["650 253 0000", "650 253 0001"]);
    const numbers = [18, 19, 20, 21].map((last) => `+44 20 7946 00${last}`);
    await paste(numbers.join("\n"));
    assertEquals(offers(), numbers.slice(0, 3), "whole numbers only, as many as fit into the field");
    assertEquals(await paste("+1 650 253 0000"), false, "the browser pastes a number by itself");
    await shown.close();
  });

  it("suggests the country of the visit, or else that of the browser's language", async () => {
    const open = () => show(<NumberEntry check={async function* () {}} onChecked={() => {}} />);
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

it("the field has the focus in place of the button that led back to it, and of the number chosen of several", async () => {
  function Start() {
    const [isLeft, setLeft] = useState(false);
    return isLeft ? <NumberEntry check={async function* () {}} onChecked={() => {}} /> : (
      <FreeResult
        result={resultOf("+1 650-253-0000")}
        takesFocus
        onChange={() => setLeft(true)}
      />
    );
  }
  const shown = await show(<Start />, { path: "/" });
  await shown.focus("change-number");
  await shown.press("change-number");
  const isInField = () => shown.at("phone").matches(":focus");
  assertEquals(isInField(), true);
  await shown.type("phone", "+1 650 253 0000, +44 20 7946 0000");
  const [first] = shown.at("number-offers").querySelectorAll("button");
  first?.focus();
  assertEquals(isInField(), false);
  await shown.press(first as never);
  assertEquals([shown.has("number-offers"), isInField()], [false, true]);
  await shown.close();
  setNumber({ phoneNumber: "", country: "" });
});
