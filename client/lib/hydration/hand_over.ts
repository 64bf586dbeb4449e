/** What a person does on the sent screen before the app runs is done: where they are, and that they pressed. */
import { PRESSED, PRESSED_BUTTON, WAITING } from "./waiting.ts";

let caret: number | null | undefined;

/** Reads the sent screen, before it may be drawn anew. */
export function watchHandOver(root: Element): void {
  const sent = root.querySelector<HTMLInputElement>('input[type="tel"]');
  caret = sent !== null && document.activeElement === sent ? sent.selectionStart : undefined;
}

/** Once the form is the app's own and what was typed is in it (early_typing.ts). */
export function finishHandOver(form: HTMLFormElement | null): void {
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
  // The form's handler knows what was typed from the next drawing on.
  if (isPressed) setTimeout(() => form?.requestSubmit());
  if (button !== undefined) setTimeout(() => document.querySelector<HTMLElement>(`[data-testid="${button}"]`)?.click());
}
