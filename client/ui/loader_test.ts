/** Busy states look the same in the app and in the checkout SDK. */
import { readFile } from "node:fs/promises";
import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";

const sheet = (path: string) => readFile(new URL(path, import.meta.url), "utf8");
/** The declarations of the first rule with this selector. */
const ruleOf = (css: string, selector: string) => {
  const at = css.indexOf(`${selector} {`);
  return at < 0 ? "" : css.slice(at, css.indexOf("}", at));
};

/** Contrast of a token with the page's colour, in the light and the dark look (WCAG 2.2, relative luminance). */
const contrasts = (tokens: string, name: string): readonly number[] => {
  const valuesOf = (token: string) =>
    [...tokens.matchAll(new RegExp(`--${token}: #(..)(..)(..);`, "g"))].map(([, ...parts]) => {
      const [r = 0, g = 0, b = 0] = parts.map((part) => {
        const value = parseInt(part, 16) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    });
  const papers = valuesOf("paper");
  return valuesOf(name).map((value, at) => {
    const paper = papers[at] ?? value;
    return (Math.max(value, paper) + 0.05) / (Math.min(value, paper) + 0.05);
  });
};

describe("placeholders", () => {
  it("are seen on the page, at 1.25:1 at least in both looks", async () => {
    const [tokens, parts] = await Promise.all([sheet("../styles/tokens.css"), sheet("../styles/parts.css")]);
    const [, fill = ""] = /background: var\(--(\w+)\)/.exec(ruleOf(parts, ".skeleton__line")) ?? [];
    const found = contrasts(tokens, fill);
    assertEquals([found.length, found.filter((contrast) => contrast < 1.25)], [2, []]);
  });
});

describe("the loader", () => {
  it("is three dots of 8 px that flash once a second, in a busy button of the app and in everything of the SDK", async () => {
    const [app, sdk] = await Promise.all([
      sheet("../styles/controls.css"),
      sheet("../../sdk/ui/payrails-styles.css"),
    ]);
    const ours = ruleOf(app, '.button__words > [role="status"]::after');
    const theirs = ruleOf(sdk, ".payrails-loader-dot");
    for (const rule of [ours, theirs]) assertMatch(rule, /height: 8px;/);
    // Three dots and two gaps of 6 px.
    assertMatch(ours, /width: 36px;[^]*\/ 14px 8px;/);
    assertMatch(ruleOf(sdk, ".payrails-loader,\n.payrails-dropin-overlay"), /gap: 6px;/);
    assertMatch(app, /animation: flash 1s /);
    assertMatch(sdk, /animation: payrails-flash 1s /);
    assertEquals([...sdk.matchAll(/@keyframes (\S+)/g)].map(([, name]) => name), ["payrails-flash", "payrails-fade"]);
  });
});
