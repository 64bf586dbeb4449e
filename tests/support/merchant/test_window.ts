/** A window with what jsdom has of a browser, and with nothing of Deno's or Node's: the environment that jest gives. */
import { JSDOM } from "jsdom";

export interface TestWindow {
  readonly eval: (code: string) => unknown;
  readonly close: () => void;
}

const PAGE = '<!doctype html><title>Shop</title><div id="card"></div><div id="pay"></div>';

/** The caller closes it. */
export function openTestWindow(url = "http://localhost/"): TestWindow {
  return asDom(new JSDOM(PAGE, { url, runScripts: "outside-only", pretendToBeVisual: true })).window;
}

/** Values of another window have that window's prototypes. */
export function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** The package has no declarations. */
function asDom(dom: unknown): { readonly window: TestWindow } {
  return dom as { readonly window: TestWindow };
}
