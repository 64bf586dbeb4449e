/** Draws the popup of the bank's check over the page, keeps the focus inside, and can always be left. */
import { POPUP_BORDER_PX, POPUP_EXTRA_PX, type Size } from "./size.ts";

export interface PopupView {
  readonly background: HTMLElement;
  readonly iframe: HTMLIFrameElement;
  readonly remove: () => void;
}

export interface PopupOptions {
  readonly link: string;
  readonly size: Size;
  readonly cancel: () => void;
}

const TITLE = "Your bank's check";
const CANCEL_LABEL = "Cancel";

export function createPopup({ link, size, cancel }: PopupOptions): PopupView {
  const before = document.activeElement;
  const background = block("payrails-popup-background", {
    position: "fixed",
    inset: "0",
    zIndex: "2147483646",
    display: "grid",
    placeItems: "center",
    overflow: "auto",
    background: "rgba(16, 32, 46, 0.6)",
  });
  const popup = block("payrails-popup", {
    boxSizing: "content-box",
    width: `${size.widthPx + POPUP_EXTRA_PX}px`,
    maxWidth: "calc(100vw - 16px)",
    border: `${POPUP_BORDER_PX}px solid #ffffff`,
    borderRadius: "16px",
    background: "#ffffff",
    overflow: "hidden",
  });
  popup.setAttribute("role", "dialog");
  popup.setAttribute("aria-modal", "true");
  popup.setAttribute("aria-label", TITLE);
  const iframe = createFrame(link, size);
  const button = createCancel(cancel);
  const guards = [guard(button), guard(button)] as const;
  popup.append(button, iframe);
  background.append(guards[0], popup, guards[1]);
  background.addEventListener("keydown", (event) => {
    if (event.key === "Escape") cancel();
  });
  document.body.append(background);
  button.focus();
  return {
    background,
    iframe,
    remove: () => {
      background.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
  };
}

function createFrame(link: string, { heightPx }: Size): HTMLIFrameElement {
  const iframe = document.createElement("iframe");
  iframe.id = "payrails-frame";
  iframe.title = TITLE;
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

function createCancel(cancel: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.id = "payrails-popup-cancel-button";
  button.textContent = CANCEL_LABEL;
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

/** Tab leads from the last place in the popup back to the first, never into the page behind. */
function guard(first: HTMLElement): HTMLElement {
  const element = document.createElement("div");
  element.tabIndex = 0;
  element.addEventListener("focus", () => first.focus());
  return element;
}

function block(id: string, style: Partial<CSSStyleDeclaration>): HTMLElement {
  const element = document.createElement("div");
  element.id = id;
  Object.assign(element.style, style);
  return element;
}
