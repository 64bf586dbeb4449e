/**
 * A `ref` for the text of a step that takes the place of a pressed button: the focus goes there, so a screen reader reads
 * it and the next Tab reaches the step's buttons. A held Enter presses nothing.
 */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
