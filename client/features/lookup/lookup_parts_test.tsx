/** The look-up's field and the bulk check, step by step. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { openStory, show } from "../../../tests/support/app/component.ts";
import type { BatchEvent, BatchRequest, BatchRow } from "../../../server/wire/members/batch.ts";
import { paths } from "../../lib/browser/paths.ts";
import { BulkCheckForm } from "./BulkCheckForm.tsx";
import { LookupForm } from "./LookupForm.tsx";

const row = (line: number, more: Partial<BatchRow>): BatchRow => ({
  line,
  text: `+1650253000${line}`,
  state: "checked",
  e164: `+1650253000${line}`,
  number: `+1 650-253-000${line}`,
  report_id: `r${line}`,
  country: "United States",
  country_code: "US",
  place: "Mountain View, CA",
  line_type: "mobile",
  carrier: "",
  score: 60,
  band: "caution",
  reasons: [],
  error: "",
  ...more,
});

/** A stream whose events arrive when the test says so. */
function openStream() {
  const waiting: ((event: BatchEvent | undefined) => void)[] = [];
  const check = async function* () {
    for (;;) {
      const event = await new Promise<BatchEvent | undefined>((resolve) => waiting.push(resolve));
      if (event === undefined) return;
      yield event;
    }
  };
  return { check, send: (event?: BatchEvent) => waiting.shift()?.(event) };
}

describe("the bulk check", () => {
  it("shows each row as it is checked, what it cost, and saves the result", async () => {
    const bodies: BatchRequest[] = [];
    const saved: string[] = [];
    const stream = openStream();
    let isSaveFailing = true;
    const shown = await show(
      <BulkCheckForm
        ports={{
          check: (body) => {
            bodies.push(body);
            return stream.check();
          },
          subscriptionId: () => Promise.resolve("s1"),
        }}
        country=""
        saveCsv={(id) => {
          saved.push(id);
          return isSaveFailing ? Promise.reject(new Error("x")) : Promise.resolve();
        }}
      />,
      { path: "/" },
    );
    const story = openStory(shown);
    story.add("at first");
    await shown.press("batch-ask");
    story.add("without numbers");
    await shown.type("batch-text", "+16502530001\nnonsense");
    await shown.type("batch-country", "DE");
    await shown.press("batch-ask");
    story.add("sent");
    const say = async (event?: BatchEvent) => {
      stream.send(event);
      await shown.settle();
    };
    await say({ type: "row", done: 1, of: 4, row: row(1, {}) });
    story.add("one row");
    await say({
      type: "row",
      done: 2,
      of: 4,
      row: row(2, { state: "repeated", number: undefined, score: null, band: "none" }),
    });
    await say({
      type: "row",
      done: 3,
      of: 4,
      row: row(3, {
        text: "nonsense",
        e164: "",
        state: "unreadable",
        score: null,
        band: "none",
        error: "Not a number.",
      }),
    });
    await say({ type: "row", done: 4, of: 4, row: row(4, { state: "no_credit", country_code: undefined, place: "" }) });
    story.add("four rows");
    await say({ type: "done", batch_id: "b1", spent: 2, credits: 8 });
    await say();
    story.add("finished");
    await shown.press(shown.named("Download CSV"));
    story.add("the file could not be fetched");
    isSaveFailing = false;
    await shown.press(shown.named("Download CSV"));
    story.add("saved");
    assertEquals(saved, ["b1", "b1"]);
    assertEquals(bodies, [{ subscription_id: "s1", name: "List", csv: "+16502530001\nnonsense", country: "DE" }]);
    const bands = shown.all("[data-testid=batch-bands] li").map((each) => (each.textContent ?? "").trim());
    assertEquals(bands, ["Caution: 1"], "rows that were not checked are in no band");
    const links = shown.all("li a").map((link) => link.getAttribute("href"));
    assertEquals(links[0], paths.storedReport("r1"));
    for (const spent of [0, 1]) {
      // The list that was cut off is still there; after a whole one the form comes back on a press.
      if (spent === 1) await shown.press("batch-again");
      await shown.type("batch-text", "number\n+16502530001\n");
      assertEquals(shown.at("batch-ask").textContent, "Check 1 number");
      await shown.press("batch-ask");
      await say({ type: "row", done: 1, of: 1, row: row(1, {}) });
      await say({ type: "done", batch_id: "b2", spent, credits: 8 });
      await say();
      story.add(`one row for ${spent}`);
    }
    await story.compare("bulk_check");
  });
});

