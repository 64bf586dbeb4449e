/** Light or dark for what stands in a frame. */
import type { Appearance } from "../options.ts";

export type ColorScheme = "light" | "dark";

/** Light or dark as the page around the frame is painted, so that the frame never stands out. */
export function schemeOf(host: Element, wanted: Appearance["colorScheme"] = "auto"): ColorScheme {
  if (wanted !== "auto") return wanted;
  const used = getComputedStyle(host).colorScheme;
  if (!used.includes("dark")) return "light";
  return used.includes("light") && !matchMedia("(prefers-color-scheme: dark)").matches ? "light" : "dark";
}
