/**
 * Whether a screen may show what only this browser knows: number, answers, member. False while React takes over a
 * screen that the server sent, which must be the same for every visitor; true right after, and on every other screen.
 */
import { useSyncExternalStore } from "react";

export function useKnown(): boolean {
  return useSyncExternalStore(neverChanges, () => true, () => false);
}

function neverChanges(): () => void {
  return () => undefined;
}

/** As wide as most telephone numbers. */
export const ROOM_FOR_NUMBER = room(15);
/** As wide as most amounts. */
export const ROOM_FOR_AMOUNT = room(6);
/** As wide as most dates. */
export const ROOM_FOR_DATE = room(11);

/** Spaces as wide as digits, which also take up room at the end of a line. */
function room(digits: number): string {
  return `${"\u2007".repeat(digits)}\u2060`;
}
