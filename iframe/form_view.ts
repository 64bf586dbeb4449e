/**
 * Renders the frame's form: rows of fields, an error line under each row, and a live region that announces the network.
 */
import { type ElementType, type FormSetup } from "../sdk/wire/frames.ts";
import { createField, element, type FieldView } from "./field/field_view.ts";

export interface FormView {
  readonly form: HTMLFormElement;
  readonly fields: ReadonlyMap<ElementType, FieldView>;
  readonly announce: (text: string) => void;
}

export function createForm(setup: FormSetup): FormView {
  const fields = new Map<ElementType, FieldView>();
  const rows = setup.rows.map((types) => types.map((type) => createField(type)));
  for (const field of rows.flat()) fields.set(field.type, field);
  return { ...createRows(rows, setup), fields };
}

export function setLanguage(form: HTMLFormElement, { direction, language }: Pick<FormSetup, "direction" | "language">) {
  form.dir = direction;
  form.lang = language;
}

/** Rows of fields of any kind, with their errors below. */
export function createRows(
  rows: readonly (readonly Pick<FieldView, "root" | "error">[])[],
  { direction, language }: Pick<FormSetup, "direction" | "language">,
): Omit<FormView, "fields"> {
  const form = element("form");
  form.noValidate = true;
  setLanguage(form, { direction, language });
  for (const fields of rows) form.append(...createRow(fields));
  // A form submits on Enter only when it has a button to press.
  const submit = element("button");
  submit.type = "submit";
  submit.hidden = true;
  const spoken = element("p", "spoken");
  spoken.setAttribute("role", "status");
  form.append(submit, spoken);
  return { form, announce: (text) => spoken.textContent = text };
}

/** The errors of a row share its whole width, since half a column is too narrow for a sentence. */
function createRow(fields: readonly Pick<FieldView, "root" | "error">[]): HTMLElement[] {
  const row = element("div", "row");
  const errors = element("div", "errors");
  for (const field of fields) {
    row.append(field.root);
    errors.append(field.error);
  }
  return [row, errors];
}
