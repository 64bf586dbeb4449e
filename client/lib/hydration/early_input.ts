/** Text that a visitor types into the prerendered first screen before hydration, which would drop it. */

let field: HTMLInputElement | undefined;
let typed = "";

/** Recorded until hydration. */
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

/** Once React owns the field; empty when nothing was typed. */
export function takeEarlyInput(): string {
  field?.removeEventListener("input", note);
  field = undefined;
  const text = typed;
  typed = "";
  return text;
}
