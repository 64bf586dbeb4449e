/** Parses what the card form's frame takes. */
import { isBoolean, isList, isMap, isOneOf, isOptional, isShape, isText, parseByType } from "./check.ts";
import {
  APPEARANCE_KEYS,
  type Checks,
  ELEMENT_TYPES,
  FAULTS,
  FIELD_STATES,
  type FieldTexts,
  type FormMessage,
  type FormSetup,
  FRAME_BRANDS,
  type FrameLooks,
  type ToFrame,
} from "./frames.ts";

const isElement = isOneOf(ELEMENT_TYPES);
const isElementOrAll = isOneOf([...ELEMENT_TYPES, "all"]);
const isId = isText(64);
const isCss = isMap(isText(64), isOptional(isText(256)));

const isLooks = isShape<FrameLooks>({
  appearance: isMap(isOneOf(APPEARANCE_KEYS), isText(256)),
  inputs: isMap(isElementOrAll, isMap(isOneOf(FIELD_STATES), isCss)),
  labels: isMap(isElementOrAll, isCss),
  errors: isCss,
});
const isTexts = isMap(
  isElement,
  isShape<FieldTexts>({ label: isText(200), placeholder: isText(200), errors: isMap(isOneOf(FAULTS), isText(400)) }),
);
const isSetup = isShape<FormSetup>({
  rows: isList(isList(isElement, 12), 12),
  texts: isTexts,
  looks: isLooks,
  language: isText(35),
  direction: isOneOf(["ltr", "rtl"]),
  cardIcon: isBoolean,
  numberFormat: isOptional(isText(64)),
  brand: isOptional(isOneOf(FRAME_BRANDS)),
});

const TO_FORM: Checks<Pick<ToFrame, FormMessage["type"]>> = {
  configure: isShape({ type: isOneOf(["configure"]), setup: isSetup }),
  restyle: isShape({ type: isOneOf(["restyle"]), looks: isLooks }),
  retext: isShape({ type: isOneOf(["retext"]), texts: isTexts }),
  validate: isShape({ type: isOneOf(["validate"]), id: isId }),
  focus: isShape({ type: isOneOf(["focus"]), field: isOptional(isElement) }),
  lock: isShape({ type: isOneOf(["lock"]), locked: isBoolean }),
  collect: isShape({ type: isOneOf(["collect"]), id: isId, holderReference: isOptional(isText(256)) }),
  clear: isShape({ type: isOneOf(["clear"]), name: isOptional(isText(128)) }),
};

export function parseToForm(data: unknown): FormMessage | undefined {
  return parseByType(TO_FORM, data);
}
