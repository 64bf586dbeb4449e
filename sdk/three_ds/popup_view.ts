/** Renders the challenge's popup over the page, keeps the focus inside, and always offers a way out. */
import type { PopupTexts } from "../locales/pack.ts";
import { element, pressable } from "../ui/element.ts";
import { POPUP_BORDER_PX, POPUP_EXTRA_PX, REDIRECT_MARGIN_PX, type Size } from "./size.ts";

export interface PopupView {
  readonly iframe: HTMLIFrameElement;
  /** Closes the sheet at once; the button behind it shows that the result is being asked for. */
  readonly finish: () => void;
  readonly remove: () => void;
  /** Shows the texts as they are now. */
  readonly retext: () => void;
}

export interface PopupOptions {
  readonly link: string;
  readonly size: Size;
  /** The title, which screen readers read as well, and the label of the cancel button. */
  readonly texts: () => { readonly title: string; readonly cancel: string };
  readonly cancel: () => void;
  /** Sets the popup's language and direction. */
  readonly mark?: (root: HTMLElement) => void;
}

export const POPUP: PopupTexts = { bank: "Verify with your bank", payment: "Payment", cancel: "Cancel" };

export function createPopup({ link, size, texts, cancel, mark }: PopupOptions): PopupView {
  let before = document.activeElement;
  while (before?.shadowRoot?.activeElement) before = before.shadowRoot.activeElement;
  // A modal dialog is above the merchant's own dialogs and keeps the focus inside, with or without the style sheet.
  const background = element("dialog");
  background.id = "payrails-popup-background";
  const popup = element("div");
  popup.id = "payrails-popup";
  // The frame covers half of the border: both sizes are measured at their outer edges (S-3DS-08).
  popup.style.cssText = [
    "position:relative;flex:none;box-sizing:border-box",
    `width:${size.widthPx + POPUP_EXTRA_PX}px;max-width:100vw;height:calc(${heightOf(size)} + ${POPUP_EXTRA_PX}px)`,
    `border:${POPUP_BORDER_PX}px solid #fff`,
  ].join(";");
  const iframe = createFrame(link, size);
  const button = pressable("", "", cancel);
  button.id = "payrails-popup-cancel-button";
  const retext = () => {
    const { title, cancel: label } = texts();
    background.setAttribute("aria-label", title);
    // The style sheet shows it in the head of the sheet.
    popup.dataset["title"] = title;
    iframe.title = title;
    button.textContent = label;
    mark?.(background);
  };
  retext();
  popup.append(button, iframe);
  background.append(popup);
  // If the browser closed the dialog itself, the challenge would not end.
  background.addEventListener("cancel", (event) => {
    event.preventDefault();
    cancel();
  });
  document.body.append(background);
  background.showModal();
  return {
    iframe,
    retext,
    finish: () => {
      button.style.visibility = "hidden";
      background.close();
    },
    remove: () => {
      background.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
  };
}

/** A small window leaves room for the button above. */
function heightOf({ heightPx }: Size): string {
  return `min(${heightPx}px, 100vh - ${REDIRECT_MARGIN_PX}px)`;
}

function createFrame(link: string, size: Size): HTMLIFrameElement {
  const iframe = element("iframe");
  iframe.id = "payrails-frame";
  iframe.setAttribute(
    "sandbox",
    "allow-forms allow-scripts allow-same-origin allow-popups allow-pointer-lock",
  );
  iframe.allow = "payment; publickey-credentials-get";
  iframe.referrerPolicy = "origin";
  // Issuers' pages do not all fit: the frame scrolls, and shrinks in a small window.
  iframe.style.cssText = [
    "position:absolute;top:50%;left:50%;transform:translate(-50%,-50%);border:0",
    `width:min(${size.widthPx}px, 100vw);height:${heightOf(size)}`,
  ].join(";");
  iframe.src = link;
  return iframe;
}
