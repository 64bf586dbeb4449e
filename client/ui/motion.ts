/**
 * Motion that reveals a result once. Under reduced motion, and where the browser does not paint, the final state shows
 * at once.
 */
import { useLayoutEffect, useState } from "react";

export const REVEAL_MS = 700;

function isMotionWelcome(): boolean {
  return globalThis.matchMedia?.("(prefers-reduced-motion: no-preference)").matches ?? false;
}

/** Counts from 0 to the target in 700 ms, fast at first; a new target is counted from 0 again. */
export function useCountUp(target: number): number {
  const [shown, setShown] = useState(target);
  useLayoutEffect(() => {
    if (target === 0 || !isMotionWelcome()) {
      setShown(target);
      return;
    }
    setShown(0);
    let frame = 0;
    let startedAt: number | undefined;
    const draw = (now: number) => {
      startedAt ??= now;
      const part = Math.min(1, (now - startedAt) / REVEAL_MS);
      setShown(Math.round(target * eased(part)));
      if (part < 1) frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return shown;
}

function eased(part: number): number {
  return 1 - (1 - part) ** 3;
}
