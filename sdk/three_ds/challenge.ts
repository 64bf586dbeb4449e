/**
 * Runs the 3-D Secure challenge in a popup. It ends with the challenge's message, when the shopper closes it, or when
 * the server knows the result.
 */
import type { Language } from "../locales/language.ts";
import { createPopup, POPUP } from "./popup_view.ts";
import { challengeSize, type Size } from "./size.ts";

/** The whole message (S-3DS-17). It carries no result, so the SDK polls the server. */
export const COMPLETED_MESSAGE = '{"type":"3DS-challenge-completed"}';

export interface ChallengeOptions {
  readonly link: string;
  /** Default: by the width of the window. */
  readonly size?: Size;
  /** What the popup shows: the 3-D Secure challenge (default) or a hosted payment page. */
  readonly shows?: "bank" | "payment";
  readonly language: Language;
  /** Resolves once the execution has a newer status, for issuers whose message never arrives. */
  readonly watch: (signal: AbortSignal) => Promise<unknown>;
  /** Closes it, when the client is destroyed. */
  readonly signal: AbortSignal;
}

export function openChallenge(
  { link, watch, size = challengeSize(innerWidth), shows = "bank", language, signal }: ChallengeOptions,
): Challenge {
  const over = new AbortController();
  let resolveEnd: (end: "completed" | "closed") => void = () => {};
  const end = new Promise<"completed" | "closed">((resolve) => resolveEnd = resolve);
  const finish = (how: "completed" | "closed") => {
    popup.finish();
    resolveEnd(how);
  };
  const popup = createPopup({
    link,
    size,
    texts: () => {
      const { [shows]: title, cancel } = language.of("popup", POPUP);
      return { title, cancel };
    },
    mark: (root) => language.mark(root),
    cancel: () => finish("closed"),
  });
  const origin = new URL(link).origin;
  const listen = (event: MessageEvent<unknown>) => {
    if (event.source !== popup.iframe.contentWindow || event.origin !== origin) return;
    if (event.data === COMPLETED_MESSAGE) finish("completed");
  };
  addEventListener("message", listen);
  const unlisten = language.listen(popup.retext);
  watch(over.signal).then(() => finish("completed"), () => {});
  const close = () => {
    over.abort();
    removeEventListener("message", listen);
    unlisten();
    popup.remove();
    // What waits for it goes on: the next call of a client that is destroyed is refused.
    resolveEnd("closed");
  };
  signal.addEventListener("abort", close, { signal: over.signal });
  return { end, close };
}

export interface Challenge {
  readonly end: Promise<"completed" | "closed">;
  readonly close: () => void;
}
