/** Runs what can wait: after the page itself has loaded, while the browser is idle. */

/** For browsers without requestIdleCallback. */
const IDLE_GUESS_MS = 2_000;

export function whenIdle(act: () => void): void {
  if (document.readyState === "complete") onceIdle(act);
  else addEventListener("load", () => onceIdle(act), { once: true });
}

function onceIdle(act: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(act);
  else setTimeout(act, IDLE_GUESS_MS);
}