describe("another list", () => {
  it("stays with its country when it could not be checked, and an empty one is told so", async () => {
    const stream = openStream();
    const shown = await show(
      <BulkCheckForm
        ports={{ check: () => stream.check(), subscriptionId: () => Promise.resolve("s1") }}
        country=""
        saveCsv={() => Promise.resolve()}
      />,
      { path: "/" },
    );
    const say = async (event: BatchEvent) => {
      stream.send(event);
      await shown.settle();
    };
    await shown.type("batch-text", "+16502530001");
    await shown.press("batch-ask");
    await shown.focus("batch-ask");
    await say({ type: "row", done: 1, of: 1, row: row(1, {}) });
    assertEquals(
      shown.all("[aria-live] li"),
      [],
      "the button says how many there are; the rows are not read out as well",
    );
    await say({ type: "done", batch_id: "b1", spent: 1, credits: 8 });
    assertMatch(document.activeElement?.textContent ?? "", /^1 number checked/);
    await shown.focus("batch-again");
    await shown.press("batch-again");
    assertEquals(shown.at("batch-text").matches(":focus"), true);
    await shown.press("batch-ask");
    assertStringIncludes(shown.text(), "Choose a file or paste numbers");
    await shown.type("batch-text", "030 1234");
    await shown.type("batch-country", "DE");
    await shown.press("batch-ask");
    await say({ type: "failed", error: "Try again." });
    const fields = ["batch-text", "batch-country"].map((id) => Reflect.get(shown.at(id), "value"));
    assertEquals(fields, ["030 1234", "DE"]);
    await shown.press("batch-ask");
    await say({ type: "done", batch_id: "b2", spent: 0, credits: 8 });
    assertEquals(shown.has("batch-text"), false, "its result takes the place of the form");
    await shown.press("batch-again");
    assertEquals(Reflect.get(shown.at("batch-text"), "value"), "");
    await shown.close();
  });
});

describe("a list beyond the packs", () => {
  it("offers packs beside the rows that were left out, and none when every row was checked", async () => {
    for (const state of ["no_credit", "checked"] as const) {
      const stream = openStream();
      const shown = await show(
        <BulkCheckForm
          ports={{ check: () => stream.check(), subscriptionId: () => Promise.resolve("s1") }}
          country=""
          saveCsv={() => Promise.resolve()}
          buy={<p data-testid="packs">Packs</p>}
        />,
        { path: "/" },
      );
      await shown.type("batch-text", "+16502530001");
      await shown.press("batch-ask");
      const events: readonly (BatchEvent | undefined)[] = [
        { type: "row", done: 1, of: 1, row: row(1, { state }) },
        { type: "done", batch_id: "b1", spent: 0, credits: 0 },
        undefined,
      ];
      for (const event of events) {
        stream.send(event);
        await shown.settle();
      }
      assertEquals(shown.all("[data-testid=packs]").length, state === "no_credit" ? 1 : 0);
      assertEquals(shown.has("batch-text"), state === "no_credit", "the list is still there to be sent again");
    }
  });
});

describe("the look-up's field", () => {
  it("asks once; Enter in a busy one does not ask again", async () => {
    const done: unknown[] = [];
    const part = (isBusy: boolean, error = "") => (
      <LookupForm
        value={{ phoneNumber: "+16502530000", country: "US" }}
        onChange={(value) => done.push(value.phoneNumber)}
        claimed=""
        onClaim={(country) => done.push(country)}
        onAsk={() => done.push("ask")}
        isBusy={isBusy}
        error={error}
      />
    );
    const shown = await show(part(false));
    const story = openStory(shown);
    story.add("ready");
    const submit = () => shown.submit(shown.all("form")[0] ?? "none");
    await submit();
    await shown.type("lookup-number", "+1");
    await shown.type("lookup-claimed", "GB");
    await shown.render(part(true));
    story.add("busy");
    await submit();
    await shown.render(part(false, "Too short."));
    story.add("failed");
    assertEquals(done, ["ask", "+1", "GB"]);
    await story.compare("lookup_form");
  });
});
