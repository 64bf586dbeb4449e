/** Opens a client's observability frame until the client is destroyed. */
import type { Bus } from "../log/logger.ts";
import { createObserver } from "./observer.ts";

export function observeClient(vaultUrl: string, signal: AbortSignal): Bus {
  const { bus, begin, stop } = createObserver(new URL(vaultUrl).origin, !signal.aborted);
  signal.addEventListener("abort", stop, { once: true });
  begin();
  return bus;
}
