/** Restores focus and presses from before hydration. */
import { PRESSED, PRESSED_BUTTON, WAITING } from "./waiting.ts";

let caret: number | null | undefined;

/** Reads the prerendered screen before it may be rendered again. */
export function watchEarlyFocus(root: Element): void {
  const sent = root.querySelector<HTMLInputElement>('input[type="tel"]');
  caret = sent !== null && document.activeElement === sent ? sent.selectionStart : undefined;
}

/** Once React owns the form and its early input is restored (early_input.ts). */
export function restoreEarlyFocus(form: HTMLFormElement | null): void {
  const { dataset } = document.documentElement;
  const isPressed = dataset[WAITING] === PRESSED;
  const button = dataset[PRESSED_BUTTON];
  delete dataset[WAITING];
  delete dataset[PRESSED_BUTTON];
  const field = form?.querySelector<HTMLInputElement>('input[type="tel"]');
  if (caret !== undefined && field && document.activeElement !== field) {
    field.focus();
    field.setSelectionRange(caret, caret);
  }
  caret = undefined;
  // The form's handler gets the typed text with the next render.
  if (isPressed) setTimeout(() => form?.requestSubmit());
  if (button !== undefined) setTimeout(() => document.querySelector<HTMLElement>(`[data-testid="${button}"]`)?.click());
}
