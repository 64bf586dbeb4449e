/**
 * Loads the app after the prerendered first screen has been painted: on a slow connection the screen gets the whole
 * bandwidth first. The parts run one after another, so that a slow phone stays responsive between them. A script of its
 * own, because inline scripts are forbidden.
 */
import { PRESSED, PRESSED_BUTTON, WAITING } from "./lib/hydration/waiting.ts";
import { PAINT_LIMIT_MS, whenPainted } from "./lib/hydration/when_painted.ts";

const own = document.currentScript;
const listOf = (name: "app" | "styles") => own instanceof HTMLScriptElement ? (own.dataset[name] ?? "").split(" ") : [];
/** Addresses of the app's parts, dependencies first. */
const parts = listOf("app");
const sheets = listOf("styles");

// A press before the app runs is remembered; a native form submission would reload the page.
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

/** The last part renders once its styles have loaded; if they fail it renders without. */
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
