/** The registry check, step by step: the terms are accepted for one search at a time. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { heldCall, openStory, show } from "../../../tests/support/app/component.ts";
import type { RegistryAbout, RegistryHit, RegistryResult } from "../../../server/wire/members/registry.ts";
import { NetworkError } from "../../api/http.ts";
import { RegistryResults } from "./RegistryResult.tsx";
import { RegistrySearch } from "./RegistrySearch.tsx";

const ABOUT = {
  source: "sample",
  is_sample: true,
  terms: ["Search to protect a person.", "Keep what you find to yourself."],
  terms_version: "v1",
} as unknown as RegistryAbout;
const hit = (id: string, more: Partial<RegistryHit> = {}): RegistryHit => ({
  id,
  name: "Ada Example",
  matched: "name",
  matched_text: "Ada Example",
  birth_year: 1980,
  place: "Austin, TX",
  ...more,
} as RegistryHit);
const result = (hits: readonly RegistryHit[], total = hits.length): RegistryResult =>
  ({ source: "sample", is_sample: true, notice: "Names are not persons.", hits, total }) as RegistryResult;

describe("the entries of a name that many share", () => {
  it("are ten at first, all on a press, and narrowed to the years around one", async () => {
    const hits = Array.from({ length: 14 }, (_, at) => hit(String(at), { birth_year: 1970 + at }));
    const shown = await show(<RegistryResults result={result(hits, 60)} askedFor="Ada" />);
    const count = () => shown.all("[data-testid=registry-entry]").length;
    assertEquals(count(), 10);
    // Three numbers that say the same: how many match, how many are shown, how many one press adds.
    assertStringIncludes(shown.text(), '60 entries match "Ada"');
    assertStringIncludes(shown.text(), "Showing 10 of 60.");
    assertEquals(shown.at("registry-all").textContent, "Show 4 more");
    await shown.focus("registry-all");
    await shown.press("registry-all");
    assertEquals(shown.all("[data-testid=registry-entry]")[10]?.matches(":focus"), true, "the first new one");
    assertEquals([count(), shown.has("registry-all")], [14, false]);
    assertStringIncludes(shown.text(), "Showing 14 of 60. Enter the full name to see fewer.");
    const years = [["19", 14], ["1975", 5], ["1969", 2], [" 1975 ", 5], ["1900", 0]] as const;
    for (const [year, left] of years) {
      await shown.type("registry-year", year);
      assertEquals([year, count()], [year, left]);
    }
    assertStringIncludes(shown.text(), "Showing 0 of 60.");
    assertEquals(shown.has("registry-notice"), true);
    assertEquals(shown.text().includes("Enter the full name"), false, "the year has narrowed them already");
    await shown.render(<RegistryResults key="few" result={result(hits.slice(0, 10))} askedFor="Ada" />);
    assertEquals([count(), shown.has("registry-year")], [10, false]);
    await shown.close();
  });
});

it("each entry says that it is made up, as long as it is; a licensed one has its number", async () => {
  const shown = await show(<RegistryResults result={result([hit("E-1"), hit("E-2")])} askedFor="Ada" />);
  const marks = () => shown.all("[data-testid=registry-entry] .line-row__end").map(({ textContent }) => textContent);
  assertEquals(marks(), ["Made up", "Made up"]);
  await shown.render(<RegistryResults result={{ ...result([hit("E-1")]), is_sample: false }} askedFor="Ada" />);
  assertEquals(marks(), ["E-1"]);
  await shown.close();
});

describe("the registry check's form", () => {
  it("searches once name and terms are given, and asks for the terms again before the next search", async () => {
    const [sent, kept]: [unknown[], unknown[]] = [[], []];
    let held = heldCall<RegistryResult>();
    const ports = {
      search: (body: unknown) => {
        sent.push(body);
        return held.promise;
      },
      keep: (name: string, { total }: RegistryResult) => void kept.push([name, total]),
    };
    const part = (about = ABOUT) => <RegistrySearch about={about} ports={ports} startName="Grace" lastFound={2} />;
    const shown = await show(part());
    const story = openStory(shown);
    story.add("with the last search of this tab");
    await shown.type("registry-name", "Ada Example");
    await shown.press("registry-search");
    story.add("without the terms");
    await shown.press("registry-terms");
    await shown.press("registry-search");
    story.add("searching");
    await shown.press("registry-search");
    held.fail(new NetworkError("down"));
    await shown.settle();
    story.add("no answer");
    // The terms stay accepted for the search that was not made.
    await shown.press("registry-terms");
    const search = async (found: RegistryResult) => {
      held = heldCall();
      await shown.press("registry-terms");
      await shown.press("registry-search");
      held.answer(found);
      await shown.settle();
    };
    await search(result([]));
    story.add("nothing found");
    await search(result([hit("1")]));
    story.add("one entry");
    await search(result([hit("1"), hit("2", { matched: "alias", matched_text: "Adah" })], 9));
    story.add("nine entries, two shown");
    await shown.render(part({ ...ABOUT, is_sample: false }));
    story.add("a licensed source");
    const body = { name: "Ada Example", accepted_terms: "v1" };
    assertEquals(sent, [body, body, body, body]);
    assertEquals(kept, [["Ada Example", 0], ["Ada Example", 1], ["Ada Example", 9]]);
    await story.compare("registry_search");
  });
});
