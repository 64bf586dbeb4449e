/** The script before the app, when the app does not load. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { show } from "../../../tests/support/app/component.ts";

it("offers to load the page again when the app does not load, and leads each press there", async () => {
  const window = Reflect.get(globalThis, "window") as typeof globalThis;
  const { addEventListener } = globalThis;
  let reloads = 0;
  let paint = () => {};
  Object.assign(globalThis, {
    HTMLLabelElement: window.HTMLLabelElement,
    HTMLButtonElement: window.HTMLButtonElement,
    addEventListener: window.addEventListener.bind(window),
    PerformanceObserver: class {
      constructor(call: (list: unknown) => void) {
        paint = () => call({ getEntriesByName: () => [{}] });
      }
      observe() {}
    },
  });
  Object.defineProperty(location, "reload", { value: () => reloads++, configurable: true });
  document.documentElement.dataset["earlyPress"] = "";
  Object.defineProperty(document, "currentScript", {
    value: { dataset: { app: "/print.css /no-such-file.js" } },
    configurable: true,
  });
  const shown = await show(
    <>
      <p id="not-loaded" hidden>
        Not loaded. <button type="button" data-testid="reload">Reload page</button>
      </p>
      <button type="button" data-testid="check-it">Check number</button>
    </>,
  );
  await import("./early_press.ts");
  const focused = () => document.activeElement?.textContent;
  paint();
  for (let turns = 0; turns < 1_000 && document.getElementById("not-loaded")?.hidden === true; turns++) {
    await shown.settle();
  }
  assertEquals(document.getElementById("not-loaded")?.hidden, false);
  assertEquals(focused() === "Reload page", false, "a visitor who has pressed nothing reads on");
  await shown.press("check-it");
  assertEquals([focused(), reloads], ["Reload page", 0]);
  await shown.press("reload");
  assertEquals(reloads, 1);
  await shown.close();
  delete document.documentElement.dataset["earlyPress"];
  Object.assign(globalThis, { addEventListener });
});
