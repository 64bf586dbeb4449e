/** One field of a dynamic form: label, control, error line. */
import { createStyler } from "../ui/css.ts";
import { createRadio, option } from "../ui/controls/choices.ts";
import { element } from "../ui/element.ts";
import type { DynamicElementOptions, DynamicFieldStates, DynamicFieldStyles } from "./options.ts";
import type { DynamicField } from "./dynamic_rules.ts";

type Texts = NonNullable<NonNullable<DynamicElementOptions["translations"]>["fields"]>[string];

export interface FieldOptions {
  /** Later ones win. */
  readonly styles: readonly DynamicFieldStyles[];
  readonly texts: Texts;
  readonly typed: (text: string) => void;
  readonly left: () => void;
}

export interface FieldView {
  readonly root: HTMLElement;
  readonly draw: (state: { readonly isHidden: boolean; readonly error: string; readonly text: string }) => void;
}

let made = 0;

export function createField(field: DynamicField, options: FieldOptions): FieldView {
  const id = `payrails-dynamic-${made++}`;
  const { styles, texts } = options;
  const root = element("div", "payrails-dynamic-field");
  const label = element("label", "payrails-dynamic-label", texts.label ?? field.schema.title ?? field.name);
  const error = element("span", "payrails-dynamic-error");
  error.id = `${id}-error`;
  error.setAttribute("role", "alert");
  const control = field.decides && field.schema.oneOf !== undefined
    ? createTabs(id, field, options)
    : createControl(id, field, options);
  label.id = `${id}-label`;
  label.htmlFor = id;
  createStyler(root)(...styles.map(({ base }) => base));
  createStyler(label)(...styles.map(({ label: css }) => css));
  createStyler(error)(...styles.map(({ errors }) => errors));
  root.append(label, control.root, error);
  return {
    root,
    draw: (state) => {
      root.hidden = state.isHidden;
      error.textContent = state.error;
      control.draw(state);
    },
  };
}

/** A text field, or a dropdown where the schema names the choices. */
function createControl(id: string, { name, schema }: DynamicField, { styles, texts, typed, left }: FieldOptions) {
  const choices = schema.oneOf;
  const control = element(choices === undefined ? "input" : "select", "payrails-dynamic-input");
  control.id = id;
  control.setAttribute("name", name);
  control.setAttribute("aria-describedby", `${id}-error`);
  if (choices !== undefined) {
    const options = choices.map((choice) => option(choice.title, String(choice.const)));
    control.append(option(texts.placeholder ?? "", ""), ...options);
  } else if (texts.placeholder !== undefined) control.setAttribute("placeholder", texts.placeholder);
  const states = styles.map(({ input, select }) => (choices === undefined ? input : select) ?? {});
  const style = createStyler(control);
  let isFocused = false;
  let last = { error: "", text: "" };
  const draw = (state: typeof last) => {
    last = state;
    const isInvalid = state.error !== "";
    control.setAttribute("aria-invalid", String(isInvalid));
    style(...states.flatMap((css) => layersOf(css, { isFocused, isInvalid, isEmpty: state.text === "" })));
  };
  const focus = (next: boolean) => () => {
    isFocused = next;
    draw(last);
    if (!next) left();
  };
  control.addEventListener("input", () => typed(control.value.trim()));
  control.addEventListener("focus", focus(true));
  control.addEventListener("blur", focus(false));
  return { root: control, draw };
}

interface Flags {
  readonly isFocused: boolean;
  readonly isInvalid: boolean;
  readonly isEmpty: boolean;
}

function layersOf(css: DynamicFieldStates, { isFocused, isInvalid, isEmpty }: Flags) {
  const state = isInvalid ? css.invalid : isEmpty ? css.empty : css.complete;
  return [css.base, state, isFocused ? css.focus : undefined];
}

/** Radio buttons for a choice that decides which other fields are asked for. */
function createTabs(id: string, { schema: { oneOf = [] } }: DynamicField, { styles, typed, left }: FieldOptions) {
  const root = element("div", "payrails-dynamic-tabs");
  root.id = id;
  root.setAttribute("role", "radiogroup");
  // A group is not a control that a label could name by itself.
  root.setAttribute("aria-labelledby", `${id}-label`);
  root.setAttribute("aria-describedby", `${id}-error`);
  const style = createStyler(root);
  let isFocused = false;
  let last = { error: "", text: "" };
  const focus = (next: boolean) => () => {
    isFocused = next;
    draw(last);
    if (!next) left();
  };
  const tabs = oneOf.map((choice) => {
    const value = String(choice.const);
    const label = element("label", "payrails-dynamic-tab");
    const radio = createRadio(id, value, () => typed(value));
    label.append(radio, element("span", "", choice.title));
    radio.addEventListener("focus", focus(true));
    radio.addEventListener("blur", focus(false));
    return { label, radio, value, look: createStyler(label) };
  });
  root.append(...tabs.map(({ label }) => label));
  return {
    root,
    draw,
  };
  function draw(state: typeof last): void {
    last = state;
    const { error, text } = state;
    const isInvalid = error !== "";
    root.setAttribute("aria-invalid", String(isInvalid));
    style(
      ...styles.flatMap(({ tabs }) => layersOf(tabs?.container ?? {}, { isFocused, isInvalid, isEmpty: text === "" })),
    );
    for (const { label, radio, value, look } of tabs) {
      const isActive = radio.checked = value === text;
      label.classList.toggle("active", isActive);
      look(...styles.flatMap(({ tabs }) => [tabs?.tab.base, isActive ? tabs?.tab.active : undefined]));
    }
  }
}
