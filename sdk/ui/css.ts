/** Applies merchants' style objects to the SDK's own elements in the page, through the CSSOM. */
import type { Css } from "../options.ts";

/** Later layers win. Properties of an earlier call that this call omits are removed. */
export function createStyler(element: HTMLElement): (...layers: readonly (Css | undefined)[]) => void {
  let before: readonly string[] = [];
  return (...layers) => {
    for (const property of before) element.style.removeProperty(property);
    const merged = new Map(layers.flatMap(cssEntries).map(([name, value]) => [kebab(name), value]));
    for (const [property, value] of merged) element.style.setProperty(property, value);
    before = [...merged.keys()];
  };
}

/** Properties with a value. A page may pass the `style` of one of its nodes, which has empty texts and methods, too. */
export function cssEntries(css: Css | null | undefined): readonly (readonly [name: string, value: string])[] {
  return Object.entries(css ?? {}).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "number" || (typeof value === "string" && value !== "") ? [[name, String(value)]] : []
  );
}

/** `cssFloat` and `webkitBoxShadow` are the names that scripts use for `float` and `-webkit-box-shadow`. */
export function kebab(name: string): string {
  if (name === "cssFloat") return "float";
  return name.replace(/^webkit(?=[A-Z])/, "-webkit").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
