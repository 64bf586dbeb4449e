/** What a person does on the sent screen before the app runs is done: where they are, and that they pressed. */
import { PRESSED, WAITING } from "../lib/waiting.ts";

export interface HandOver {
  /** Once the app has drawn, and what was typed is in its own field (lib/early_typing.ts). */
  readonly finish: () => void;
}

/** Reads the sent screen, before it may be drawn anew. */
export function takeOver(root: Element): HandOver {
  const sent = numberField(root);
  const caret = sent !== null && document.activeElement === sent ? sent.selectionStart : undefined;
  return {
    finish() {
      const field = numberField(root);
      const { dataset } = document.documentElement;
      const isPressed = dataset[WAITING] === PRESSED;
      delete dataset[WAITING];
      if (field === null) return;
      if (caret !== undefined && document.activeElement !== field) {
        field.focus();
        field.setSelectionRange(caret, caret);
      }
      // Once what was typed has reached the form's own handler.
      if (isPressed) setTimeout(() => field.form?.requestSubmit());
    },
  };
}

function numberField(root: Element): HTMLInputElement | null {
  return root.querySelector<HTMLInputElement>('input[type="tel"]');
}
