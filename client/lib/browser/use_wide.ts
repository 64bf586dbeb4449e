/** Whether two columns fit; updates with the window. */
import { useSyncExternalStore } from "react";

/** From this width on questions are shown in groups. */
const WIDE = "(min-width: 1024px)";

function subscribe(changed: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches, () => false);
}
