/** The guide as a PDF. */
import { DEFAULT_LANGUAGE } from "../../../wire/site/languages.ts";
import type { Chapter, Guide } from "../../../wire/members/guide.ts";
import { createPaper, type Paper } from "../pdf/paper.ts";

const MADE = new Date("2026-11-21T00:00:00Z");
const GENERAL = "General information, not legal advice. Rules differ between countries and change over time. For the " +
  "current ones, see each authority's own site.";

export async function drawGuide(guide: Guide): Promise<Uint8Array<ArrayBuffer>> {
  const paper = createPaper({
    language: DEFAULT_LANGUAGE,
    title: guide.title,
    foot: `TrustCheck guide, version ${guide.version}`,
    made: MADE,
  });
  paper.title(guide.title, `Version ${guide.version}`);
  paper.p(GENERAL);
  paper.h2("Chapters");
  guide.chapters.forEach((chapter, at) => paper.row(String(at + 1), chapter.title));
  for (const chapter of guide.chapters) writeChapter(paper, chapter);
  return await paper.finish();
}

function writeChapter(paper: Paper, { title, lead, sections, short, sources }: Chapter): void {
  paper.newPage();
  paper.title(title, lead);
  paper.h2("In short");
  for (const line of short) paper.item(line);
  for (const section of sections) {
    paper.h2(section.title);
    for (const [at, step] of (section.steps ?? []).entries()) paper.step(at + 1, step);
    for (const paragraph of section.paragraphs) paper.p(paragraph);
  }
  paper.h2("Sources");
  for (const { who, says } of sources) paper.small(`${who}. ${says}`);
}
