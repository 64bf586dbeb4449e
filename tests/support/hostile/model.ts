/** Random messages of a hostile page to the card frames while a shopper types, for a model-based test. */
import * as fc from "fast-check";
import { passesLuhn } from "../../../sdk/card/luhn.ts";
import { type ElementSpec, type GroupSetup, VAULT_ELEMENT_TYPES, type WireRule } from "../../../sdk/wire/elements.ts";
import { ELEMENT_TYPES, type FormSetup, FRAME_BRANDS, type ToFrameMessage } from "../../../sdk/wire/frames.ts";
import { changesOf, groupOf, specOf } from "./frame_talk.ts";

/** Text that a shopper types, by field type; the same for every other field. */
export interface Secrets {
  readonly CARD_NUMBER: string;
  readonly CVV: string;
  readonly PIN: string;
}

/** Two shoppers whose cards have the same first and last digits. */
export interface SecretPair {
  readonly one: Secrets;
  readonly other: Secrets;
}

export type Step =
  /** Key presses of the shopper into the field at this position; "\b" deletes the last character. */
  | { readonly does: "type"; readonly frame: number; readonly field: number; readonly keys: number }
  | { readonly does: "erase"; readonly frame: number; readonly field: number; readonly keys: number }
  | { readonly does: "leave"; readonly frame: number; readonly field: number }
  | { readonly does: "say"; readonly frame: number; readonly message: object }
  /** The frame is removed and another one replaces it. */
  | { readonly does: "again"; readonly frame: number; readonly setup: ToFrameMessage }
  | { readonly does: "settle" };

export interface HostileScenario {
  readonly pair: SecretPair;
  readonly setups: readonly ToFrameMessage[];
  readonly steps: readonly Step[];
}

const BRANDS = [
  { start: "49291837", hidden: 4, end: "1238", code: 3 },
  { start: "52839614", hidden: 4, end: "8379", code: 3 },
  { start: "371449", hidden: 5, end: "8431", code: 4 },
  { start: "62172345", hidden: 7, end: "1238", code: 3 },
  { start: "36070512", hidden: 2, end: "1238", code: 3 },
] as const;

const digits = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count })
    .map((all) => all.join(""));

/** Any hidden digits that make the number valid. */
function numbersOf({ start, hidden, end }: (typeof BRANDS)[number]): fc.Arbitrary<string> {
  return digits(hidden - 1).chain((most) => {
    const fitting = [..."0123456789"].map((last) => `${start}${most}${last}${end}`).filter(passesLuhn);
    return fc.constantFrom(...fitting);
  });
}

const SECRET_PAIRS: fc.Arbitrary<SecretPair> = fc.constantFrom(...BRANDS).chain((brand) => {
  const secrets = fc.record({ CARD_NUMBER: numbersOf(brand), CVV: digits(brand.code), PIN: digits(6) });
  return fc.record({ one: secrets, other: secrets });
});

const NAMES = ["a", "b", "c"] as const;
const LONG = "A sentence that needs more than one line of a narrow frame. ".repeat(4);

/** Expressions that match one of the two cards and ask whether it is this one. */
function rulesAbout({ one, other }: SecretPair): fc.Arbitrary<WireRule> {
  const texts = [one, other].flatMap(({ CARD_NUMBER, CVV, PIN }) => [
    ...[CARD_NUMBER, CVV, PIN],
    ...[9, 10, 11, 12].map((length) => CARD_NUMBER.slice(0, length)),
    ...[CVV.slice(0, 1), CVV.slice(0, 2), PIN.slice(0, 1), PIN.slice(0, 4)],
  ]);
  const sources = [
    ...texts.map((text) => `^${[...text].join(" ?")}`),
    ...texts.map((text) => `(?!^${text})^`),
    ...["", "^\\d+$", "\\S", "^$", "[13579]$", "(.)\\1", "^12", "39$"],
  ];
  return fc.oneof(
    fc.constantFrom(...sources).map((source): WireRule => ({ type: "REGEX_MATCH_RULE", source, error: LONG })),
    fc.record({ min: fc.nat(20), max: fc.nat(20) }).map((range): WireRule => ({ type: "LENGTH_MATCH_RULE", ...range })),
    fc.constantFrom(...NAMES).map((element): WireRule => ({ type: "ELEMENT_VALUE_MATCH_RULE", element })),
  );
}

