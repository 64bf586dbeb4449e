/** The observability frame of a client: hears what the log says until the client is destroyed. */
import { hearLog } from "../log/log.ts";
import { createObserver } from "./observer.ts";

export function observeClient(vaultUrl: string, signal: AbortSignal): void {
  if (signal.aborted) return;
  const { bus, begin, stop } = createObserver(new URL(vaultUrl).origin, true);
  const unhear = hearLog(bus);
  signal.addEventListener("abort", () => {
    unhear();
    stop();
  }, { once: true });
  begin();
}
