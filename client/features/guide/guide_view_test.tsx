/** The guide on screen: contents, one chapter, and the way to the next. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { openStory, show } from "../../../tests/support/app/component.ts";
import type { Guide } from "../../../server/wire/members/guide.ts";
import { minutesOf, pictureOf } from "./chapter_facts.ts";
import { GuideView } from "./GuideView.tsx";

const chapter = (id: string) => ({
  id,
  title: `Title ${id}`,
  lead: `Lead ${id}`,
  sections: [
    { title: "Section", paragraphs: ["One.", "Two."] },
    { title: "What to do", steps: ["First.", "Then."], paragraphs: ["Because."] },
  ],
  short: ["Short one.", "Short two."],
  sources: [{ who: "Somewhere", says: "what it says" }],
});

it("shows the contents, a chapter with its sources, and no next one after the last", async () => {
  const guide: Guide = { chapters: [chapter("a"), chapter("b")] } as unknown as Guide;
  const part = (chapterId: string) => (
    <GuideView
      guide={guide}
      chapterId={chapterId}
      toChapter={(id) => `/guide/${id}`}
    />
  );
  const shown = await show(part(""), { path: "/guide" });
  const story = openStory(shown);
  story.add("contents");
  await shown.render(part("a"));
  story.add("the first chapter");
  await shown.render(part("b"));
  story.add("the last chapter");
  await shown.render(part("unknown"));
  story.add("an unknown chapter");
  await story.compare("guide");
});

it("groups the chapters in their order: where to start, the callers, after the call", async () => {
  const abouts = [null, null, "bank", "delivery", null] as const;
  const chapters = abouts.map((about, at) => ({ ...chapter(String(at)), about }));
  const groups = async (guide: object) => {
    const shown = await show(
      <GuideView guide={guide as Guide} chapterId="" toChapter={(id) => `/guide/${id}`} />,
      { path: "/guide" },
    );
    const found = shown.all("section").map((group) => [
      group.querySelector("h2")?.textContent,
      ...[...group.querySelectorAll("a strong, a.opens__link")].map((title) => title.textContent),
    ]);
    await shown.close();
    return found;
  };
  assertEquals(await groups({ chapters }), [
    ["Start here", "Title 0", "Title 1"],
    ["Who they say they are", "Title 2", "Title 3"],
    ["After the call", "Title 4"],
  ]);
  assertEquals(await groups({ chapters: chapters.slice(0, 1) }), [["Start here", "Title 0"]]);
  assertEquals(await groups({ chapters: [] }), []);
});

it("a chapter has its reading time, at least a minute, and the picture of its answer or its own", () => {
  const words = (count: number) => ({ ...chapter("x"), about: null, lead: Array(count).fill("word").join(" ") });
  // Beside the lead, 13 words of the sections, their steps, and of what it says in short.
  assertEquals([0, 200, 400, 800].map((count) => minutesOf(words(count))), [1, 1, 2, 4]);
  const steps = Array(200).fill("do");
  assertEquals(minutesOf({ ...words(200), sections: [{ title: "", steps, paragraphs: [] }] }), 2);
  assertEquals(pictureOf({ ...words(1), about: "bank" }), "3-bank");
  assertEquals(pictureOf({ ...words(1), id: "first-minutes" }), "10-hurry");
  assertEquals(pictureOf(words(1)), "buy-guide");
});
