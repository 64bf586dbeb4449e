/** Applies the merchant's appearance to the SDK's own elements, as variables of its style sheet. */
import { schemeOf } from "./scheme.ts";
import type { Appearance } from "../options.ts";
import { APPEARANCE_KEYS, CONTROL_HEIGHT_PX } from "../wire/frames.ts";
import { kebab } from "./css.ts";

export function applyTheme(root: HTMLElement, appearance: Appearance = {}): void {
  const { style } = root;
  const set = (name: string, value = "") => style.setProperty(`--payrails-${kebab(name)}`, value);
  root.dataset.scheme = schemeOf(root, appearance.colorScheme);
  for (const key of APPEARANCE_KEYS) set(key, appearance[key]);
  const { colorPrimary: primary } = appearance;
  // Colours derived from one that the merchant sets follow it.
  set("colorStrong", primary && `color-mix(in srgb, ${primary} 85%, var(--payrails-color-text))`);
  set("colorTint", primary && `color-mix(in srgb, ${primary} 12%, var(--payrails-color-background))`);
  set("colorOnPrimary", primary && inkOn(root, primary));
}

/** What a frame receives: the properties that are set, and no others, which would make it refuse all of them. */
export function variablesOf(appearance: Appearance): Readonly<Record<string, string>> {
  return Object.fromEntries(APPEARANCE_KEYS.flatMap((key) => {
    const value = appearance[key];
    return value === undefined || value === null ? [] : [[key, value] as const];
  }));
}

/** Height of a field, as far as it can be known before the form loads. */
export function controlHeightPx({ controlHeight }: Appearance): number {
  // A page without types may pass a number.
  const text = `${controlHeight}`;
  const wanted = Number.parseFloat(text);
  return text.endsWith("px") && wanted > 0 ? wanted : CONTROL_HEIGHT_PX;
}

const WHITE = "#ffffff";
const INK = "#0f171f";
/** Weighted brightness at which white and dark text are equally readable. */
const MIDDLE = 118;

/** White or dark text, whichever is more readable on this colour. */
function inkOn(root: HTMLElement, color: string): string {
  const before = root.style.color;
  root.style.color = color;
  const [red = 0, green = 0, blue = 0] = getComputedStyle(root).color.match(/\d+/g)?.map(Number) ?? [];
  root.style.color = before;
  return 0.299 * red + 0.587 * green + 0.114 * blue < MIDDLE ? WHITE : INK;
}
