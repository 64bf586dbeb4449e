/** The checkbox by which the shopper agrees to store a card or account. */
import { element } from "./element.ts";

export interface Checkbox {
  readonly label: string;
  readonly isChecked: boolean;
  readonly change: (checked: boolean) => void;
}

export function createCheckbox({ label: text, isChecked, change }: Checkbox) {
  const label = element("label", "payrails-store-instrument");
  const input = element("input");
  input.type = "checkbox";
  input.checked = isChecked;
  input.addEventListener("change", () => change(input.checked));
  const words = element("span", "", text);
  label.append(input, words);
  return { label, input, words };
}
