/** Waits; the second kind ends early when the connection is back. */

export function wait(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}

/** At most this long, and no longer than until the browser says it is online again. */
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
