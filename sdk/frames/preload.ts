/**
 * Loads the card frame's page and script into the cache while the merchant's page is idle and nothing is mounted yet.
 */
import type { Configuration } from "../session/read_config.ts";
import { formUrl } from "./form_url.ts";

const IDLE_MS = 300;

/**
 * Uses a hidden frame, since browsers partition their cache by page and frame. Returns a function that cancels the
 * preload.
 */
export function preloadFrame(url: string): () => void {
  const iframe = document.createElement("iframe");
  const stop = () => {
    clearTimeout(timer);
    iframe.remove();
  };
  const timer = setTimeout(() => {
    iframe.style.display = "none";
    iframe.setAttribute("sandbox", "allow-scripts allow-same-origin");
    iframe.dataset.payrails = "preload";
    iframe.addEventListener("load", () => iframe.remove());
    iframe.src = url;
    document.body?.append(iframe);
  }, IDLE_MS);
  return stop;
}

/** Preloads the card form's frame; does nothing for a session without a vault. */
export function preloadFor({ vault }: Configuration): void {
  if (vault !== undefined) preloadFrame(formUrl(vault));
}
