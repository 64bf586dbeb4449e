/** Runs the bank's check in a popup: ends with its own message, with the shopper leaving, or when the server knows the end. */
import type { Language } from "../locales/language.ts";
import { createPopup, POPUP } from "./popup_view.ts";
import { challengeSize, type Size } from "./size.ts";

/** The whole message; it only says "ask the server again" (DECISIONS). */
export const COMPLETED_MESSAGE = '{"type":"3DS-challenge-completed"}';

export interface ChallengeOptions {
  readonly link: string;
  /** By the width of the window when left out. */
  readonly size?: Size;
  /** The bank's check, unless a hosted payment page stands in the popup. */
  readonly shows?: "bank" | "payment";
  readonly language: Language;
  /** Resolves once the execution has a newer status, for banks whose message never comes. */
  readonly watch: (signal: AbortSignal) => Promise<unknown>;
}

export function openChallenge(
  { link, watch, size = challengeSize(innerWidth), shows = "bank", language }: ChallengeOptions,
): Challenge {
  const texts = language.of("popup", POPUP);
  const over = new AbortController();
  let settle: (end: "completed" | "closed") => void = () => {};
  const end = new Promise<"completed" | "closed">((resolve) => settle = resolve);
  const finish = (how: "completed" | "closed") => {
    popup.finish();
    settle(how);
  };
  const popup = createPopup({
    link,
    size,
    title: texts[shows],
    cancelLabel: texts.cancel,
    mark: (root) => language.mark(root),
    cancel: () => finish("closed"),
  });
  const origin = new URL(link).origin;
  const listen = (event: MessageEvent<unknown>) => {
    if (event.source !== popup.iframe.contentWindow || event.origin !== origin) return;
    if (event.data === COMPLETED_MESSAGE) finish("completed");
  };
  addEventListener("message", listen);
  watch(over.signal).then(() => finish("completed"), () => {});
  return {
    end,
    close: () => {
      over.abort();
      removeEventListener("message", listen);
      popup.remove();
    },
  };
}

export interface Challenge {
  readonly end: Promise<"completed" | "closed">;
  readonly close: () => void;
}
