/** Warms the cache with the card frame's page and script while the merchant's page is idle and nothing is mounted yet. */
import type { Configuration } from "../session/read_config.ts";
import { formUrl } from "./form_url.ts";

const IDLE_MS = 300;

/** In a hidden frame, since browsers keep caches apart by page and frame. Returns how to call it off. */
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

/** Ahead of a card form; a session without a vault has none. */
export function preloadFor({ vault }: Configuration): void {
  if (vault !== undefined) preloadFrame(formUrl(vault));
}
