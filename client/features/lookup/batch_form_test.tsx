/** The bulk check's form: the settings for its numbers. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { renderToStaticMarkup } from "react-dom/server";
import { COUNTRIES } from "../../lib/format/countries.ts";
import { BulkCheckForm } from "./BulkCheckForm.tsx";

it("asks for the country of numbers without a plus sign, with the known one preselected", () => {
  const ports = {
    check: async function* () {},
    subscriptionId: () => Promise.resolve("s1"),
  };
  for (const [known, chosen] of [["DE", "DE"], ["", ""]] as const) {
    const html = renderToStaticMarkup(
      <BulkCheckForm ports={ports} country={known} saveCsv={() => Promise.resolve()} />,
    );
    const select = /<select[^]*?data-testid="batch-country"[^]*?<\/select>/.exec(html)?.[0] ?? "";
    assertEquals([...select.matchAll(/<option/g)].length, COUNTRIES.length + 1);
    assertMatch(select, new RegExp(`<option value="${chosen}" selected`));
    assert(select.includes("+49"));
  }
});
