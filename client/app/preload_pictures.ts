/** Fetches the pictures before they are wanted: outside the members' area, when there is nothing else to do (spec W 2). */
import { picturesAddress } from "../lib/format/pictures_address.ts";
import { isWebappPath } from "../lib/browser/paths.ts";

/** Where the browser does not tell when it is idle. */
const IDLE_GUESS_MS = 2_000;

/** After everything the page itself needs has come; `path` is below the base. */
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
