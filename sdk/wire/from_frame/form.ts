/** Parses the messages that the page accepts from a card form's frame. */
import { isBoolean, isMap, isMessageOf, isOneOf, isShape } from "../check.ts";
import {
  ELEMENT_TYPES,
  FAULTS,
  FIELD_EVENTS,
  type FieldFlags,
  type FormSnapshot,
  FRAME_BRANDS,
  type FromFrame,
  type FromFrameMessage,
} from "../frames.ts";
import { FROM_ANY, isBin, isId } from "./any.ts";

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

const isFromForm = isMessageOf<Omit<FromFrame, "element" | "element_checked" | "log">>({
  ...FROM_ANY,
  event: { name: isOneOf(FIELD_EVENTS), field: isElement, form: isForm },
  validated: { id: isId, faults: isMap(isElement, isOneOf(FAULTS)) },
});

export function parseFromForm(data: unknown): FromFrameMessage | undefined {
  return isFromForm(data) ? data : undefined;
}
