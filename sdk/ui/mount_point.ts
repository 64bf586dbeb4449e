/** Finds where to mount: an element as it is, or a selector that merchants may also write as a bare id. */
import { SdkError } from "../errors/sdk_error.ts";

export type Target = string | Element;

export function findMountPoint(target: Target): Element {
  const found = typeof target === "string" ? query(target) : target;
  if (!(found instanceof Element)) throw new SdkError("client:element_missing", { params: { target: String(target) } });
  return found;
}

/** A selector no browser understands is a missing element, not an exception of the browser. */
function query(selector: string): Element | null {
  let found: Element | null = null;
  try {
    found = document.querySelector(selector);
  } catch {
    // Perhaps a bare id.
  }
  return found ?? document.getElementById(selector);
}
