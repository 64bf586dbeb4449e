/** axe, the accessibility checker, in a page or a frame of a browser test. */
import type { Frame, Page } from "puppeteer";

/** Minified: a browser reads it in a third of the time that it needs for what the package exports. */
const SOURCE = Deno.readTextFileSync(new URL("../../../node_modules/axe-core/axe.min.js", import.meta.url));

/** The rules of the Web Content Accessibility Guidelines, for part of a page. */
export const WCAG = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];

/** What can differ between two looks at one state: colours and sizes. */
export const LOOK_RULES = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"];

export interface AxeOptions {
  /** Selector of the part to check; the whole document by default. */
  readonly within?: string;
  /** {@link LOOK_RULES}, or tags; all rules that axe runs by default. */
  readonly only?: readonly string[];
  readonly without?: readonly string[];
}

/** What axe finds: a line for each rule, with the elements that break it. Frames inside the place are not checked. */
export async function violations(
  place: Page | Frame,
  { within, only, without = [] }: AxeOptions = {},
): Promise<readonly string[]> {
  // Through the debugger, to which the page's policy does not apply.
  if (await place.evaluate("globalThis.axe === undefined")) await place.evaluate(SOURCE);
  const options = JSON.stringify({
    resultTypes: ["violations"],
    iframes: false,
    // It would fetch and insert style sheets, which a strict policy refuses; only a disabled rule needs them.
    preload: false,
    ...(only === undefined ? {} : { runOnly: only }),
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  });
  const found = await place.evaluate(
    `axe.run(${JSON.stringify(within) ?? "document"}, ${options}).then(({ violations }) =>
    JSON.stringify(violations.map(({ id, nodes }) => id + ": " +
      nodes.map(({ html, any }) => html.slice(0, 160) + " " + (any[0]?.message ?? "")).join(" | "))))`,
  );
  return JSON.parse(String(found));
}
