/** The guide on screen: contents, one chapter, and the way to the next. */
import { it } from "@std/testing/bdd";
import { openStory, show } from "../../../tests/support/app/component.ts";
import type { Guide } from "../../../server/wire/members/guide.ts";
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
