/** Mistakes in what methods take besides options: the names of events, values, calls and payment methods. */
import {
  type ElementEventName,
  ElementType,
  type Operations,
  PAYMENT_METHOD_CODES,
  type PayrailsEventName,
  type Queries,
} from "../mod.ts";
import { advise, shown } from "./advise.ts";
import { insteadOf } from "./check_options.ts";

const CLIENT_EVENTS = Object.keys(
  {
    ...{ success: true, pending: true, failed: true, buttonClicked: true, requestStart: true, actionRequired: true },
    ...{ sessionExpired: true, deliveryAddressChanged: true },
  } satisfies Record<PayrailsEventName, true>,
);
const ELEMENT_EVENTS = Object.keys(
  {
    ...{ change: true, focus: true, blur: true, ready: true, error: true, validate: true, stateChanged: true },
    ...{ saveInstrumentCheckboxChanged: true, preferredSchemeChanged: true, billingAddressChanged: true },
    paymentOptionSelected: true,
  } satisfies Record<ElementEventName, true>,
);
const KEYS = Object.keys(
  {
    ...{ holderReference: true, amount: true, executionId: true, binLookup: true, instrumentDelete: true },
    ...{ instrumentUpdate: true, paymentMethodConfig: true, paymentMethodInstruments: true },
  } satisfies Record<keyof Queries, true>,
);
const OPERATIONS = Object.keys(
  { deleteInstrument: true, updateInstrument: true, payout: true } satisfies Record<keyof Operations, true>,
);

type Arguments = readonly unknown[];

/** Methods of the client, each with the check of its arguments. */
export const CALLS: Readonly<Record<string, (args: Arguments) => void>> = {
  on: (args) => checkListener("client.on", CLIENT_EVENTS, args),
  query: ([key]) => checkWord("query", key, KEYS),
  getStoredInstrumentsByPaymentMethod: ([code]) =>
    checkWord("getStoredInstrumentsByPaymentMethod", code, Object.values(PAYMENT_METHOD_CODES)),
  api: ([call]) => {
    if (isObject(call)) checkWord("api", call.operation, OPERATIONS);
    else needObject("api", call, "an object with operation and resourceId");
  },
  setState: ([state]) => {
    if (!isObject(state)) return needObject("setState", state, "an object with instrument");
    const { instrument } = state;
    if (instrument === undefined || instrument === null || isObject(instrument)) return;
    const kind = "a stored instrument, such as one of getStoredInstruments()";
    advise("wrong_type", { at: "instrument", method: "setState", value: shown(instrument), kind });
  },
};

/** `on` of an element. */
export function checkElementListener(args: Arguments): void {
  checkListener("on of an element", ELEMENT_EVENTS, args);
}

/** `focus` of a card form, whose default is the first field with an error. */
export function checkFocus(field: unknown): void {
  if (field !== undefined) checkWord("focus", field, Object.values(ElementType));
}

/** An argument that a method cannot do without. */
export function needObject(method: string, given: unknown, kind = "an object"): void {
  if (!isObject(given)) advise("wrong_type", { at: "the argument", method, value: shown(given), kind });
}

/**
 * A place to mount into. Anything that is not an object, such as null, is a missing element, which `mount` reports
 * itself.
 */
export function checkPlace(target: unknown): void {
  if (!isObject(target) || target instanceof Element) return;
  const kind = "an element, a selector or an id";
  advise("wrong_type", { at: "the argument", method: "mount", value: shown(target), kind });
}

/**
 * Settings of the drop-in's methods, whose names are codes but for `cards`; hosted pages may have codes of their own.
 */
export function checkMethodNames(settings: unknown, known: readonly string[]): void {
  const names = [...known, ...Object.values(PAYMENT_METHOD_CODES).filter((code) => code !== PAYMENT_METHOD_CODES.CARD)];
  for (const name of isObject(settings) ? Object.keys(settings) : []) {
    if (names.includes(name)) continue;
    const meant = names.find((other) => plain(other) === plain(name));
    const at = `paymentMethodsConfiguration.${name}`;
    if (meant !== undefined) advise("unknown_option", { method: "dropin", at, instead: `use ${meant}` });
  }
}

/** A name without what is often mistaken: capitals, separators, the plural. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[_-]|s$/g, "");
}

/** A layout is an array of rows, each of which is an array of fields. */
export function checkRows(method: string, layout: unknown): void {
  if (!Array.isArray(layout)) return;
  const index = layout.findIndex((row) => typeof row === "string");
  if (index < 0) return;
  const kind = "an array, as each row of the layout is one";
  advise("wrong_type", { at: `layout[${index}]`, method, value: shown(layout[index]), kind });
}

function checkListener(method: string, events: readonly string[], [name, handler]: Arguments): void {
  checkWord(method, name, events);
  if (typeof handler === "function") return;
  advise("wrong_type", { at: "the handler", method, value: shown(handler), kind: "a function" });
}

function checkWord(method: string, word: unknown, known: readonly string[]): void {
  if (known.some((each) => each === word)) return;
  advise("unknown_word", { method, value: shown(word), instead: insteadOf(String(word), known) });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
