/**
 * Waits until the drawn first screen has been painted, then asks for the app: on a slow line the picture comes first and
 * shares its way with nothing. Its parts are run one after the other, so that a slow phone answers between them.
 * A script of its own, because nothing inline runs here.
 */
import { PRESSED, WAITING } from "./lib/waiting.ts";
import { PAINT_LIMIT_MS, whenPainted } from "./lib/when_painted.ts";

const own = document.currentScript;
/** Addresses of what the app is made of, each after what it needs. */
const parts = own instanceof HTMLScriptElement ? (own.dataset.app ?? "").split(" ") : [];

// A press before the app runs is remembered; the browser's own sending would load the page anew.
const { dataset } = document.documentElement;
dataset[WAITING] = "";
addEventListener("submit", (event) => {
  if (dataset[WAITING] === undefined) return;
  event.preventDefault();
  dataset[WAITING] = PRESSED;
}, true);

whenPainted(PAINT_LIMIT_MS, () => {
  for (const href of parts) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
  void runInTurn(parts);
});

async function runInTurn(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await import(address);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
