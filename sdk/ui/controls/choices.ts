/** Native choices: radios, and the entries of a dropdown. They load with the elements that show them. */
import { element } from "../element.ts";

/** A choice of a dropdown. Not every environment of merchants' tests has the constructor `Option`. */
export function option(text: string, value: string): HTMLOptionElement {
  const made = document.createElement("option");
  made.textContent = text;
  made.value = value;
  return made;
}

/** A native radio of a group, which reports when it is selected. */
export function createRadio(name: string, value: string, chosen: () => void): HTMLInputElement {
  const radio = element("input");
  Object.assign(radio, { type: "radio", name, value });
  radio.addEventListener("change", chosen);
  return radio;
}
