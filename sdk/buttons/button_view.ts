/** Renders a payment button: its label, or flashing dots while busy. */
import type { CommonTexts } from "../locales/pack.ts";
import type { ButtonStyles } from "./options.ts";
import { createStyler } from "../ui/css.ts";
import { element, pressable } from "../ui/element.ts";

export interface ButtonView {
  readonly button: HTMLButtonElement;
  readonly draw: (state: { readonly isEnabled: boolean; readonly isBusy: boolean }) => void;
  readonly setTexts: (texts: ButtonTexts) => void;
}

export type ButtonTexts = Partial<Pick<CommonTexts, "loading">> & { readonly label?: string };

interface Options {
  /** Read on every render. */
  readonly styles: () => ButtonStyles | undefined;
  readonly id?: string;
}

const DOTS = 3;

export function createButton({ styles: stylesNow, id }: Options, press: () => void): ButtonView {
  const button = pressable("payrails-button", "", press);
  button.id = id ?? "payrails-card-payment-button";
  const words = element("span", "payrails-button-label");
  const loader = createLoader();
  button.append(words);
  const style = createStyler(button);
  let isHovered = false;
  let last = { isEnabled: false, isBusy: false };
  const draw = (state: typeof last) => {
    last = state;
    const styles = stylesNow();
    button.disabled = !state.isEnabled;
    // Merchants replace `className`; the state class they style by has to survive that.
    button.classList.toggle("loading", state.isBusy);
    button.setAttribute("aria-busy", String(state.isBusy));
    if (state.isBusy) button.append(loader.root);
    else loader.root.remove();
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
  const setTexts = ({ label = "", loading = "" }: ButtonTexts) => {
    words.textContent = label;
    loader.words.textContent = loading;
  };
  return { button, draw, setTexts };
}

/** The one loader: flashing dots over what is busy, which keeps its size. */
export function createLoader() {
  const root = element("span", "payrails-loader");
  root.setAttribute("role", "status");
  for (let dot = 0; dot < DOTS; dot++) root.append(element("span", "payrails-loader-dot"));
  const words = element("span", "payrails-loader-label");
  root.append(words);
  return { root, words };
}
