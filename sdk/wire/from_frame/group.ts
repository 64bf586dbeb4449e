/** Parses the messages that the page accepts from a container's frames. */
import { isBoolean, isList, isMessageOf, isOneOf, isOptional, isShape, isText } from "../check.ts";
import { ELEMENT_EVENTS, type ElementState, VAULT_ELEMENT_TYPES } from "../elements.ts";
import { LOG_LEVELS } from "../log/levels.ts";
import type { FromFrame, FromFrameMessage } from "../frames.ts";
import { FROM_ANY, isId } from "./any.ts";

const isName = isText(128);

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

const isFromGroup = isMessageOf<Omit<FromFrame, "event" | "validated">>({
  ...FROM_ANY,
  element: { name: isOneOf(ELEMENT_EVENTS), state: isElementState },
  element_checked: { id: isId, invalid: isList(isName, 100) },
  log: { level: isOneOf(LOG_LEVELS), text: isText(400) },
});

export function parseFromGroup(data: unknown): FromFrameMessage | undefined {
  return isFromGroup(data) ? data : undefined;
}
