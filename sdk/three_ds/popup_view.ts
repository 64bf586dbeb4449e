/** Draws the popup of the bank's check over the page, keeps the focus inside, and can always be left. */
import type { PopupTexts } from "../locales/pack.ts";
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
  // A modal dialog stands above a shop's own dialogs and keeps the focus inside.
  const background = styled(document.createElement("dialog"), {
    position: "fixed",
    inset: "0",
    boxSizing: "border-box",
    width: "100%",
    maxWidth: "none",
    height: "100%",
    maxHeight: "none",
    margin: "0",
    padding: "8px",
    border: "0",
    overflow: "auto",
    background: "rgba(16, 32, 46, 0.6)",
  });
  background.id = "payrails-popup-background";
  background.setAttribute("aria-label", title);
  const popup = styled(document.createElement("div"), {
    boxSizing: "content-box",
    width: `${size.widthPx + POPUP_EXTRA_PX}px`,
    maxWidth: "calc(100% - 8px)",
    margin: "max(0px, calc(50vh - 280px)) auto 0",
    border: `${POPUP_BORDER_PX}px solid #ffffff`,
    borderRadius: "16px",
    background: "#ffffff",
    overflow: "hidden",
  });
  popup.id = "payrails-popup";
  const iframe = createFrame(link, size);
  iframe.title = title;
  const button = createCancel(cancelLabel, cancel);
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
  const iframe = document.createElement("iframe");
  iframe.id = "payrails-frame";
  iframe.setAttribute(
    "sandbox",
    "allow-forms allow-scripts allow-same-origin allow-popups allow-pointer-lock",
  );
  iframe.allow = "payment; publickey-credentials-get";
  iframe.referrerPolicy = "origin";
  // Banks' pages do not all fit: the frame scrolls, and shrinks with a small window.
  Object.assign(iframe.style, {
    display: "block",
    width: "100%",
    height: `min(${heightPx}px, calc(100vh - 80px))`,
    border: "0",
    colorScheme: "light",
  });
  iframe.src = link;
  return iframe;
}

function createCancel(label: string, cancel: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.id = "payrails-popup-cancel-button";
  button.textContent = label;
  Object.assign(button.style, {
    display: "block",
    minHeight: "44px",
    marginInlineStart: "auto",
    padding: "0 16px",
    border: "0",
    background: "transparent",
    color: "#10202e",
    font: "inherit",
    cursor: "pointer",
  });
  button.addEventListener("click", cancel);
  return button;
}

function styled<E extends HTMLElement>(element: E, style: Partial<CSSStyleDeclaration>): E {
  Object.assign(element.style, style);
  return element;
}
