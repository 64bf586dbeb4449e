/** Renders the card frame's iframe. */
import type { NoticeTexts } from "../ui/retry_notice.ts";
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

export function createIframe({ url, title, name, heightPx, isHidden = false }: FrameOptions): HTMLIFrameElement {
  const iframe = document.createElement("iframe");
  iframe.title = title;
  iframe.name = name;
  iframe.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
  iframe.allow = "";
  iframe.referrerPolicy = "origin";
  // The frame leaves room at its sides for the focus ring.
  const widthCss = `width:calc(100% + ${2 * RING_ROOM_PX}px);max-width:none;margin-inline:-${RING_ROOM_PX}px`;
  const display = isHidden ? "none" : "block";
  iframe.style.cssText = `display:${display};border:0;background:transparent;height:${heightPx}px;${widthCss}`;
  iframe.src = url;
  return iframe;
}
