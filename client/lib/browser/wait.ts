/** Waits; the second function also ends when the connection is back. */

export function wait(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}

/** Waits at most this long, or until the browser reports that it is online again. */
export function waitForConnection(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, durationMs);
    addEventListener("online", done);
  });
}
