/** Preloads the pictures while the browser is idle, outside the members area only (W-START-05). */
import { whenIdle } from "../lib/browser/when_idle.ts";
import { picturesAddress } from "../lib/format/pictures_address.ts";
import { isWebappPath } from "../lib/browser/paths.ts";

/** After the page itself has loaded. */
export function preloadPictures(route: string): void {
  if (!isWebappPath(route)) whenIdle(fetchPictures);
}

function fetchPictures(): void {
  const link = Object.assign(document.createElement("link"), { rel: "prefetch", href: picturesAddress() });
  document.head.append(link);
}
