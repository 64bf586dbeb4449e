/** No malformed message passes between page and frame. */
import fc from "fast-check";
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { ElementSpec, GroupSetup } from "./elements.ts";
import type { FromFrameMessage, ToFrameMessage } from "./frames.ts";
import { parseFromForm } from "./from_frame/form.ts";
import { parseFromGroup } from "./from_frame/group.ts";
import { parseHello } from "./hello.ts";
import { parseToForm } from "./to_form.ts";
import { parseToGroup } from "./to_group.ts";

const parseFromFrame = (data: unknown) => parseFromForm(data) ?? parseFromGroup(data);
const parseToFrame = (data: unknown) => parseToForm(data) ?? parseToGroup(data);

const looks = { appearance: {}, inputs: {}, labels: {}, errors: {} };
const spec: ElementSpec = {
  name: "pin",
  type: "PIN",
  table: "cards",
  column: "pin",
  label: "PIN",
  placeholder: "",
  required: true,
  cardIcon: true,
  rules: [{ type: "LENGTH_MATCH_RULE", min: 4 }],
  errors: { wrong: "No." },
  inputs: { base: { color: "red" } },
  labels: {},
  errorStyles: {},
};
const setup: GroupSetup = {
  containerId: "c",
  role: "composable",
  layout: [1],
  elements: [spec],
  rowStyles: {},
  errorStyles: {},
  language: "en",
  direction: "ltr",
  scheme: "light",
  isDev: false,
};
const { label, placeholder, required, errors, inputs, labels, errorStyles } = spec;
const changes = { label, placeholder, required, errors, inputs, labels, errorStyles };
const TO_FRAME: readonly ToFrameMessage[] = [
  {
    type: "configure",
    setup: { rows: [["CARD_NUMBER"]], texts: {}, looks, language: "en", direction: "ltr", cardIcon: true },
  },
  { type: "restyle", looks },
  {
    type: "retext",
    texts: { CVV: { label: "Code", placeholder: "", errors: { empty: "x" } } },
    language: "de",
    direction: "ltr",
  },
  { type: "validate", id: "1" },
  { type: "focus" },
  { type: "lock", locked: true },
  { type: "collect", id: "1", holderReference: "h1" },
  { type: "networks", networks: [] },
  { type: "networks", networks: ["cartesbancaires", "visa"] },
  { type: "clear" },
  { type: "clear", name: "pin" },
  { type: "group", setup },
  { type: "group", setup: { ...setup, appearance: { colorText: "#222", borderRadius: "0px" } } },
  {
    type: "element_restyle",
    looks: { language: "ar", direction: "rtl", scheme: "dark", appearance: { colorText: "#222" } },
  },
  { type: "element_restyle", looks: { language: "en", direction: "ltr", scheme: "light" } },
  { type: "join" },
  { type: "element_update", name: "pin", changes },
  { type: "element_error", name: "pin", text: "Wrong." },
  { type: "element_value", name: "pin", value: "1234" },
  { type: "element_focus", name: "pin" },
  { type: "element_check", id: "1", count: 4 },
  { type: "element_refused", text: "Nothing was stored." },
  { type: "seal", id: "1", count: 4, options: { tokens: true, upsert: [{ table: "cards", column: "card_number" }] } },
];
const flags = { isEmpty: false, isComplete: true, isValid: true, isFocused: false };
const form = { isValid: true, brand: "VISA", bin: "49291837", fields: { CARD_NUMBER: flags } } as const;
const FROM_FRAME: readonly FromFrameMessage[] = [
  { type: "ready", nonce: "n" },
  { type: "event", name: "CHANGE", field: "CARD_NUMBER", form },
  { type: "height", heightPx: 10 },
  { type: "validated", id: "1", faults: { CVV: "empty" } },
  { type: "collected", id: "1", encryptedData: "a.b.c.d.e" },
  { type: "collect_failed", id: "1", reason: "invalid" },
  {
    type: "element",
    name: "CHANGE",
    state: { name: "pin", elementType: "PIN", ...flags, isRequired: true, value: "", network: "visa" },
  },
  { type: "element_checked", id: "1", invalid: ["pin"] },
  { type: "log", level: "WARN", text: "x" },
];

