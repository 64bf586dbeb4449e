/**
 * A script of its own that is here before the app: loads it once the prerendered screen is painted, remembers the last button that a visitor presses on the prerendered
 * screen (Enter in a form presses its button), and keeps the browser from submitting the form, which would load the
 * page again.
 */
const { dataset } = document.documentElement;

addEventListener("click", (event) => {
  // The server's document has the attribute, and the app removes it.
  if (dataset["earlyPress"] === undefined || !(event.target instanceof Element)) return;
  const button = event.target.closest<HTMLElement>("button");
  if (button === null) return;
  event.preventDefault();
  dataset["earlyPress"] = button.dataset["testid"] ?? "";
}, true);

/** The app's files, each after what it imports; they run one by one, so that a slow phone stays responsive. */
const files = document.currentScript?.dataset["app"]?.split(" ") ?? [];
/** For a page in the background, which is not painted. */
const PAINT_LIMIT_MS = 2_000;

async function load(): Promise<void> {
  const addresses = files.splice(0);
  for (const href of addresses) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
  for (const address of addresses) await import(address);
}

new PerformanceObserver((list) => {
  if (list.getEntriesByName("first-contentful-paint").length > 0) void load();
}).observe({ type: "paint", buffered: true });
setTimeout(load, document.visibilityState === "hidden" ? 0 : PAINT_LIMIT_MS);
