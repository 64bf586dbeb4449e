/** Draws the popup of the bank's check over the page, keeps the focus inside, and can always be left. */
import type { PopupTexts } from "../locales/pack.ts";
import { element, pressable } from "../ui/element.ts";
import { POPUP_BORDER_PX, POPUP_EXTRA_PX, type Size } from "./size.ts";

export interface PopupView {
  readonly iframe: HTMLIFrameElement;
  /** The check is over: there is nothing left to cancel. */
  readonly finish: () => void;
  readonly remove: () => void;
}

export interface PopupOptions {
  readonly link: string;
  readonly size: Size;
  /** Read out by screen readers. */
  readonly title: string;
  readonly cancelLabel: string;
  readonly cancel: () => void;
  /** Sets the popup's language and direction. */
  readonly mark?: (root: HTMLElement) => void;
}

export const POPUP: PopupTexts = { bank: "Your bank's check", payment: "Payment", cancel: "Cancel" };

export function createPopup({ link, size, title, cancelLabel, cancel, mark }: PopupOptions): PopupView {
  const before = document.activeElement;
  // A modal dialog stands above a shop's own dialogs and keeps the focus inside, with or without the style sheet.
  const background = element("dialog");
  background.id = "payrails-popup-background";
  background.setAttribute("aria-label", title);
  const popup = element("div");
  popup.id = "payrails-popup";
  popup.style.width = `${size.widthPx + POPUP_EXTRA_PX}px`;
  popup.style.borderWidth = `${POPUP_BORDER_PX}px`;
  const iframe = createFrame(link, size);
  iframe.title = title;
  const button = pressable("", cancelLabel, cancel);
  button.id = "payrails-popup-cancel-button";
  mark?.(background);
  popup.append(button, iframe);
  background.append(popup);
  // Escape: the dialog stays until the payment's end is known.
  background.addEventListener("cancel", (event) => {
    event.preventDefault();
    cancel();
  });
  document.body.append(background);
  background.showModal();
  return {
    iframe,
    finish: () => button.style.visibility = "hidden",
    remove: () => {
      background.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
  };
}

function createFrame(link: string, { heightPx }: Size): HTMLIFrameElement {
  const iframe = element("iframe");
  iframe.id = "payrails-frame";
  iframe.setAttribute(
    "sandbox",
    "allow-forms allow-scripts allow-same-origin allow-popups allow-pointer-lock",
  );
  iframe.allow = "payment; publickey-credentials-get";
  iframe.referrerPolicy = "origin";
  // Banks' pages do not all fit: the frame scrolls, and shrinks with a small window.
  iframe.style.height = `min(${heightPx}px, calc(100vh - 80px))`;
  iframe.style.width = "100%";
  iframe.src = link;
  return iframe;
}
