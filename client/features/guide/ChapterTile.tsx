/** The way into one chapter, large: its picture, what it is about, and how long it takes to read. */
import { plural } from "../../i18n/plural.ts";
import { t } from "../../i18n/t.ts";
import { Link } from "react-router-dom";
import type { Chapter } from "../../../server/wire/members/guide.ts";
import { Icon } from "../../ui/pictures/Icon.tsx";
import { Picture } from "../../ui/pictures/Picture.tsx";
import { minutesOf, pictureOf, WRITTEN_IN } from "./chapter_facts.ts";

export interface ChapterLinkProps {
  readonly chapter: Chapter;
  readonly to: string;
}

export interface ChapterTileProps extends ChapterLinkProps {
  /** Above the title: why this chapter. */
  readonly eyebrow?: string;
}

export function ChapterTile({ chapter, to, eyebrow }: ChapterTileProps) {
  return (
    <Link to={to} className="chapter-tile">
      <Picture name={pictureOf(chapter)} size={72} />
      <span className="chapter-tile__words">
        {eyebrow !== undefined && <span className="small muted">{eyebrow}</span>}
        <strong lang={WRITTEN_IN}>{chapter.title}</strong>
        <span className="small muted" lang={WRITTEN_IN}>{chapter.lead}</span>
        <span className="chapter-tile__time small">{readingTime(chapter)}</span>
      </span>
      <Icon name="chevron" size={20} className="opens__mark" />
    </Link>
  );
}

export function readingTime(chapter: Chapter): string {
  const minutes = minutesOf(chapter);
  return plural(minutes, { one: t("1 min read"), other: t("{minutes} min read", { minutes }) });
}
