/** Rules, masks and formats of elements, and that a page's own rules cannot spell out a card. */
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { ElementSpec, WireRule } from "../../sdk/wire/elements.ts";
import { elementFault } from "./element_rules.ts";
import { settleElement, textForRules, tidyElement } from "./element_typing.ts";
import { Hub } from "./hub.ts";
import { applyPattern } from "./pattern_mask.ts";

const NUMBER = "4929183756021238";

function spec(more: Partial<ElementSpec> & Pick<ElementSpec, "type">): ElementSpec {
  const words = { name: more.type, table: "cards", column: more.type, label: "", placeholder: "" };
  const rest = { required: true, cardIcon: true, rules: [], errors: {}, inputs: {}, labels: {}, errorStyles: {} };
  return { ...words, ...rest, ...more };
}

function hubWith(...members: readonly (readonly [ElementSpec, string])[]): Hub {
  const hub = new Hub();
  for (const [made, text] of members) {
    const quiet = { isBlocking: () => false, judge() {}, refresh() {}, follow() {}, uncheck() {} };
    hub.join({ spec: made, text: () => text, ...quiet });
  }
  return hub;
}

const fault = (made: ElementSpec, text: string, hub = hubWith([made, text])) => elementFault(made, text, hub)?.name;
const regex = (source: string): WireRule => ({ type: "REGEX_MATCH_RULE", source });

