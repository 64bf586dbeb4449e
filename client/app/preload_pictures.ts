/** Preloads the pictures while the browser is idle, outside the members area only (W-START-05). */
import { picturesAddress } from "../lib/format/pictures_address.ts";
import { isWebappPath } from "../lib/browser/paths.ts";

/** For browsers without requestIdleCallback. */
const IDLE_GUESS_MS = 2_000;

/** After the page itself has loaded; `path` is below the base. */
export function preloadPictures(path: string): void {
  if (isWebappPath(path)) return;
  if (document.readyState === "complete") whenIdle(fetchPictures);
  else addEventListener("load", () => whenIdle(fetchPictures), { once: true });
}

function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(act);
  else setTimeout(act, IDLE_GUESS_MS);
}

function fetchPictures(): void {
  const link = Object.assign(document.createElement("link"), { rel: "prefetch", href: picturesAddress() });
  document.head.append(link);
}
