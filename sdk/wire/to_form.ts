/** Parses the messages that a card form's frame accepts. */
import { isBoolean, isList, isMap, isMessageOf, isOneOf, isOptional, isShape, isText } from "./check.ts";
import {
  APPEARANCE_KEYS,
  ELEMENT_TYPES,
  FAULTS,
  FIELD_STATES,
  type FieldTexts,
  type FormMessage,
  type FormSetup,
  FRAME_BRANDS,
  type FrameTheme,
  type ToFrame,
} from "./frames.ts";

const isElement = isOneOf(ELEMENT_TYPES);
const isElementOrAll = isOneOf([...ELEMENT_TYPES, "all"]);
const isId = isText(64);
const isCss = isMap(isText(64), isOptional(isText(256)));

const isTheme = isShape<FrameTheme>({
  appearance: isMap(isOneOf(APPEARANCE_KEYS), isText(256)),
  inputs: isMap(isElementOrAll, isMap(isOneOf(FIELD_STATES), isCss)),
  labels: isMap(isElementOrAll, isCss),
  errors: isCss,
});
const isTexts = isMap(
  isElement,
  isShape<FieldTexts>({
    label: isText(200),
    placeholder: isText(200),
    hints: isOptional(isList(isText(200), 2)),
    errors: isMap(isOneOf(FAULTS), isText(400)),
  }),
);
const words = { texts: isTexts, language: isText(35), direction: isOneOf(["ltr", "rtl"]) };
const isSetup = isShape<FormSetup>({
  rows: isList(isList(isElement, 12), 12),
  ...words,
  looks: isTheme,
  cardIcon: isBoolean,
  brand: isOptional(isOneOf(FRAME_BRANDS)),
});

const isToForm = isMessageOf<Pick<ToFrame, FormMessage["type"]>>({
  configure: { setup: isSetup },
  restyle: { looks: isTheme },
  retext: words,
  validate: { id: isId },
  focus: { field: isOptional(isElement) },
  lock: { locked: isBoolean },
  collect: { id: isId, holderReference: isOptional(isText(256)), execution: isOptional(isText(256)) },
  networks: { networks: isList(isText(32), 8) },
  clear: { name: isOptional(isText(128)) },
});

export function parseToForm(data: unknown): FormMessage | undefined {
  return isToForm(data) ? data : undefined;
}
