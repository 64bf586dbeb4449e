/** Draws the one form of the frame: rows of fields, an error line under each row, a spoken line for the brand. */
import { type ElementType, type FormSetup } from "../sdk/wire/frames.ts";
import { createField, element, type FieldView } from "./field/field_view.ts";

export interface FormView {
  readonly form: HTMLFormElement;
  readonly fields: ReadonlyMap<ElementType, FieldView>;
  readonly announce: (text: string) => void;
}

export function createForm(setup: FormSetup): FormView {
  const form = element("form");
  form.noValidate = true;
  form.dir = setup.direction;
  form.lang = setup.language;
  const fields = new Map<ElementType, FieldView>();
  for (const types of setup.rows) form.append(...createRow(types, fields));
  // A form submits on Enter only when it has a button to press.
  const submit = element("button");
  submit.type = "submit";
  submit.hidden = true;
  const spoken = element("p", "spoken");
  spoken.setAttribute("role", "status");
  form.append(submit, spoken);
  return { form, fields, announce: (text) => spoken.textContent = text };
}

/** Errors of a row share its whole width: half a column is too narrow for a sentence. */
function createRow(types: readonly ElementType[], fields: Map<ElementType, FieldView>): HTMLElement[] {
  const row = element("div", "row");
  const errors = element("div", "errors");
  for (const type of types) {
    const field = createField(type);
    fields.set(type, field);
    row.append(field.root);
    errors.append(field.error);
  }
  return [row, errors];
}
