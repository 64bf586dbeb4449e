/** Waits that end when the client is destroyed and extend while the browser is offline. */

export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

/** Polling while offline would only use up attempts (SECURITY R18). */
export async function waitOnline(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms, signal);
  while (globalThis.navigator?.onLine === false) await wait(OFFLINE_CHECK_MS, signal);
}

const OFFLINE_CHECK_MS = 500;
