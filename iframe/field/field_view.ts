/** Draws one field: label, input, brand mark, and the line its error appears in. */
import type { ElementType, FieldTexts } from "../../sdk/wire/frames.ts";

interface InputRow {
  readonly autocomplete: "cc-number" | "cc-name" | "cc-exp" | "cc-exp-month" | "cc-exp-year" | "cc-csc";
  readonly isNumeric: boolean;
  /** Room for what browsers and people fill in, separators included; tidied afterwards. */
  readonly maxLength: number;
}

export const INPUTS: Readonly<Record<ElementType, InputRow>> = {
  CARD_NUMBER: { autocomplete: "cc-number", isNumeric: true, maxLength: 40 },
  CARDHOLDER_NAME: { autocomplete: "cc-name", isNumeric: false, maxLength: 100 },
  EXPIRATION_DATE: { autocomplete: "cc-exp", isNumeric: true, maxLength: 12 },
  EXPIRATION_MONTH: { autocomplete: "cc-exp-month", isNumeric: true, maxLength: 2 },
  EXPIRATION_YEAR: { autocomplete: "cc-exp-year", isNumeric: true, maxLength: 4 },
  CVV: { autocomplete: "cc-csc", isNumeric: true, maxLength: 3 },
};

export interface FieldView {
  readonly type: ElementType;
  readonly root: HTMLElement;
  readonly input: HTMLInputElement;
  readonly error: HTMLElement;
  readonly setTexts: (texts: FieldTexts) => void;
  readonly setIcon: (icon: SVGElement) => void;
}

export function createField(type: ElementType): FieldView {
  const row = INPUTS[type];
  const root = element("div", `field ${type}`);
  const label = element("label");
  label.htmlFor = type;
  const input = element("input", "control");
  Object.assign(input, { id: type, name: row.autocomplete, type: "text", maxLength: row.maxLength, required: true });
  input.setAttribute("autocomplete", row.autocomplete);
  input.setAttribute("aria-describedby", `${type}-error`);
  input.spellcheck = false;
  if (row.isNumeric) {
    input.inputMode = "numeric";
    // Digits read from the left in every script.
    input.dir = "ltr";
  } else {
    input.autocapitalize = "words";
  }
  const box = element("div", "box");
  const icon = element("span", "icon");
  box.append(input, icon);
  root.append(label, box);
  const error = element("p", "error");
  error.id = `${type}-error`;
  error.setAttribute("aria-live", "polite");
  const setTexts = (texts: FieldTexts) => {
    label.textContent = texts.label;
    input.placeholder = texts.placeholder;
  };
  return { type, root, input, error, setTexts, setIcon: (mark) => icon.replaceChildren(mark) };
}

export function element<K extends keyof HTMLElementTagNameMap>(name: K, className = ""): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  return made;
}
