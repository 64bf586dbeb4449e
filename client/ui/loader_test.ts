/** What is busy looks the same in the app and in the checkout SDK. */
import { readFile } from "node:fs/promises";
import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";

const sheet = (path: string) => readFile(new URL(path, import.meta.url), "utf8");
/** The declarations of the first rule with this selector. */
const ruleOf = (css: string, selector: string) => {
  const at = css.indexOf(`${selector} {`);
  return at < 0 ? "" : css.slice(at, css.indexOf("}", at));
};

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
    assertMatch(ruleOf(sdk, ".payrails-loader"), /gap: 6px;/);
    assertMatch(app, /animation: flash 1s /);
    assertMatch(theirs, /animation: payrails-flash 1s /);
    assertEquals([...sdk.matchAll(/@keyframes (\S+)/g)].map(([, name]) => name), ["payrails-flash", "payrails-fade"]);
  });
});