const OPTIONAL = [
  "collect.holderReference",
  "focus.field",
  "clear.name",
  "element_error.text",
  "element_value.value",
];

/** Every way to spoil one message: an additional key, a missing key, a value of another type. */
function spoilt(message: object): unknown[] {
  const keys = Object.keys(message);
  const required = keys.filter((key) => !OPTIONAL.includes(`${Reflect.get(message, "type")}.${key}`));
  return [
    { ...message, extra: 1 },
    [message],
    JSON.stringify(message),
    ...required.map((key) => Object.fromEntries(Object.entries(message).filter(([name]) => name !== key))),
    ...keys.flatMap((key) =>
      [null, 7.5e9, { a: 1 }, "\u0000".repeat(10_000)].map((value) => ({ ...message, [key]: value }))
    ),
  ];
}

describe("frame protocol", () => {
  for (const message of TO_FRAME) {
    it(`the frame accepts ${message.type}, and no spoilt form of it`, () => {
      assertEquals(parseToFrame(structuredClone(message)), message);
      for (const wrong of spoilt(message)) {
        assertEquals(parseToFrame(wrong), undefined, JSON.stringify(wrong).slice(0, 200));
      }
    });
  }
  for (const message of FROM_FRAME) {
    it(`the page accepts ${message.type}, and no spoilt form of it`, () => {
      assertEquals(parseFromFrame(structuredClone(message)), message);
      for (const wrong of spoilt(message)) {
        assertEquals(parseFromFrame(wrong), undefined, JSON.stringify(wrong).slice(0, 200));
      }
    });
  }
  it("SECURITY S4: events of the card form have at most the first 8 digits, and a sealed card has none", () => {
    const event = { type: "event", name: "CHANGE", field: "CARD_NUMBER" };
    for (const bin of ["492918375", "4929 183", "49291837x"]) {
      assertEquals(parseFromFrame({ ...event, form: { ...form, bin } }), undefined, bin);
    }
    const collected = { type: "collected", id: "1", encryptedData: "x" };
    for (const more of [{ bin: "49291837" }, { lastFour: "1234" }]) {
      assertEquals(parseFromFrame({ ...collected, ...more }), undefined);
    }
  });
  it("SECURITY X1: an update has texts and styles; name, type, place and rules are fixed at creation", () => {
    const update = { type: "element_update", name: "pin" };
    assert(parseToFrame({ ...update, changes }) !== undefined);
    for (const [key, value] of Object.entries(spec)) {
      if (key in changes) continue;
      assertEquals(parseToFrame({ ...update, changes: { ...changes, [key]: value } }), undefined, key);
    }
    assertEquals(parseToFrame({ type: "element_update", spec }), undefined);
  });
  it("S-VALID-01: an element has at most three regular expressions", () => {
    const rules = (count: number): GroupSetup["elements"][number]["rules"] => [
      ...Array.from({ length: count }, () => ({ type: "REGEX_MATCH_RULE", source: "^1" }) as const),
      { type: "LENGTH_MATCH_RULE", max: 4 },
    ];
    const made = (count: number) =>
      parseToFrame({ type: "group", setup: { ...setup, elements: [{ ...spec, rules: rules(count) }] } });
    assert(made(3) !== undefined);
    assertEquals(made(4), undefined);
  });
  it("the hello needs version and nonce", () => {
    const hello = { type: "trustcheck:hello", version: 1, nonce: "n" };
    assert(parseHello(hello) !== undefined);
    for (const wrong of [...spoilt(hello), { ...hello, version: 2 }, { ...hello, version: "1" }]) {
      assertEquals(parseHello(wrong), undefined);
    }
  });
  it("any value is either a message or nothing, and never throws", () => {
    const seeds = fc.constantFrom(...TO_FRAME, ...FROM_FRAME);
    fc.assert(
      fc.property(seeds, fc.object({ withNullPrototype: true }), (message, noise) => {
        parseToFrame({ ...message, ...noise });
        parseFromFrame({ ...message, ...noise });
        assertEquals(parseToFrame(noise), undefined);
        assertEquals(parseFromFrame(noise), undefined);
      }),
      { numRuns: 500 },
    );
  });
});
