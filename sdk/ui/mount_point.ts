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
  try {
    return document.querySelector(selector) ?? document.getElementById(selector);
  } catch {
    return document.getElementById(selector);
  }
}
