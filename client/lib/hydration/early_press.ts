/**
 * A separate script that runs before the app: loads it once the prerendered screen is painted, remembers the last
 * button or choice that a visitor presses on that screen (Enter in a form presses its button), and keeps the browser
 * from submitting the form, which would load the page again. A click that begins before the app runs and ends after it
 * counts too. When the app does not load, it shows the document's offer to load the page again, and each press leads
 * there.
 */
const { dataset } = document.documentElement;

addEventListener("click", (event) => {
  const name = selectorOf(controlAt(event));
  // The server's document has the attribute, and the app removes it.
  if (dataset["earlyPress"] === undefined || name === undefined) return;
  event.preventDefault();
  dataset["earlyPress"] = name;
  reload?.focus();
}, true);

/** The document's button to load the page again, once it is shown. */
let reload: HTMLElement | null = null;

/** A browser would answer another `import` with the same failure. */
function offerReload(): void {
  const offer = document.getElementById("not-loaded");
  reload = offer?.querySelector("button") ?? null;
  if (offer === null || reload === null) return;
  offer.hidden = false;
  reload.onclick = () => location.reload();
  if (dataset["earlyPress"]) reload.focus();
}

/** The control that the mouse is pressed on, when that began before the app ran. */
let begun: HTMLElement | null = null;
addEventListener("mousedown", (event) => {
  begun = dataset["earlyPress"] === undefined ? null : controlAt(event);
}, true);
addEventListener("mouseup", (event) => {
  // When React replaces a control between press and release, the browser fires no click on it. (A tap fires both at its
  // end.)
  const now = controlAt(event);
  if (begun?.isConnected === false && selectorOf(now) === selectorOf(begun)) now?.click();
}, true);

function controlAt({ target }: Event): HTMLElement | null {
  const found = target instanceof Element ? target.closest<HTMLElement>("button, label, input") : null;
  return found instanceof HTMLLabelElement ? found.control : found;
}

function selectorOf(control: HTMLElement | null): string | undefined {
  if (control instanceof HTMLButtonElement) return `[data-testid="${control.dataset["testid"]}"]`;
  if (control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type)) {
    return control.name === ""
      ? `[data-testid="${control.dataset["testid"]}"]`
      : `[name="${control.name}"][value="${control.value}"]`;
  }
  return undefined;
}

/** The styles of paper, then the app's files, each after what it imports; they run one by one, so that a slow phone stays responsive. */
const [print = "", ...files] = document.currentScript?.dataset["app"]?.split(" ") ?? [];
/** For a page in the background, which is not painted. */
const PAINT_LIMIT_MS = 2_000;

async function load(): Promise<void> {
  const addresses = files.splice(0);
  for (const href of addresses) link({ rel: "modulepreload", href });
  // The styles of paper. A link in the document would compete with the first paint.
  if (addresses.length > 0) link({ rel: "stylesheet", media: "print", href: print });
  try {
    for (const address of addresses) await import(address);
  } catch {
    offerReload();
  }
}

function link(attributes: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement("link"), attributes));
}

new PerformanceObserver((list) => {
  if (list.getEntriesByName("first-contentful-paint").length > 0) void load();
}).observe({ type: "paint", buffered: true });
setTimeout(load, document.visibilityState === "hidden" ? 0 : PAINT_LIMIT_MS);
