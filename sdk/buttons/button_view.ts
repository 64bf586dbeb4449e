/** Draws the card payment button: its label, or flashing dots while busy. */
import type { CardPaymentButtonOptions } from "../options.ts";
import { createStyler } from "../ui/css.ts";

export interface ButtonView {
  readonly button: HTMLButtonElement;
  readonly draw: (state: { readonly isEnabled: boolean; readonly isBusy: boolean }) => void;
  readonly setLabel: (label: string) => void;
}

type Options = Pick<CardPaymentButtonOptions, "styles" | "translations"> & { readonly id?: string };

const DOTS = 3;

export function createButton({ styles, translations, id }: Options, press: () => void): ButtonView {
  const button = document.createElement("button");
  button.id = id ?? "payrails-card-payment-button";
  button.type = "button";
  button.className = "payrails-button";
  const words = document.createElement("span");
  words.className = "payrails-button-label";
  words.textContent = translations?.label ?? "Pay";
  const loader = createLoader(translations?.loading ?? "Loading");
  button.append(words);
  const style = createStyler(button);
  let isHovered = false;
  let last = { isEnabled: false, isBusy: false };
  const draw = (state: typeof last) => {
    last = state;
    button.disabled = !state.isEnabled;
    // Merchants replace className; the state they style by must survive that.
    button.classList.toggle("loading", state.isBusy);
    button.setAttribute("aria-busy", String(state.isBusy));
    if (state.isBusy) button.append(loader);
    else loader.remove();
    style(
      styles?.base,
      isHovered && state.isEnabled ? styles?.hover : undefined,
      state.isEnabled ? undefined : styles?.disabled,
      state.isBusy ? styles?.loading : undefined,
    );
  };
  const hover = (next: boolean) => () => {
    isHovered = next;
    draw(last);
  };
  button.addEventListener("pointerenter", hover(true));
  button.addEventListener("pointerleave", hover(false));
  button.addEventListener("click", press);
  return { button, draw, setLabel: (label) => words.textContent = label };
}

/** Lies over the label, so that the button keeps its size. */
function createLoader(label: string): HTMLElement {
  const loader = document.createElement("span");
  loader.className = "payrails-loader";
  loader.setAttribute("role", "status");
  for (let dot = 0; dot < DOTS; dot++) {
    const element = document.createElement("span");
    element.className = "payrails-loader-dot";
    loader.append(element);
  }
  const words = document.createElement("span");
  words.className = "payrails-loader-label";
  words.textContent = label;
  loader.append(words);
  return loader;
}
