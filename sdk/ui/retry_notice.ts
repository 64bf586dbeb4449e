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

export interface RetryNotice {
  readonly root: HTMLElement;
  /** Says it in these texts, or in English without them. */
  readonly say: (texts?: NoticeTexts) => void;
}

/** Takes the place of an element that cannot be used, so that it does not look usable. */
export function createRetry(retry: () => void, texts?: NoticeTexts): RetryNotice {
  const root = element("div", "payrails-frame-failed");
  root.setAttribute("role", "alert");
  const [words, again] = [element("p"), pressable("", "", retry)];
  root.append(words, again);
  const say = ({ loadFailed = NOTICE.loadFailed, retry = NOTICE.retry }: NoticeTexts = {}) => {
    words.textContent = loadFailed;
    again.textContent = retry;
  };
  say(texts);
  return { root, say };
}
