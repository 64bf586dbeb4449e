/** Draws the card form's place in the page: a wrapper for the frame and, where wanted, the checkbox to save the card. */

export interface CardFormView {
  readonly root: HTMLElement;
  readonly frameHost: HTMLElement;
  /** Below the frame: billing address and instalments. */
  readonly extras: HTMLElement;
  readonly checkbox: {
    readonly label: HTMLElement;
    readonly input: HTMLInputElement;
    readonly words: HTMLElement;
  } | undefined;
}

export interface Checkbox {
  readonly label: string;
  readonly isChecked: boolean;
  readonly change: (isChecked: boolean) => void;
}

export function createView(checkbox: Checkbox | undefined): CardFormView {
  const root = div("payrails-card-form");
  root.id = "payrails-card-form";
  const frameHost = div("payrails-container-wrapper");
  frameHost.dataset.testid = "payrails-container-wrapper";
  const extras = div("payrails-extras-place");
  root.append(frameHost, extras);
  const box = checkbox === undefined ? undefined : createCheckbox(checkbox);
  if (box !== undefined) root.append(box.label);
  return { root, frameHost, extras, checkbox: box };
}

function createCheckbox({ label: text, isChecked, change }: Checkbox) {
  const label = document.createElement("label");
  label.className = "payrails-store-instrument";
  const input = document.createElement("input");
  input.type = "checkbox";
  input.checked = isChecked;
  input.addEventListener("change", () => change(input.checked));
  const words = document.createElement("span");
  words.textContent = text;
  label.append(input, words);
  return { label, input, words };
}

function div(className: string): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  return element;
}
