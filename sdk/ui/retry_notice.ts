/** The notice in place of a form or element that did not load, with a button that tries again. */
import { element, pressable } from "./element.ts";

export interface NoticeTexts {
  readonly loadFailed?: string | undefined;
  readonly retry?: string | undefined;
}

export const NOTICE = {
  loadFailed: "The card fields couldn't load. Check your connection and try again.",
  retry: "Try again",
};

/** Takes the place of an element that cannot be used, so that it does not look usable. */
export function createRetry(
  retry: () => void,
  { loadFailed = NOTICE.loadFailed, retry: again = NOTICE.retry }: NoticeTexts = {},
): HTMLElement {
  const notice = element("div", "payrails-frame-failed");
  notice.setAttribute("role", "alert");
  notice.append(element("p", "", loadFailed), pressable("", again, retry));
  return notice;
}
