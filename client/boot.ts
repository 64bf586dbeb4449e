/**
 * Waits until the drawn first screen has been painted, then asks for the app: on a slow line the picture comes first and
 * shares its way with nothing. Its parts are run one after the other, so that a slow phone answers between them.
 * A script of its own, because nothing inline runs here.
 */
import { PRESSED, PRESSED_BUTTON, WAITING } from "./lib/hydration/waiting.ts";
import { PAINT_LIMIT_MS, whenPainted } from "./lib/hydration/when_painted.ts";

const own = document.currentScript;
const listOf = (name: "app" | "styles") => own instanceof HTMLScriptElement ? (own.dataset[name] ?? "").split(" ") : [];
/** Addresses of what the app is made of, each after what it needs. */
const parts = listOf("app");
const sheets = listOf("styles");

// A press before the app runs is remembered; the browser's own sending would load the page anew.
const { dataset } = document.documentElement;
dataset[WAITING] = "";
addEventListener("submit", (event) => {
  if (dataset[WAITING] === undefined) return;
  event.preventDefault();
  dataset[WAITING] = PRESSED;
}, true);

addEventListener("click", ({ target }) => {
  if (dataset[WAITING] === undefined || !(target instanceof Element)) return;
  const button = target.closest("button[type=button]")?.getAttribute("data-testid");
  if (button) dataset[PRESSED_BUTTON] = button;
}, true);

whenPainted(PAINT_LIMIT_MS, () => {
  const styled = Promise.all(sheets.map((href) => ended(addLink("stylesheet", href))));
  for (const href of parts) addLink("modulepreload", href);
  void runInTurn(parts, styled);
});

/** The last part draws, and not before its styles are there; without them it is still better drawn than not. */
async function runInTurn(addresses: readonly string[], styled: Promise<unknown>): Promise<void> {
  for (const [at, address] of addresses.entries()) {
    if (at === addresses.length - 1) await styled;
    await import(address);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function addLink(rel: "stylesheet" | "modulepreload", href: string): HTMLLinkElement {
  const link = Object.assign(document.createElement("link"), { rel, href });
  document.head.append(link);
  return link;
}

function ended(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => resolve();
  });
}
