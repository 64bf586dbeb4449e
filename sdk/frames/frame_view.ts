/** Renders the card frame's iframe, and a notice in its place when it does not load. */
import { element, pressable } from "../ui/element.ts";
import { RING_ROOM_PX } from "../wire/frames.ts";

export interface FrameOptions {
  readonly url: string;
  readonly title: string;
  readonly name: string;
  readonly heightPx: number;
  /** The controller of a container: it has no fields and is not visible. */
  readonly isHidden?: boolean;
  /** The merchant's texts for a frame that did not load. */
  readonly notice?: NoticeTexts | undefined;
}

export interface NoticeTexts {
  readonly loadFailed?: string | undefined;
  readonly retry?: string | undefined;
}

export function createIframe({ url, title, name, heightPx, isHidden = false }: FrameOptions): HTMLIFrameElement {
  const iframe = document.createElement("iframe");
  iframe.title = title;
  iframe.name = name;
  iframe.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
  iframe.allow = "";
  iframe.referrerPolicy = "origin";
  iframe.loading = "eager";
  // The frame leaves room at its sides for the focus ring.
  const widthCss = `width:calc(100% + ${2 * RING_ROOM_PX}px);max-width:none;margin-inline:-${RING_ROOM_PX}px`;
  const display = isHidden ? "none" : "block";
  iframe.style.cssText = `display:${display};border:0;background:transparent;height:${heightPx}px;${widthCss}`;
  iframe.src = url;
  return iframe;
}

export const NOTICE = {
  loadFailed: "The card fields did not load. Check your connection, then try again.",
  retry: "Try again",
};

/** Replaces a form that cannot be used, so that it does not look usable. */
export function createRetry(
  retry: () => void,
  { loadFailed = NOTICE.loadFailed, retry: again = NOTICE.retry }: NoticeTexts = {},
): HTMLElement {
  const notice = element("div", "payrails-frame-failed");
  notice.setAttribute("role", "alert");
  notice.append(element("p", "", loadFailed), pressable("", again, retry));
  return notice;
}
