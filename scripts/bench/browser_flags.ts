/** How the browser is started: without what it does on its own. */
export const QUIET_FLAGS: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const FLAGS: readonly string[] = ["--headless", ...QUIET_FLAGS];
