/** Where the operator was before an identity provider took over the window, so that the way back leads there. */
const KEY = "console_place";

/** Paths of the console only; never the address of another site. */
const OWN = /^\/admin(\/[\w./-]*)?$/;

export function rememberPlace(): void {
  globalThis.sessionStorage.setItem(KEY, globalThis.location.pathname);
}

/** The stored path below /admin, once; undefined when there is none, or when the window is already there. */
export function takePlace(): string | undefined {
  const kept = globalThis.sessionStorage.getItem(KEY);
  globalThis.sessionStorage.removeItem(KEY);
  if (kept === null || !OWN.test(kept) || kept === globalThis.location.pathname) return undefined;
  return kept.slice("/admin".length) || "/";
}
