/** Queues log events for the observability frame, which loads once the page's first element is usable. */
import type { Bus, LogEvent } from "../log/logger.ts";
import type { ObserverFrame } from "./observer_frame.ts";

const MAX_WAITING = 100;
/** Everything a shopper waits for has loaded by then. */
const SETTLED_MS = 500;

export interface Observer {
  readonly bus: Bus;
  /** Loads the frame once, some time after the first element is ready. */
  readonly begin: () => void;
  readonly stop: () => void;
}

/** With telemetry off, there is no frame and no bus. */
export function createObserver(origin: string, isEnabled: boolean): Observer {
  if (!isEnabled) return { bus: () => {}, begin: () => {}, stop: () => {} };
  const waiting: LogEvent[] = [];
  let frame: ObserverFrame | undefined;
  /** 0 once stopped: no timer has this number, so no frame opens again. */
  let timer: ReturnType<typeof setTimeout> | 0 | undefined;
  const begin = () => {
    // When its code cannot be loaded there is no frame, and nothing else changes.
    timer ??= setTimeout(() => open().catch(() => {}), SETTLED_MS);
  };
  const open = async () => {
    const opening = timer;
    const { openObserverFrame } = await import("./observer_frame.ts");
    if (timer === opening) frame = openObserverFrame(origin, waiting);
  };
  return {
    bus: (event) => {
      if (waiting.length < MAX_WAITING) waiting.push(event);
      frame?.post();
      // An error may be the reason why no element ever becomes ready.
      begin();
    },
    begin,
    stop: () => {
      clearTimeout(timer);
      timer = 0;
      frame?.close();
      frame = undefined;
    },
  };
}
