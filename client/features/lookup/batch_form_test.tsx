/** The bulk check's form: the settings for its numbers, and a list from a file. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { renderToStaticMarkup } from "react-dom/server";
import { heldCall, show, type Shown } from "../../../tests/support/app/component.ts";
import { CHECKED_ROW } from "../../../tests/support/app/samples.ts";
import { BATCH_MAX_CHARS, type BatchEvent, type BatchRequest } from "../../../server/wire/members/batch.ts";
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

/** Chooses a file as a visitor does, and returns what the field then holds, so that it can be chosen again. */
async function choose(shown: Shown, file: Pick<File, "name" | "size" | "text">): Promise<unknown> {
  const [input] = shown.all("input[type=file]");
  if (input === undefined) throw new Error("no field for a file");
  let held: unknown = file.name;
  Object.defineProperty(input, "files", { value: [file], configurable: true });
  Object.defineProperty(input, "value", { get: () => held, set: (next) => held = next, configurable: true });
  await shown.fire(input, "change");
  return held;
}
const LIST = { name: "My list.csv", size: 30, text: () => Promise.resolve("+16502530000\n+442079460000") };
const TOO_LARGE = { ...LIST, size: 3 * BATCH_MAX_CHARS + 1 };

describe("a list from a file", () => {
  async function open() {
    const sent: BatchRequest[] = [];
    const rows = [heldCall<BatchEvent>(), heldCall<BatchEvent>()];
    const ports = {
      check: async function* (body: BatchRequest) {
        sent.push(body);
        for (const row of rows) yield await row.promise;
      },
      subscriptionId: () => Promise.resolve("s1"),
    };
    const shown = await show(<BulkCheckForm ports={ports} country="US" saveCsv={() => Promise.resolve()} />, {
      path: "/",
    });
    return { shown, sent, rows };
  }

  it("W-SCREEN-04: fills the field, and is checked under its name; the same file can be chosen again", async () => {
    const { shown, sent } = await open();
    assertEquals(await choose(shown, LIST), "");
    assertEquals(Reflect.get(shown.at("batch-text"), "value"), "+16502530000\n+442079460000");
    assertMatch(shown.text(), /My list\.csv Check 2 numbers/);
    await shown.submit("batch");
    assertEquals(sent, [{
      subscription_id: "s1",
      name: "My list",
      csv: "+16502530000\n+442079460000",
      country: "US",
    }]);
    await shown.close();
  });

  it("a file that can't be used says so until another one is chosen", async () => {
    const { shown } = await open();
    await choose(shown, TOO_LARGE);
    assertMatch(shown.text(), /too large for 50 numbers/);
    await choose(shown, LIST);
    assertEquals(/too large/.test(shown.text()), false);
    await shown.close();
  });

  it("a file that can't be used ends no check that is running, so no second one can begin", async () => {
    const { shown, sent, rows } = await open();
    await choose(shown, LIST);
    await shown.submit("batch");
    await choose(shown, TOO_LARGE);
    assertMatch(shown.text(), /too large for 50 numbers/);
    await shown.submit("batch");
    assertEquals(sent.length, 1);
    rows[0]?.answer({ type: "row", done: 1, of: 1, row: CHECKED_ROW });
    rows[1]?.answer({ type: "done", batch_id: "b1", spent: 1, credits: 8 });
    await shown.settle();
    assertMatch(shown.text(), /1 number checked/);
    await shown.press("batch-again");
    assertEquals(/too large/.test(shown.text()), false, "of the file that was not sent");
    assertEquals(shown.at("batch-text").hasAttribute("aria-invalid"), false);
    await shown.close();
  });
});
