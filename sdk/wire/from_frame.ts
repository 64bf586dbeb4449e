/** Parses what the page takes from its frames. */
import { isBoolean, isList, isMap, isNumber, isOneOf, isOptional, isShape, isText, parseByType } from "./check.ts";
import { ELEMENT_EVENTS, type ElementState, LOG_LEVELS, VAULT_ELEMENT_TYPES } from "./elements.ts";
import {
  type Checks,
  ELEMENT_TYPES,
  FAULTS,
  FIELD_EVENTS,
  type FieldFlags,
  type FormSnapshot,
  FRAME_BRANDS,
  type FromFrame,
  type FromFrameMessage,
} from "./frames.ts";

const isElement = isOneOf(ELEMENT_TYPES);
const isId = isText(64);
const isName = isText(128);
const isHeight = isNumber(0, 10_000);
const isBrand = isOneOf(FRAME_BRANDS);
const isBin = (value: unknown): value is string => typeof value === "string" && /^\d{0,8}$/.test(value);
const isLastFour = (value: unknown): value is string => typeof value === "string" && /^(\d{4})?$/.test(value);

const isForm = isShape<FormSnapshot>({
  isValid: isBoolean,
  brand: isBrand,
  bin: isBin,
  fields: isMap(
    isElement,
    isShape<FieldFlags>({ isEmpty: isBoolean, isComplete: isBoolean, isValid: isBoolean, isFocused: isBoolean }),
  ),
});

const isElementState = isShape<ElementState>({
  name: isName,
  elementType: isOneOf(VAULT_ELEMENT_TYPES),
  isEmpty: isBoolean,
  isComplete: isBoolean,
  isValid: isBoolean,
  isFocused: isBoolean,
  isRequired: isBoolean,
  value: isText(8000),
  network: isOptional(isText(20)),
});

const FROM_FRAME: Checks<FromFrame> = {
  ready: isShape({ type: isOneOf(["ready"]), nonce: isId, heightPx: isHeight }),
  event: isShape({ type: isOneOf(["event"]), name: isOneOf(FIELD_EVENTS), field: isElement, form: isForm }),
  height: isShape({ type: isOneOf(["height"]), heightPx: isHeight }),
  validated: isShape({ type: isOneOf(["validated"]), id: isId, faults: isMap(isElement, isOneOf(FAULTS)) }),
  collected: isShape({
    type: isOneOf(["collected"]),
    id: isId,
    encryptedData: isText(8192),
    bin: isBin,
    lastFour: isLastFour,
  }),
  collect_failed: isShape({
    type: isOneOf(["collect_failed"]),
    id: isId,
    reason: isOneOf(["invalid", "sealing"]),
  }),
  element: isShape({ type: isOneOf(["element"]), name: isOneOf(ELEMENT_EVENTS), state: isElementState }),
  element_checked: isShape({ type: isOneOf(["element_checked"]), id: isId, invalid: isList(isText(128), 100) }),
  log: isShape({ type: isOneOf(["log"]), level: isOneOf(LOG_LEVELS), text: isText(400) }),
};

export function parseFromFrame(data: unknown): FromFrameMessage | undefined {
  return parseByType(FROM_FRAME, data);
}
