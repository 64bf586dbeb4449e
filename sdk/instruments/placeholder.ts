/** Holds the place of a list of options while its code loads, so that nothing below it moves when it appears. */
import type { Appearance } from "../options.ts";
import { applyTheme } from "../ui/appearance.ts";
import { element } from "../ui/element.ts";

/** The style sheet draws a heading and the rows. */
export function createPlaceholder(rows: number, appearance: Appearance): HTMLElement {
  const root = element("div", "payrails-placeholder");
  applyTheme(root, appearance);
  root.style.setProperty("--rows", `${rows}`);
  return root;
}
