/** Renders one element: label, box and error line as in a card field, around the control of its type. */
import type { ElementSpec } from "../../sdk/wire/elements.ts";
import { element, fieldAround, type InputRow, INPUTS, type View } from "../field/field_view.ts";
import { cardTypeOf, PIN_MAX_CHARS } from "./element_typing.ts";
import { placeOf } from "./hub.ts";

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
export type ElementView = View<Control>;

const PLAIN: InputRow = { autocomplete: "off", isNumeric: false, maxLength: 10_000 };

export function createElement(spec: ElementSpec, index: number): ElementView {
  const { type } = spec;
  const cardType = cardTypeOf(spec);
  const row = cardType !== undefined
    ? INPUTS[cardType]
    : type === "PIN"
    ? { ...PLAIN, isNumeric: true, maxLength: PIN_MAX_CHARS, isDigits: true }
    : PLAIN;
  const view = fieldAround(controlOf(spec), { row, id: `e${index}`, className: `${type} e${index}` });
  const { input } = view;
  if (type === "checkbox" || type === "radio") {
    input.name = placeOf(spec);
    if (input instanceof HTMLInputElement) input.value = spec.value ?? "";
  }
  view.setTexts(spec);
  input.required = spec.required;
  return view;
}

function controlOf({ type, choices = [], placeholder }: ElementSpec): Control {
  if (type === "textarea") return element("textarea", "control");
  if (type === "dropdown") {
    const select = element("select", "control");
    // The first choice is empty, so that nothing is preselected.
    for (const { value, text } of [{ value: "", text: placeholder }, ...choices]) select.add(new Option(text, value));
    return select;
  }
  const input = element("input", "control");
  input.type = type === "checkbox" || type === "radio" ? type : "text";
  return input;
}
