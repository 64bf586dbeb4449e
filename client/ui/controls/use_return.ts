/** Calls back when the browser shows the page again as it was left, as its back button does. */
import { useEffect } from "react";

export function useReturn(call: () => void): void {
  useEffect(() => {
    const show = ({ persisted }: PageTransitionEvent) => {
      if (persisted) call();
    };
    addEventListener("pageshow", show);
    return () => removeEventListener("pageshow", show);
  });
}
