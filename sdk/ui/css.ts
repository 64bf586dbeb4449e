/** Applies merchants' style objects to the SDK's own elements in the page, through the CSSOM. */
import type { Css } from "../options.ts";

/** Later layers win. Properties of an earlier call that this call omits are removed. */
export function createStyler(element: HTMLElement): (...layers: readonly (Css | undefined)[]) => void {
  let before: readonly string[] = [];
  return (...layers) => {
    for (const property of before) element.style.removeProperty(property);
    const merged = new Map<string, string>();
    for (const layer of layers) {
      for (const [name, value] of Object.entries(layer ?? {})) {
        if (value !== undefined) merged.set(kebab(name), String(value));
      }
    }
    for (const [property, value] of merged) element.style.setProperty(property, value);
    before = [...merged.keys()];
  };
}

export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
