/** What a tile says of a chapter beside its title: a picture, and how long it takes to read. */
import type { Chapter } from "../../../server/wire/members/guide.ts";
import { DEFAULT_LANGUAGE } from "../../../server/wire/site/languages.ts";
import type { PictureName } from "../../drawings/pictures.ts";

/** Language of the chapters, independent of the page's. */
export const WRITTEN_IN = DEFAULT_LANGUAGE;
/** Silent reading of plain prose. */
const WORDS_A_MINUTE = 200;
/** Chapters for every reader; the others have the picture of their answer in the questions. */
const PICTURES: Readonly<Record<string, PictureName>> = {
  "first-minutes": "10-hurry",
  "how-it-works": "1-call",
  report: "19-report",
  protect: "18-relative",
};

export function pictureOf({ id, about }: Chapter): PictureName {
  return about === null ? PICTURES[id] ?? "buy-guide" : `3-${about}`;
}

export function minutesOf({ lead, sections, short }: Chapter): number {
  const said = sections.flatMap(({ title, steps = [], paragraphs }) => [title, ...steps, ...paragraphs]);
  const text = [lead, ...said, ...short].join(" ");
  return Math.max(1, Math.round(text.split(/\s+/).length / WORDS_A_MINUTE));
}
