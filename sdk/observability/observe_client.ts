/** Opens the observability frame of a provider's origin until its last client is destroyed. */
import type { Bus, LogEvent } from "../log/logger.ts";
import { createObserver, type Observer } from "./observer.ts";

interface Shared {
  readonly observer: Observer;
  /** Every client passes on each event of the page's log. */
  readonly seen: WeakSet<LogEvent>;
  clients: number;
}

const observers = new Map<string, Shared>();

export function observeClient(vaultUrl: string, signal: AbortSignal): Bus {
  if (signal.aborted) return () => {};
  const { origin } = new URL(vaultUrl);
  const shared = observers.get(origin) ?? { observer: createObserver(origin, true), seen: new WeakSet(), clients: 0 };
  const { observer, seen } = shared;
  observers.set(origin, shared);
  shared.clients++;
  signal.addEventListener("abort", () => {
    if (--shared.clients > 0) return;
    observers.delete(origin);
    observer.stop();
  }, { once: true });
  observer.begin();
  return (event) => {
    if (!seen.has(event)) observer.bus(event);
    seen.add(event);
  };
}