describe("elements", () => {
  it("S-VALID-02: a card field is valid only when it holds something and that is right", () => {
    const number = spec({ type: "CARD_NUMBER", required: false });
    assertEquals([fault(number, ""), fault(number, "4929"), fault(number, NUMBER)], ["empty", "incomplete", undefined]);
  });
  it("S-VALID-08: a PIN is empty or has 4 to 12 digits", () => {
    const pin = spec({ type: "PIN", required: false });
    assertEquals(["", "123", "1234", "123456789012"].map((text) => fault(pin, text)), [
      ...[undefined, "incomplete", undefined, undefined],
    ]);
    const typed = { text: "12a3 4567890123", caret: 15, previous: "", inputType: "insertFromPaste" };
    assertEquals(tidyElement(pin, typed).text, "123456789012");
  });
  it("S-VALID-01: regular expression, length and match rules", () => {
    const city = (rule: WireRule) => spec({ type: "INPUT_FIELD", rules: [rule] });
    assertEquals(fault(city(regex("^[A-Z]")), "oslo"), "wrong");
    assertEquals(fault(city(regex("^[A-Z]")), "Oslo"), undefined);
    assertEquals(fault(city({ type: "LENGTH_MATCH_RULE", min: 5 }), "Oslo"), "wrong");
    const match = city({ type: "ELEMENT_VALUE_MATCH_RULE", element: "PIN" });
    assertEquals(fault(match, "1234", hubWith([spec({ type: "PIN" }), "1234"])), undefined);
    assertEquals(fault(match, "1235", hubWith([spec({ type: "PIN" }), "1234"])), "mismatch");
    assertEquals(fault(match, "1234", hubWith()), "mismatch");
  });
  it("S-SEC-05: a page's regular expressions tell it nothing of hidden digits", () => {
    for (let place = 8; place < NUMBER.length; place++) {
      const answers = [..."0123456789"].map((digit) =>
        fault(spec({ type: "CARD_NUMBER", rules: [regex(`^\\d{${place}}${digit}`)] }), NUMBER)
      );
      assertEquals(answers, [undefined, ...Array(9).fill("wrong")], `digit ${place}`);
    }
    const code = (digit: string) => fault(spec({ type: "CVV", rules: [regex(`^${digit}`)] }), "947");
    assertEquals([code("9"), code("0")], ["wrong", undefined]);
    assertEquals(fault(spec({ type: "CARD_NUMBER", rules: [regex("^4929")] }), NUMBER), undefined);
  });
  it("choices of the page are no way to guess what was typed", () => {
    const cvv = spec({ type: "CVV", rules: [{ type: "ELEMENT_VALUE_MATCH_RULE", element: "dropdown" }] });
    assertEquals(fault(cvv, "947", hubWith([cvv, "947"], [spec({ type: "dropdown" }), "947"])), "mismatch");
  });
  it("S-VALID-25, S-ELEM-04: one radio of a column is enough", () => {
    const radio = (name: string) => spec({ type: "radio", name, column: "plan" });
    assertEquals(fault(radio("a"), "", hubWith([radio("a"), ""], [radio("b"), "x"])), undefined);
    assertEquals(fault(radio("a"), "", hubWith([radio("a"), ""])), "empty");
  });
  it("S-FORMAT-01: dates are typed and read in each format", () => {
    const rows = [["YYYY/MM", "203912", "2039/12"], ["YY/MM", "3912", "39/12"], [
      "MM/YYYY",
      "122039",
      "12/2039",
    ]] as const;
    for (const [format, keys, shown] of rows) {
      const made = spec({ type: "EXPIRATION_DATE", format });
      let text = "";
      for (const key of keys) {
        const typed = text + key;
        text = tidyElement(made, { text: typed, caret: typed.length, previous: text, inputType: "insertText" }).text;
      }
      assertEquals(text, shown);
      assertEquals(textForRules(made, text), "12/39");
      assertEquals(settleElement(made, text), shown);
      assertEquals(fault(made, textForRules(made, text)), undefined);
    }
    assertEquals(settleElement(spec({ type: "EXPIRATION_YEAR", format: "YYYY" }), "39"), "2039");
  });
  it("S-VALID-24: masks take what the translation says, and literals never stand in the way of deleting", () => {
    const translation = { X: "[0-9]", Y: "[A-Z]" };
    const rows = [["12AB", "12-AB"], ["1", "1"], ["12-", "12"], ["12-A", "12-A"], ["x1y2zA!B", "12-AB"], [
      "12AB34",
      "12-AB",
    ]];
    for (const [typed = "", shown] of rows) assertEquals(applyPattern(typed, "XX-YY", translation), shown);
    assertEquals(applyPattern("(555)1234567", "(XXX) XXX-XXXX"), "(555) 123-4567");
  });
  for (
    const [what, [before, after, previous, inputType], shown] of [
      ["typing in the middle", ["59", "51-234", "551-234", "insertText"], "59|5-1234"],
      ["a full mask takes no more", ["5599", "-1234", "559-1234", "insertText"], "559|-1234"],
      ["a wrong sign changes nothing", ["55x", "9-1234", "559-1234", "insertText"], "55|9-1234"],
      ["backspace on a sign of the mask takes the digit before it", [
        "559",
        "1234",
        "559-1234",
        "deleteContentBackward",
      ], "55|1-234"],
      ["delete on a sign of the mask takes the digit behind it", [
        "559",
        "1234",
        "559-1234",
        "deleteContentForward",
      ], "559|-234"],
      ["delete of a digit", ["5", "9-1234", "559-1234", "deleteContentForward"], "5|91-234"],
      ["pasting with other separators", ["559 1234", "", "", "insertFromPaste"], "559-1234|"],
    ] as const
  ) {
    it(`the caret stays where the person edits a masked text: ${what}`, () => {
      const phone = spec({ type: "INPUT_FIELD", mask: "XXX-XXXX" });
      const { text, caret } = tidyElement(phone, { text: before + after, caret: before.length, previous, inputType });
      assertEquals(`${text.slice(0, caret)}|${text.slice(caret)}`, shown);
    });
  }
  it("a field that leaves its container is no longer asked", () => {
    const made = spec({ type: "PIN" });
    const hub = hubWith([made, "1234"]);
    const [member] = hub.members.values();
    assert(member !== undefined);
    hub.leave(member);
    assertEquals(hub.members.size, 0);
  });
  it("USERS_ASK 14: who is asked for all members waits for the last of them", async () => {
    const hub = hubWith([spec({ type: "PIN" }), "1234"]);
    let isGathered = false;
    const gathered = hub.gathered(2).then(() => isGathered = true);
    await Promise.resolve();
    assertEquals(isGathered, false);
    const [member] = hub.members.values();
    assert(member !== undefined);
    hub.join({ ...member, spec: spec({ type: "CVV" }) });
    assertEquals(await gathered, true);
  });
});
