/** Renders one field: label, input, network icon and the line for its error. */
import { digitsOf } from "../../sdk/card/detect.ts";
import type { ElementType, FieldTexts } from "../../sdk/wire/frames.ts";

export interface InputRow {
  readonly autocomplete: "cc-number" | "cc-name" | "cc-exp" | "cc-exp-month" | "cc-exp-year" | "cc-csc" | "off";
  readonly isNumeric: boolean;
  /** Leaves room for separators in what browsers and shoppers fill in; they are removed afterwards. */
  readonly maxLength: number;
  /** Pasted text is reduced to its digits before the browser cuts it off at the length of the field. */
  readonly isDigits?: boolean;
}

export const INPUTS: Readonly<Record<ElementType, InputRow>> = {
  CARD_NUMBER: { autocomplete: "cc-number", isNumeric: true, maxLength: 40 },
  CARDHOLDER_NAME: { autocomplete: "cc-name", isNumeric: false, maxLength: 100 },
  EXPIRATION_DATE: { autocomplete: "cc-exp", isNumeric: true, maxLength: 12 },
  EXPIRATION_MONTH: { autocomplete: "cc-exp-month", isNumeric: true, maxLength: 2, isDigits: true },
  EXPIRATION_YEAR: { autocomplete: "cc-exp-year", isNumeric: true, maxLength: 4, isDigits: true },
  CVV: { autocomplete: "cc-csc", isNumeric: true, maxLength: 3, isDigits: true },
};

export interface View<C extends HTMLElement> {
  readonly root: HTMLElement;
  readonly input: C;
  readonly error: HTMLElement;
  readonly setTexts: (texts: Pick<FieldTexts, "label" | "placeholder">) => void;
  /** Where the security code is on the card; shown while the field has the focus. */
  readonly setHint: (text: string) => void;
  /** Shows several icons for a co-badged card. */
  readonly setIcon: (...icons: readonly SVGElement[]) => void;
}

export interface FieldView extends View<HTMLInputElement> {
  readonly type: ElementType;
}

export function createField(type: ElementType): FieldView {
  const input = element("input", "control");
  input.type = "text";
  input.required = true;
  return { type, ...fieldAround(input, { row: INPUTS[type], id: type, className: type }) };
}

export interface Frame {
  readonly row: InputRow;
  readonly id: string;
  readonly className: string;
}

/** Puts label, box and error line around a control. */
export function fieldAround<C extends HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
  input: C,
  { row, id, className }: Frame,
): View<C> {
  const root = element("div", `field ${className}`);
  const label = element("label");
  label.htmlFor = id;
  input.id = id;
  input.name = row.autocomplete;
  if ("maxLength" in input) input.maxLength = row.maxLength;
  input.setAttribute("autocomplete", row.autocomplete);
  input.setAttribute("aria-describedby", `${id}-error`);
  input.spellcheck = false;
  if (row.isNumeric) {
    input.inputMode = "numeric";
    // Digits are read from left to right in every script.
    input.dir = "ltr";
  } else {
    input.autocapitalize = row.autocomplete === "cc-name" ? "words" : "off";
  }
  if (row.isDigits) input.addEventListener("paste", pasteDigits);
  const box = element("div", "box");
  const icon = element("span", "icon");
  box.append(input, icon);
  root.append(label, box);
  const error = element("p", "error");
  error.id = `${id}-error`;
  error.setAttribute("aria-live", "polite");
  const setTexts = (texts: Pick<FieldTexts, "label" | "placeholder">) => {
    label.textContent = texts.label;
    if ("placeholder" in input) input.placeholder = texts.placeholder;
    // A field without a visible label is named by its placeholder.
    if (texts.label === "") input.setAttribute("aria-label", texts.placeholder);
    else input.removeAttribute("aria-label");
  };
  const setIcon = (...marks: readonly SVGElement[]) => {
    icon.replaceChildren(...marks);
    root.classList.toggle("two-marks", marks.length > 1);
  };
  const hint = element("p", "hint");
  hint.id = `${id}-hint`;
  const setHint = (text: string) => {
    if (hint.textContent === text) return;
    hint.textContent = text;
    if (hint.parentElement === null) box.append(hint);
    input.setAttribute("aria-describedby", `${error.id} ${hint.id}`);
  };
  return { root, input, error, setTexts, setHint, setIcon };
}

function pasteDigits(event: Event): void {
  const pasted = event instanceof ClipboardEvent ? event.clipboardData?.getData("text") : undefined;
  // As if it were typed: the caret, the length of the field and what can be undone stay with the browser.
  if (pasted && document.execCommand("insertText", false, digitsOf(pasted))) event.preventDefault();
}

export function element<K extends keyof HTMLElementTagNameMap>(name: K, className = ""): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  return made;
}
