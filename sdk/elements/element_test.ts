/** One element as merchants hold it: what it sends to its frame, what it reports, and what it refuses. */
import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Logger } from "../log/logger.ts";
import type { ToFrameMessage } from "../wire/frames.ts";
import { CollectElement } from "./element.ts";
import type { CollectElementOptions } from "./options.ts";

/** An element in a place that records what happens to it. */
function open(options: CollectElementOptions, { isDev = false } = {}) {
  const sent: ToFrameMessage[] = [];
  const happened: string[] = [];
  const warned: string[] = [];
  const place = {
    mount: (target: unknown) => void happened.push(`mount ${String(target)}`),
    unmount: () => void happened.push("unmount"),
    isMounted: () => happened.at(-1)?.startsWith("mount") ?? false,
    send: (message: ToFrameMessage) => void sent.push(message),
    focus: () => void happened.push("focus"),
  };
  const logger = { warn: (text: string) => void warned.push(text) } as Logger;
  const element = new CollectElement(options, {
    place,
    defaults: { warn() {} },
    logger,
    isDev,
    isElement: () => false,
  });
  return { element, sent, happened, warned };
}
const CARD = { type: "CARD_NUMBER" } as const;
const typed = {
  name: "card_number",
  elementType: "CARD_NUMBER",
  isRequired: true,
  isEmpty: false,
  isComplete: true,
  isValid: true,
  isFocused: true,
  value: "4242424242424242",
} as const;

describe("an element of a container", () => {
  it("tells its frame about errors, focus and a reset, by its name", () => {
    const { element, sent, happened } = open(CARD);
    element.setError("This card is blocked");
    element.resetError();
    element.reset();
    element.focus();
    const name = "card_number";
    assertEquals(sent, [
      { type: "element_error", name, text: "This card is blocked" },
      { type: "element_error", name },
      { type: "clear", name },
      { type: "element_focus", name },
    ]);
    assertEquals(happened, ["focus"]);
  });

  it("S-SEC-04: sets and clears values in DEV only, cut to 8,000 characters; elsewhere it warns and sends nothing", () => {
    const dev = open(CARD, { isDev: true });
    dev.element.setValue("4".repeat(8_001));
    dev.element.clearValue();
    assertEquals(dev.sent, [
      { type: "element_value", name: "card_number", value: "4".repeat(8_000) },
      { type: "element_value", name: "card_number", value: undefined },
    ]);
    const live = open(CARD);
    live.element.setValue("4242");
    live.element.clearValue();
    const warning = "card_number: values are set and cleared from the page in DEV only; nothing was changed";
    assertEquals([live.sent, live.warned, dev.warned], [[], [warning, warning], []]);
  });

  it("reports what its frame says to the event's listeners, until they are removed or the element is unmounted", () => {
    const { element, happened } = open(CARD);
    const empty = element.getState();
    assertEquals([empty.isEmpty, empty.isComplete, empty.isValid, empty.isFocused], [true, false, false, false]);
    assertEquals([empty.required, empty.bin, element.isValidElement()], [true, "", false]);
    const heard: unknown[] = [];
    const hear = ({ bin, isComplete }: { bin?: string; isComplete: boolean }) => heard.push([bin, isComplete]);
    assertEquals(element.on("CHANGE", hear) === element, true);
    element.receive("FOCUS", typed);
    element.receive("CHANGE", typed);
    assertEquals([heard, element.isValidElement()], [[["42424242", true]], true]);
    assertEquals(element.off("CHANGE", hear) === element, true);
    element.receive("CHANGE", typed);
    assertEquals(heard.length, 1);
    element.more = { cardSchemes: [] };
    assertEquals(element.getState().cardSchemes, []);
    element.unmount();
    assertEquals([element.getState(), happened], [empty, ["unmount"]]);
  });

  it("has a BIN only as a card number", () => {
    assertEquals("bin" in open({ type: "INPUT_FIELD", name: "city" }).element.getState(), false);
  });

  it("is mounted where its page says, and refuses a place that does not exist", () => {
    const { element, happened } = open(CARD);
    assertEquals([element.isMounted(), element.mount("#card") === element, element.isMounted()], [false, true, true]);
    for (const nowhere of [undefined, null, ""]) {
      assertThrows(() => element.mount(nowhere), Error, "card_number wasn't mounted");
    }
    assertEquals(happened, ["mount #card"]);
  });

  it("changes texts, styles and required, each for its frame; a refused change changes nothing", () => {
    const { element, sent, warned } = open(CARD);
    element.update({ label: "Card", required: false });
    element.setAttribute("placeholder", 4242);
    assertEquals([element.spec.label, element.spec.placeholder, element.spec.required], ["Card", "4242", false]);
    const changes = sent.map((message) => "changes" in message ? message.changes : undefined);
    assertEquals(changes.map((change) => change?.placeholder === "4242"), [false, true]);
    assertEquals(changes.map((change) => change?.label), ["Card", "Card"]);
    assertEquals(Object.keys(changes[0] ?? {}).toSorted(), [
      "errorStyles",
      "errors",
      "inputs",
      "label",
      "labels",
      "placeholder",
      "required",
    ]);
    assertThrows(() => element.update({ name: "other" }), Error, "name of card_number cannot be changed");
    assertThrows(() => element.update({ required: "yes" as unknown as boolean }), Error, "required");
    assertEquals([sent.length, warned, element.spec.required], [2, [], false]);
  });

  it("warns of changes to what is fixed at creation, and of unknown attributes", () => {
    const { element, sent, warned } = open(CARD);
    element.update({ name: "card_number", type: "CVV", table: "others", column: "number" });
    element.update({ table: "others" });
    element.setAttribute("value", "4242");
    assertEquals(warned, [
      "card_number: table,column cannot change once an element is made",
      "card_number: table cannot change once an element is made",
      "card_number: only label and placeholder are attributes; value was ignored",
    ]);
    assertEquals([element.type, element.spec.table, element.spec.column], ["CARD_NUMBER", "cards", "card_number"]);
    assertEquals(sent.length, 2);
  });

  it("says that it is created after listeners were added, two turns later", async () => {
    const { element } = open(CARD);
    const heard: string[] = [];
    await Promise.resolve();
    element.on("CREATED", () => heard.push("created"));
    await new Promise((done) => setTimeout(done));
    assertEquals(heard, ["created"]);
  });

  it("warns that a page cannot fill in a field by altText", () => {
    const { warn } = console;
    const said: unknown[] = [];
    console.warn = (...parts: unknown[]) => void said.push(parts.join(" "));
    try {
      open({ ...CARD, altText: "4242" });
      open(CARD);
    } finally {
      console.warn = warn;
    }
    assertEquals(said.length, 1);
    assertEquals(String(said[0]).includes("altText of card_number has no effect"), true);
  });
});
