/** Light or dark scheme of what the SDK shows, also for the content of a frame. */
import type { Appearance } from "../options.ts";

export type ColorScheme = "light" | "dark";

const DARK = "(prefers-color-scheme: dark)";

/** Calls the listener when the shopper's system changes between light and dark. Returns the function that ends it. */
export function listenScheme(listener: () => void): () => void {
  const device = matchMedia(DARK);
  device.addEventListener("change", listener);
  return () => device.removeEventListener("change", listener);
}

/** The scheme of the page around the frame, so that the frame fits in. */
export function schemeOf(host: Element, scheme: Appearance["colorScheme"]): ColorScheme {
  if (scheme === "light" || scheme === "dark") return scheme;
  const used = getComputedStyle(host).colorScheme;
  if (!used.includes("dark")) return "light";
  return used.includes("light") && !matchMedia(DARK).matches ? "light" : "dark";
}