const CSS = fc.constantFrom({}, { height: "90px" }, { padding: "40px" }, { fontSize: "40px" }, { width: "40px" });

function specs(pair: SecretPair): fc.Arbitrary<ElementSpec> {
  const choices = [one(pair), two(pair), "12"].map((value) => ({ value, text: value }));
  return fc.record({
    name: fc.constantFrom(...NAMES),
    type: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom("CARD_NUMBER", "CVV", "PIN") },
      fc.constantFrom(...VAULT_ELEMENT_TYPES),
    ),
    column: fc.constantFrom(...NAMES),
    required: fc.boolean(),
    format: fc.constantFrom(undefined, "XXXX-XXXX-XXXX-XXXX", "MM/YYYY", "YYYY"),
    mask: fc.constantFrom(undefined, "XXXX", "1XX"),
    rules: fc.array(rulesAbout(pair), { maxLength: 3 }),
    errors: fc.constantFrom({}, { wrong: LONG, incomplete: "x", mismatch: LONG, default: "y" }),
    inputs: fc.record({ base: CSS, complete: CSS, invalid: CSS, empty: CSS }),
    labels: fc.record({ complete: CSS, invalid: CSS }),
    errorStyles: CSS,
  }).map((more): ElementSpec => specOf({ ...more, choices, value: more.column }));
}

const one = ({ one }: SecretPair) => one.CVV;
const two = ({ other }: SecretPair) => other.PIN;

function groups(pair: SecretPair): fc.Arbitrary<GroupSetup> {
  return fc.record({
    elements: fc.array(specs(pair), { minLength: 1, maxLength: 3 }),
    containerId: fc.constantFrom("c1", "c2"),
    role: fc.constantFrom("composable", "element", "controller"),
    isDev: fc.boolean(),
  }).map(({ elements, ...more }) => groupOf(elements, more));
}

const FORMS: fc.Arbitrary<FormSetup> = fc.record({
  rows: fc.constantFrom(
    [["CARD_NUMBER"], ["EXPIRATION_DATE", "CVV"]],
    [["CARD_NUMBER", "CVV"]],
    [["CARDHOLDER_NAME"], ["CARD_NUMBER"], ["EXPIRATION_MONTH", "EXPIRATION_YEAR", "CVV"]],
    [["CVV"]],
  ),
  brand: fc.constantFrom(undefined, ...FRAME_BRANDS),
  cardIcon: fc.boolean(),
}).map((more): FormSetup => ({
  ...more,
  texts: textsOf("x"),
  looks: { appearance: {}, inputs: {}, labels: {}, errors: {} },
  language: "en",
  direction: "ltr",
}));

function textsOf(wrong: string): FormSetup["texts"] {
  return Object.fromEntries(
    ELEMENT_TYPES.map((type) => [type, { label: type, placeholder: "", errors: { wrong, incomplete: wrong + wrong } }]),
  );
}

const ID = fc.constantFrom("1", "2", "3");
const COUNT = fc.constantFrom(1, 1, 2, 3, 5);

function groupMessages(pair: SecretPair): fc.Arbitrary<object> {
  const name = fc.constantFrom(...NAMES);
  const text = fc.constantFrom(undefined, "", LONG);
  return fc.oneof(
    fc.constant({ type: "join" }),
    // Outdated forms of the protocol, and messages with extra fields.
    specs(pair).map((spec) => ({ type: "element_update", spec })),
    fc.record({ name, spec: specs(pair), isWhole: fc.boolean() }).map(({ name, spec, isWhole }) => {
      return { type: "element_update", name, changes: isWhole ? spec : changesOf(spec) };
    }),
    fc.record({ name, text }).map((more) => ({ type: "element_error", ...more })),
    fc.record({ name, value: fc.constantFrom(undefined, one(pair), two(pair)) })
      .map((more) => ({ type: "element_value", ...more })),
    name.map((field) => ({ type: "element_focus", name: field })),
    { weight: 3, arbitrary: fc.record({ id: ID, count: COUNT }).map((more) => ({ type: "element_check", ...more })) },
    {
      weight: 2,
      arbitrary: fc.record({ id: ID, count: COUNT, tokens: fc.boolean() })
        .map(({ tokens, ...more }) => ({ type: "seal", ...more, options: { tokens } })),
    },
    fc.record({ name: fc.option(name, { nil: undefined }) }).map((more) => ({ type: "clear", ...more })),
    groups(pair).map((setup) => ({ type: "group", setup })),
  );
}

