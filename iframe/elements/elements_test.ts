/** Rules, masks and formats of elements. A page's own rules cannot reveal a card. */
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { ElementSpec, WireRule } from "../../sdk/wire/elements.ts";
import { detectBrand, digitsOf } from "../../sdk/card/detect.ts";
import { binOf } from "../../sdk/card/redact.ts";
import { elementFault } from "./element_rules.ts";
import { formatElement, textForRules, tidyElement } from "./element_typing.ts";
import { Hub } from "./hub.ts";
import { applyPattern } from "./pattern_mask.ts";
import { hubWith } from "../testing/hub_with.ts";

const NUMBER = "4929183756021238";

function spec(more: Partial<ElementSpec> & Pick<ElementSpec, "type">): ElementSpec {
  const words = { name: more.type, table: "cards", column: more.type, label: "", placeholder: "" };
  const rest = { required: true, cardIcon: true, rules: [], errors: {}, inputs: {}, labels: {}, errorStyles: {} };
  return { ...words, ...rest, ...more };
}

interface Field {
  readonly hub?: Hub;
  readonly shown?: string;
  readonly isOpen?: boolean;
}

/** The page knows the digits of a number that events report. */
function whole(
  made: ElementSpec,
  text: string,
  { hub = hubWith([made, text]), shown = text, isOpen = false }: Field = {},
) {
  const digits = digitsOf(text);
  return elementFault({ spec: made, text, shown, hub, isOpen, bin: () => binOf(digits, detectBrand(digits)) });
}

const fault = (made: ElementSpec, text: string, hub?: Hub) => whole(made, text, hub && { hub })?.name;
const regex = (source: string): WireRule => ({ type: "REGEX_MATCH_RULE", source });

