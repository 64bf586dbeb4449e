/**
 * Whether two columns fit; updates with the window. Undefined on a screen that the server sends, which holds both: the
 * style sheet shows the right one (`only-wide`, `only-narrow`).
 */
import { useSyncExternalStore } from "react";

/** From this width on questions are shown in groups. */
const WIDE = "(min-width: 1024px)";

function subscribe(changed: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

export function useWide(): boolean | undefined {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches, () => undefined);
}
