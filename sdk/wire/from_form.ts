/** Parses what the page takes from the frame of a card form. */
import { isBoolean, isMap, isOneOf, isShape, parseByType } from "./check.ts";
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
import { FROM_ANY, isBin, isId } from "./from_frame.ts";

const isElement = isOneOf(ELEMENT_TYPES);

const isForm = isShape<FormSnapshot>({
  isValid: isBoolean,
  brand: isOneOf(FRAME_BRANDS),
  bin: isBin,
  fields: isMap(
    isElement,
    isShape<FieldFlags>({ isEmpty: isBoolean, isComplete: isBoolean, isValid: isBoolean, isFocused: isBoolean }),
  ),
});

const FROM_FORM: Checks<Omit<FromFrame, "element" | "element_checked" | "log">> = {
  ...FROM_ANY,
  event: isShape({ type: isOneOf(["event"]), name: isOneOf(FIELD_EVENTS), field: isElement, form: isForm }),
  validated: isShape({ type: isOneOf(["validated"]), id: isId, faults: isMap(isElement, isOneOf(FAULTS)) }),
};

export function parseFromForm(data: unknown): FromFrameMessage | undefined {
  return parseByType(FROM_FORM, data);
}
