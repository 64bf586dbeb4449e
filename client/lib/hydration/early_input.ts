/** What a visitor types into the drawn first screen before the app has taken it over; taking over would drop it. */

let field: HTMLInputElement | undefined;
let typed = "";

/** From before the take-over on. */
export function watchEarlyInput(root: Element): void {
  const found = root.querySelector<HTMLInputElement>('input[type="tel"]');
  if (found === null) return;
  field = found;
  typed = found.value;
  found.addEventListener("input", note);
}

function note(): void {
  typed = field?.value ?? "";
}

/** Once the field is the app's own; empty when nothing had been typed. */
export function takeEarlyInput(): string {
  field?.removeEventListener("input", note);
  field = undefined;
  const text = typed;
  typed = "";
  return text;
}