const FORM_MESSAGES: fc.Arbitrary<object> = fc.oneof(
  { weight: 2, arbitrary: ID.map((id) => ({ type: "validate", id })) },
  { weight: 2, arbitrary: ID.map((id) => ({ type: "collect", id })) },
  fc.constantFrom(...ELEMENT_TYPES, undefined).map((field) => ({ type: "focus", field })),
  fc.boolean().map((locked) => ({ type: "lock", locked })),
  fc.constantFrom([], ["visa"], ["visa", "cartesbancaires"]).map((networks) => ({ type: "networks", networks })),
  fc.constantFrom("", LONG, LONG + LONG).map((wrong) => ({ type: "retext", texts: textsOf(wrong) })),
  CSS.map((css) => ({
    type: "restyle",
    looks: { appearance: {}, inputs: { all: { complete: css, invalid: css } }, labels: {}, errors: css },
  })),
  fc.constant({ type: "clear" }),
  FORMS.map((setup) => ({ type: "configure", setup })),
);

function steps(pair: SecretPair, kind: "form" | "group"): fc.Arbitrary<Step> {
  const frame = fc.nat(2);
  const place = { frame, field: fc.nat(2) };
  const setup = setupOf(pair, kind);
  return fc.oneof(
    { weight: 8, arbitrary: fc.record({ does: fc.constant("type"), ...place, keys: fc.integer({ min: 1, max: 19 }) }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant("erase"), ...place, keys: fc.integer({ min: 1, max: 4 }) }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant("leave"), ...place }) },
    {
      weight: 10,
      arbitrary: fc.record({
        does: fc.constant("say"),
        frame,
        message: kind === "form" ? FORM_MESSAGES : groupMessages(pair),
      }),
    },
    { weight: 1, arbitrary: fc.record({ does: fc.constant("again"), frame, setup }) },
    { weight: 2, arbitrary: fc.constant({ does: "settle" as const }) },
  );
}

function setupOf(pair: SecretPair, kind: "form" | "group"): fc.Arbitrary<ToFrameMessage> {
  return kind === "form"
    ? FORMS.map((setup) => ({ type: "configure", setup }))
    : groups(pair).map((setup) => ({ type: "group", setup }));
}

/** At the end the first frame is asked for what it knows: a random page may never have asked. */
const LAST: Readonly<Record<"form" | "group", readonly Step[]>> = {
  form: [{ does: "say", frame: 0, message: { type: "validate", id: "last" } }],
  group: [1, 2, 3].map((count): Step => ({
    does: "say",
    frame: 0,
    message: { type: "element_check", id: `last ${count}`, count },
  })),
};

export const HOSTILE_SCENARIOS: fc.Arbitrary<HostileScenario> = SECRET_PAIRS.chain((pair) =>
  fc.constantFrom("form", "group", "group").chain((kind) =>
    fc.record({
      pair: fc.constant(pair),
      setups: fc.array(setupOf(pair, kind), { minLength: 1, maxLength: kind === "form" ? 1 : 3 }),
      steps: fc.array(steps(pair, kind), { minLength: 5, maxLength: 25 }).map((all) => [...all, ...LAST[kind]]),
    })
  )
);

/** The text of every field that is not secret. */
const PLAIN: Readonly<Record<string, string>> = {
  CARDHOLDER_NAME: "Ada Test",
  EXPIRATION_DATE: "1239",
  EXPIRATION_MONTH: "12",
  EXPIRATION_YEAR: "39",
};

export function textOf(type: string, secrets: Secrets): string {
  const secret = new Map(Object.entries(secrets)).get(type);
  return secret ?? PLAIN[type] ?? "Oslo";
}
