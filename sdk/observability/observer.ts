/** Log events on their way to the observability frame, which is loaded once a page has what it was opened for. */
import type { Bus, LogEvent } from "../log/logger.ts";
import type { ObserverFrame } from "./observer_frame.ts";

const MAX_WAITING = 100;
/** Nothing a shopper waits for is loaded later than this after the fields can be used. */
const SETTLED_MS = 500;

export interface Observer {
  readonly bus: Bus;
  /** After READY: the frame loads when the page has settled, once. */
  readonly begin: () => void;
  readonly stop: () => void;
}

/** With telemetry off there is no frame and no bus. */
export function createObserver(origin: string, isEnabled: boolean): Observer {
  if (!isEnabled) return { bus: () => {}, begin: () => {}, stop: () => {} };
  const waiting: LogEvent[] = [];
  let frame: ObserverFrame | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = async () => {
    const opening = timer;
    const { openObserverFrame } = await import("./observer_frame.ts");
    if (timer === opening) frame = openObserverFrame(origin, waiting);
  };
  return {
    bus: (event) => {
      if (waiting.length < MAX_WAITING) waiting.push(event);
      frame?.post();
    },
    begin: () => {
      // Where its code cannot be had there is no frame, and nothing else changes.
      timer ??= setTimeout(() => open().catch(() => {}), SETTLED_MS);
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      frame?.close();
      frame = undefined;
    },
  };
}
