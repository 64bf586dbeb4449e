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
const configured = {
  type: "configure",
  setup: { rows: [["CARD_NUMBER"]], texts: {}, looks, language: "en", direction: "ltr", cardIcon: true },
} as const satisfies ToFrameMessage;
const { label, placeholder, required, errors, inputs, labels, errorStyles } = spec;
const changes = { label, placeholder, required, errors, inputs, labels, errorStyles };
const TO_FRAME: readonly ToFrameMessage[] = [
  configured,
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

/** Every way to corrupt one message: an additional key, a missing key, a value of another type. */
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
    it(`the frame accepts ${message.type}, and no corrupted form of it`, () => {
      assertEquals(parseToFrame(structuredClone(message)), message);
      for (const wrong of spoilt(message)) {
        assertEquals(parseToFrame(wrong), undefined, JSON.stringify(wrong).slice(0, 200));
      }
    });
  }
  for (const message of FROM_FRAME) {
    it(`the page accepts ${message.type}, and no corrupted form of it`, () => {
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
  const text = (length: number) => "x".repeat(length);
  const list = <T>(length: number, item: T) => Array.from({ length }, () => item);
  const configure = (more: object) => ({ ...configured, setup: { ...configured.setup, ...more } });
  const texts = (more: object) => configure({ texts: { CVV: { label: "", placeholder: "", errors: {}, ...more } } });
  const group = (more: object) => ({ type: "group", setup: { ...setup, ...more } });
  const element = (more: object) => group({ elements: [{ ...spec, ...more }] });
  const rule = (more: object) => element({ rules: [{ type: "LENGTH_MATCH_RULE", ...more }] });
  const seal = (more: object) => ({ type: "seal", id: "1", count: 1, options: { tokens: true, ...more } });
  /** The largest size that passes, of texts in characters, of lists in items. */
  const limits: readonly (readonly [what: string, most: number, message: (size: number) => object])[] = [
    ["rows of a form", 12, (size) => configure({ rows: list(size, ["CVV"]) })],
    ["fields of a row", 12, (size) => configure({ rows: [list(size, "CVV")] })],
    ["language of a form", 35, (size) => configure({ language: text(size) })],
    ["field label", 200, (size) => texts({ label: text(size) })],
    ["field placeholder", 200, (size) => texts({ placeholder: text(size) })],
    ["hints", 2, (size) => texts({ hints: list(size, "x") })],
    ["hint", 200, (size) => texts({ hints: [text(size)] })],
    ["field error", 400, (size) => texts({ errors: { empty: text(size) } })],
    ["style name", 64, (size) => ({ type: "restyle", looks: { ...looks, errors: { [text(size)]: "red" } } })],
    ["style value", 256, (size) => ({ type: "restyle", looks: { ...looks, errors: { color: text(size) } } })],
    ["appearance of a form", 256, (size) => ({
      type: "restyle",
      looks: { ...looks, appearance: { colorText: text(size) } },
    })],
    ["question", 64, (size) => ({ type: "validate", id: text(size) })],
    ["holder", 256, (size) => ({ type: "collect", id: "1", holderReference: text(size) })],
    ["execution", 256, (size) => ({ type: "collect", id: "1", execution: text(size) })],
    ["networks", 8, (size) => ({ type: "networks", networks: list(size, "visa") })],
    ["network", 32, (size) => ({ type: "networks", networks: [text(size)] })],
    ["cleared name", 128, (size) => ({ type: "clear", name: text(size) })],
    ["container", 64, (size) => group({ containerId: text(size) })],
    ["layout", 100, (size) => group({ layout: list(size, 1) })],
    ["elements of a layout's row", 100, (size) => group({ layout: [size] })],
    ["elements", 100, (size) => group({ elements: list(size, spec) })],
    ["language of a group", 35, (size) => group({ language: text(size) })],
    ["appearance of a group", 256, (size) => group({ appearance: { colorText: text(size) } })],
    ["element name", 128, (size) => element({ name: text(size) })],
    ["table", 128, (size) => element({ table: text(size) })],
    ["column", 128, (size) => element({ column: text(size) })],
    ["element label", 400, (size) => element({ label: text(size) })],
    ["element placeholder", 400, (size) => element({ placeholder: text(size) })],
    ["error name", 20, (size) => element({ errors: { [text(size)]: "x" } })],
    ["element error", 400, (size) => element({ errors: { wrong: text(size) } })],
    ["format", 1000, (size) => element({ format: text(size) })],
    ["mask", 1000, (size) => element({ mask: text(size) })],
    ["translated character", 1, (size) => element({ translation: { [text(size)]: "x" } })],
    ["translation", 200, (size) => element({ translation: { x: text(size) } })],
    ["value", 1000, (size) => element({ value: text(size) })],
    ["choices", 500, (size) => element({ choices: list(size, { value: "a", text: "A" }) })],
    ["choice", 400, (size) => element({ choices: [{ value: text(size), text: "A" }] })],
    ["choice text", 400, (size) => element({ choices: [{ value: "a", text: text(size) }] })],
    ["record", 1000, (size) => element({ skyflowId: text(size) })],
    ["rules", 20, (size) => element({ rules: list(size, { type: "LENGTH_MATCH_RULE", max: 4 }) })],
    ["expression", 1000, (size) => rule({ source: text(size) })],
    ["flags", 1000, (size) => rule({ flags: text(size) })],
    ["least length", 1_000_000, (size) => rule({ min: size })],
    ["most length", 1_000_000, (size) => rule({ max: size })],
    ["compared element", 128, (size) => rule({ element: text(size) })],
    ["rule error", 400, (size) => rule({ error: text(size) })],
    ["updated name", 128, (size) => ({ type: "element_update", name: text(size), changes })],
    ["name of an error", 128, (size) => ({ type: "element_error", name: text(size) })],
    ["set error", 400, (size) => ({ type: "element_error", name: "pin", text: text(size) })],
    ["set value", 8000, (size) => ({ type: "element_value", name: "pin", value: text(size) })],
    ["checked elements", 100, (size) => ({ type: "element_check", id: "1", count: size })],
    ["refusal", 400, (size) => ({ type: "element_refused", text: text(size) })],
    ["sealed elements", 100, (size) => ({ ...seal({}), count: size })],
    ["holder of a seal", 256, (size) => seal({ holderReference: text(size) })],
    ["execution of a seal", 256, (size) => seal({ execution: text(size) })],
    ["records of a seal", 4000, (size) => seal({ records: text(size) })],
    ["upserted columns", 20, (size) => seal({ upsert: list(size, { table: "t", column: "c" }) })],
    ["upserted table", 128, (size) => seal({ upsert: [{ table: text(size), column: "c" }] })],
  ];
  for (const [what, most, message] of limits) {
    it(`the frame accepts ${what} up to ${most}`, () => {
      assertEquals(parseToFrame(message(most)), message(most) as ToFrameMessage);
      assertEquals(parseToFrame(message(most + 1)), undefined);
    });
  }
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
