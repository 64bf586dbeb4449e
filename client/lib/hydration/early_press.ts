/**
 * A script of its own that is here before the app: remembers the last button that a visitor presses on the prerendered
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
