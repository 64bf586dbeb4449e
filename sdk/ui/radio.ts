/** A native radio of a group, which reports when it is selected. */
import { element } from "./element.ts";
export function createRadio(name: string, value: string, chosen: () => void): HTMLInputElement {
  const radio = element("input");
  Object.assign(radio, { type: "radio", name, value });
  radio.addEventListener("change", chosen);
  return radio;
}
