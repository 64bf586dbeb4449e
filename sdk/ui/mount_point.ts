/** Finds the place to mount into: an element, a selector, or a bare id. */
import { SdkError } from "../errors/sdk_error.ts";

/** A place in the page: an element, a CSS selector, or an id without `#`. */
export type Target = string | Element;

export function findMountPoint(target: Target): Element {
  const found = typeof target === "string" ? query(target) : target;
  if (!(found instanceof Element)) throw new SdkError("client:element_missing", { params: { target: String(target) } });
  return found;
}

/** A selector that the browser cannot parse is a missing element, not an exception. */
function query(selector: string): Element | null {
  let found: Element | null = null;
  try {
    found = document.querySelector(selector);
  } catch {
    // It may be a bare id.
  }
  return found ?? document.getElementById(selector);
}
