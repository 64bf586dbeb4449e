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
  sections: [{ title: "Section", paragraphs: ["One.", "Two."] }],
  short: ["Short one.", "Short two."],
  sources: [{ who: "Somewhere", says: "what it says" }],
});

it("shows the contents, a chapter with its sources, and no next one after the last", async () => {
  const guide: Guide = { chapters: [chapter("a"), chapter("b")] } as unknown as Guide;
  const part = (chapterId: string) => (
    <GuideView
      guide={guide}
      chapterId={chapterId}
      toContents="/guide"
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

it("a chapter has its reading time, at least a minute, and the picture of its answer or its own", () => {
  const words = (count: number) => ({ ...chapter("x"), about: null, lead: Array(count).fill("word").join(" ") });
  // Beside the lead, seven words of the section and of what it says in short.
  assertEquals([0, 200, 400, 800].map((count) => minutesOf(words(count))), [1, 1, 2, 4]);
  assertEquals(pictureOf({ ...words(1), about: "bank" }), "3-bank");
  assertEquals(pictureOf({ ...words(1), id: "first-minutes" }), "10-hurry");
  assertEquals(pictureOf(words(1)), "buy-guide");
});