describe("elements", () => {
  it("S-VALID-02: a card field is valid only when it has a value and the value is right", () => {
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
  it("an expiry in any format takes full-width and Arabic-Indic digits, typed or pasted", () => {
    const year = "\u0662\u0660\u0662\u0669";
    for (const [format, text] of [["YYYY/MM", `${year}\u0661\u0662`], ["MM/YYYY", `\u0661\u0662${year}`]] as const) {
      const date = spec({ type: "EXPIRATION_DATE", format });
      for (const inputType of ["insertText", "insertFromPaste"]) {
        const typed = { text, caret: 6, previous: text.slice(0, 5), inputType };
        assertEquals(tidyElement(date, typed).text, format === "YYYY/MM" ? "2029/12" : "12/2029");
      }
    }
  });
  it("S-VALID-01: for a secret, an expression sees repeated digits and both sequences, whatever was typed", () => {
    const accepts = (source: string, text: string) =>
      fault(spec({ type: "PIN", required: false, rules: [regex(source)] }), text) === undefined;
    const seen = ["0000", "5555", "9999", "0123", "9876"];
    for (const typed of ["4711", "1234"]) {
      assertEquals(seen.filter((digits) => !accepts(`^${digits}$`, typed)), [], typed);
      assertEquals([typed, "1234", "3210"].filter((digits) => accepts(`^${digits}$`, typed)), [], typed);
    }
    assertEquals(accepts("^012345678901$", "471147114711"), true);
  });
  it("S-VALID-01: regular expression, length and match rules", () => {
    const city = (rule: WireRule) => spec({ type: "INPUT_FIELD", rules: [rule] });
    assertEquals(fault(city(regex("^[A-Z]")), "oslo"), "wrong");
    assertEquals(fault(city(regex("^[A-Z]")), "Oslo"), undefined);
    assertEquals(fault(city({ type: "LENGTH_MATCH_RULE", min: 5 }), "Oslo"), "wrong");
    assertEquals(fault(city({ type: "LENGTH_MATCH_RULE", max: 3 }), "Oslo"), "wrong");
    assertEquals(fault(city({ type: "LENGTH_MATCH_RULE", min: 4, max: 4 }), "Oslo"), undefined);
    // An expression is always tried from the start of the text, wherever an earlier use of it ended.
    assertEquals(fault(city({ ...regex("lo$"), flags: "y" }), "Oslo"), undefined);
    assertEquals(fault(city({ ...regex("^os"), flags: "i" }), "Oslo"), undefined);
    const match = city({ type: "ELEMENT_VALUE_MATCH_RULE", element: "PIN" });
    const town = spec({ type: "INPUT_FIELD", name: "PIN" });
    assertEquals(fault(match, "Oslo", hubWith([town, "Oslo"])), undefined);
    assertEquals(fault(match, "Oslo", hubWith([town, "Bergen"])), "mismatch");
    assertEquals(fault(match, "Oslo", hubWith()), "mismatch");
  });
  it("SECURITY X3: an expression is not given text of a wrong length, or of more than 1,000 characters", () => {
    const slow = { ...regex("^(\\w+\\s?)*$"), error: "slow" };
    const short: WireRule = { type: "LENGTH_MATCH_RULE", max: 20, error: "short" };
    const told = (rules: readonly WireRule[], text: string) => whole(spec({ type: "textarea", rules }), text)?.text;
    const sentence = "a sentence of words!";
    assertEquals([told([slow, short], sentence), told([slow, short], `${sentence}!`)], ["slow", "short"]);
    const any = { ...regex("."), error: "long" };
    assertEquals([told([any], "a".repeat(1000)), told([any], "a".repeat(1001))], [undefined, "long"]);
  });
  it("S-VALID-01, S-SEC-05: an expression gives the same result for all hidden digits", () => {
    const numbers = [NUMBER, "4929183780021238"];
    const sources = [...NUMBER].map((_, index) => `^${NUMBER.slice(0, index + 1)}`);
    for (const source of [...sources, "238$", "(.)\\1", "^\\d{8}5602", "[02468]$"]) {
      const [one, other] = numbers.map((number) =>
        whole(spec({ type: "CARD_NUMBER", rules: [regex(source)] }), number)
      );
      assertEquals(one, other, source);
    }
    const sure = fault(spec({ type: "CARD_NUMBER", rules: [regex("^4929")] }), NUMBER);
    assertEquals([sure, fault(spec({ type: "CARD_NUMBER", rules: [regex("^5")] }), NUMBER)], [undefined, "wrong"]);
    for (const type of ["CVV", "PIN"] as const) {
      for (const source of ["^9", "^94", "947", "[13579]$", "^(?!9)"]) {
        const made = spec({ type, rules: [regex(source)] });
        const [one, other] = ["947", "312"].map((text) => whole(made, type === "PIN" ? `${text}0` : text));
        assertEquals(one, other, source);
      }
    }
  });
  it("S-VALID-01: no common expression locks a shopper out; one that refuses all digits says so", () => {
    const passes = (type: "CVV" | "PIN" | "CARD_NUMBER", text: string, source: string) =>
      assertEquals(fault(spec({ type, rules: [regex(source)] }), text), undefined, source);
    for (const source of ["^\\d{3}$", "^[1-9]", "^(?!000)\\d{3}$", "^9", "[02468]$"]) passes("CVV", "047", source);
    for (const source of ["^\\d{6}$", "^(?!(.)\\1*$)", "^(?!0123|1234)", "^[^0]"]) passes("PIN", "000000", source);
    for (const source of ["^4", "^\\d{16}$", "^\\d{4}( \\d{4}){3}$", "^49291837\\d+$", "[1-9]$"]) {
      passes("CARD_NUMBER", NUMBER, source);
    }
    const rule = regex("^\\D");
    assertEquals(whole(spec({ type: "CVV", rules: [rule] }), "947"), {
      name: "wrong",
      text: undefined,
      refusing: rule,
    });
    assertEquals(whole(spec({ type: "INPUT_FIELD", rules: [rule] }), "9")?.refusing, undefined);
  });
  it("S-VALID-01: expressions see expiry, month, year and name as shown in the field", () => {
    const rows = [
      ["EXPIRATION_MONTH", "12", "12", "^1[0-2]$"],
      ["EXPIRATION_YEAR", "2039", "2039", "^20[23]\\d$"],
      ["EXPIRATION_DATE", "12/39", "12/2039", "^\\d\\d/2039$"],
      ["CARDHOLDER_NAME", "Ada Test", "Ada Test", "^Ada "],
    ] as const;
    for (const [type, text, shown, source] of rows) {
      assertEquals(whole(spec({ type, rules: [regex(source)] }), text, { shown }), undefined, type);
      const denied = `(?!${source})^`;
      assertEquals(whole(spec({ type, rules: [regex(denied)] }), text, { shown })?.name, "wrong", type);
    }
  });
  it("SECURITY X1: a secret is compared only with a field of its own type, and a choice that the page made with none", () => {
    const rule: WireRule = { type: "ELEMENT_VALUE_MATCH_RULE", element: "other" };
    const told = (type: ElementSpec["type"], other: ElementSpec["type"], text: string) => {
      const made = spec({ type, rules: [rule] });
      return fault(made, text, hubWith([made, text], [spec({ type: other, name: "other" }), text]));
    };
    assertEquals([told("CVV", "CVV", "947"), told("PIN", "PIN", "9471")], [undefined, undefined]);
    assertEquals(told("INPUT_FIELD", "textarea", "Oslo"), undefined);
    for (const other of ["INPUT_FIELD", "dropdown", "radio", "checkbox", "PIN"] as const) {
      assertEquals([told("CVV", other, "947"), told(other, "CVV", "9471")], ["mismatch", "mismatch"], other);
    }
    assertEquals(told("dropdown", "INPUT_FIELD", "x"), "mismatch");
  });
  it("SECURITY X1: a partial number is incomplete, whatever its check digit says", () => {
    const number = spec({ type: "CARD_NUMBER" });
    for (const text of ["4222222222222", "4222222222223"]) {
      assertEquals(whole(number, text, { isOpen: true })?.name, "incomplete");
    }
    assertEquals([fault(number, "4222222222222"), fault(number, "4222222222223")], [undefined, "wrong"]);
  });
  it("S-VALID-25, S-ELEM-04: one radio of a table's column is enough", () => {
    const radio = (name: string) => spec({ type: "radio", name, column: "plan" });
    assertEquals(fault(radio("a"), "", hubWith([radio("a"), ""], [radio("b"), "x"])), undefined);
    assertEquals(fault(radio("a"), "", hubWith([radio("a"), ""])), "empty");
    for (const other of [{ ...radio("b"), table: "gifts" }, { ...radio("b"), skyflowId: "another record" }]) {
      assertEquals(fault(radio("a"), "", hubWith([radio("a"), ""], [other, "x"])), "empty");
    }
  });
  it("S-FORMAT-01: dates are formatted and read in each format", () => {
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
      assertEquals(formatElement(made, text), shown);
      assertEquals(fault(made, textForRules(made, text)), undefined);
    }
    assertEquals(formatElement(spec({ type: "EXPIRATION_YEAR", format: "YYYY" }), "39"), "2039");
  });
  it("S-FORMAT-04: a number has hyphens with their format, where expressions see them, too, and spaces without it", () => {
    const rows = [["XXXX-XXXX-XXXX-XXXX", "4242-4", undefined], [undefined, "4242 4", "wrong"]] as const;
    for (const [format, shown, found] of rows) {
      const number = spec({ type: "CARD_NUMBER", format, rules: [regex("^\\d{4}(-\\d{4}){3}$")] });
      const typed = { text: "42424", caret: 5, previous: "4242", inputType: "insertText" };
      assertEquals(tidyElement(number, typed).text, shown);
      assertEquals(fault(number, NUMBER), found);
    }
  });
  it("S-VALID-24: masks accept what the translation allows, and literals never block deleting", () => {
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
    it(`the caret stays at the edited place of a masked text: ${what}`, () => {
      const phone = spec({ type: "INPUT_FIELD", mask: "XXX-XXXX" });
      const { text, caret } = tidyElement(phone, { text: before + after, caret: before.length, previous, inputType });
      assertEquals(`${text.slice(0, caret)}|${text.slice(caret)}`, shown);
    });
  }
  it("S-ELEM-04: an empty required field counts the other fields of its column", () => {
    class Asked {
      readonly spec = spec({ type: "INPUT_FIELD" });
      readonly #text = "";
      text() {
        return this.#text;
      }
      isBlocking = () => false;
      quiet = () => Promise.resolve();
      judge = () => {};
      refresh = () => {};
      follow = () => {};
      uncheck = () => {};
    }
    const hub = new Hub();
    hub.join(new Asked());
    assertEquals(hub.isFilled(spec({ type: "INPUT_FIELD" })), false);
  });
  it("a removed field does not remove another one of its name", () => {
    const hub = hubWith([spec({ type: "PIN" }), "1234"]);
    const [before] = hub.members.values();
    assert(before !== undefined);
    hub.join({ ...before });
    hub.leave(before);
    assertEquals(hub.members.size, 1);
  });
  it("a field that has left its container is no longer validated", () => {
    const made = spec({ type: "PIN" });
    const hub = hubWith([made, "1234"]);
    const [member] = hub.members.values();
    assert(member !== undefined);
    hub.leave(member);
    assertEquals(hub.members.size, 0);
  });
  it("waits until the container's last member has joined", async () => {
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
