/**
 * The time by the server's clock. A browser's own clock may be off by a day, which would shift deadlines and the days
 * of figures.
 */
import { createContext, useContext } from "react";

/** Returns Unix milliseconds. */
export type Now = () => number;

export const NowContext = createContext<Now>(() => Date.now());

/** The server's clock at a moment of the browser's. */
export function nowOf(serverTime: string, browserMs: number): Now {
  const aheadMs = Date.parse(serverTime) - browserMs;
  return () => Date.now() + aheadMs;
}

export function useNow(): number {
  return useContext(NowContext)();
}
