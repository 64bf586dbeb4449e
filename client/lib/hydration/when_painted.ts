/** Calls back after the first paint, or after a timeout, since a page in the background does not paint. */

/** Longer than any phone needs for the first paint. */
export const PAINT_LIMIT_MS = 2_000;

export function whenPainted(limitMs: number, act: () => void): void {
  let isDone = false;
  const done = () => {
    if (isDone) return;
    isDone = true;
    observer?.disconnect();
    clearTimeout(timer);
    act();
  };
  const timer = setTimeout(done, limitMs);
  const observer = observePaint(done);
  if (observer === undefined || document.visibilityState === "hidden") done();
}

/** Undefined where the browser does not report it. */
function observePaint(painted: () => void): PerformanceObserver | undefined {
  try {
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName("first-contentful-paint").length > 0) painted();
    });
    observer.observe({ type: "paint", buffered: true });
    return observer;
  } catch {
    return undefined;
  }
}
