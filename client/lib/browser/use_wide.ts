/** Whether two columns fit; follows the window. */
import { useSyncExternalStore } from "react";

/** From here on questions stand in groups, as the design has it. */
const WIDE = "(min-width: 1024px)";

function subscribe(changed: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches, () => false);
}
