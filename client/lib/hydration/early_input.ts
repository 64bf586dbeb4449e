/** What a visitor types and presses on the prerendered screen before the app runs. */

let kept: { readonly text: string; readonly caret: number | null | undefined } | undefined;

/** Before React renders, which may replace the field. */
export function keepEarlyInput(root: Element): void {
  const field = root.querySelector<HTMLInputElement>('input[type="tel"]');
  if (field === null) return;
  kept = { text: field.value, caret: document.activeElement === field ? field.selectionStart : undefined };
}

/** The text typed so far, once React owns the field and before it renders again; empty when nothing was typed. */
export function earlyText(form: HTMLFormElement | null, rendered: string): string {
  const shown = fieldOf(form)?.value ?? "";
  return shown === rendered ? kept?.text ?? "" : shown;
}

/** Restores the focus in a replaced field. */
export function finishEarlyInput(form: HTMLFormElement | null): void {
  const field = fieldOf(form);
  if (kept?.caret !== undefined && field && document.activeElement !== field) {
    field.focus();
    field.setSelectionRange(kept.caret, kept.caret);
  }
  kept = undefined;
}

/** Presses what the visitor pressed, once React owns the screen. */
export function finishEarlyPress(): void {
  const { dataset } = document.documentElement;
  const control = dataset["earlyPress"];
  delete dataset["earlyPress"];
  if (!control) return;
  // Its handler gets typed text and kept answers with the next render. Reported as a tap: choosing by keys does not
  // continue.
  const press = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 });
  setTimeout(() => document.querySelector(control)?.dispatchEvent(press));
}

function fieldOf(form: HTMLFormElement | null) {
  return form?.querySelector<HTMLInputElement>('input[type="tel"]');
}
