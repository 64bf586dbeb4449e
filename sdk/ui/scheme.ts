/** Light or dark scheme for the content of a frame. */
import type { Appearance } from "../options.ts";

export type ColorScheme = "light" | "dark";

/** The scheme of the page around the frame, so that the frame fits in. */
export function schemeOf(host: Element, scheme: Appearance["colorScheme"]): ColorScheme {
  if (scheme === "light" || scheme === "dark") return scheme;
  const used = getComputedStyle(host).colorScheme;
  if (!used.includes("dark")) return "light";
  return used.includes("light") && !matchMedia("(prefers-color-scheme: dark)").matches ? "light" : "dark";
}
