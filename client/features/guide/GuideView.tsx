/** The guide on screen: its chapters as tiles, and one chapter at a time with its sources below. */
import { t } from "../../i18n/t.ts";
import { Link } from "react-router-dom";
import type { Chapter, Guide } from "../../../server/wire/members/guide.ts";
import { Icon } from "../../ui/pictures/Icon.tsx";
import { Picture } from "../../ui/pictures/Picture.tsx";
import { LineRow } from "../../ui/rows/LineRow.tsx";
import { type ChapterLinkProps, ChapterTile, readingTime } from "./ChapterTile.tsx";
import { pictureOf, WRITTEN_IN } from "./chapter_facts.ts";

export interface GuideViewProps {
  readonly guide: Guide;
  readonly chapterId: string;
  readonly toChapter: (id: string) => string;
}

export function GuideView({ guide, chapterId, toChapter }: GuideViewProps) {
  const at = guide.chapters.findIndex((chapter) => chapter.id === chapterId);
  const chapter = guide.chapters[at];
  if (chapter === undefined) return <Contents guide={guide} toChapter={toChapter} />;
  const next = guide.chapters[at + 1];
  return (
    <div className="chapter-page" key={chapter.id}>
      <Index chapter={chapter} />
      <article className="chapter stack stack--24" data-testid="guide-chapter">
        <ChapterText chapter={chapter} count={t("Chapter {n} of {all}", { n: at + 1, all: guide.chapters.length })} />
        {next !== undefined && (
          <nav aria-label={t("Next chapter")}>
            <ChapterTile chapter={next} to={toChapter(next.id)} eyebrow={t("Next chapter")} />
          </nav>
        )}
      </article>
    </div>
  );
}

const partId = (at: number) => `part-${at + 1}`;

/** Beside the text on wide screens; on others the key points come first, and a chapter is a few screens long. */
function Index({ chapter }: { readonly chapter: Chapter }) {
  const title = t("On this page");
  return (
    <nav className="chapter-index stack stack--8" aria-label={title}>
      <p className="small muted">{title}</p>
      <ol lang={WRITTEN_IN}>
        {chapter.sections.map((section, at) => (
          <li key={section.title}>
            <a href={`#${partId(at)}`}>{section.title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Contents({ guide: { chapters }, toChapter }: Pick<GuideViewProps, "guide" | "toChapter">) {
  return (
    <nav aria-label={t("Chapters")} className="stack stack--32" data-testid="guide-contents">
      {chapterGroups(chapters).map(({ title, lead, rows }) => (
        <section key={title} className="stack stack--12">
          <h2>{title}</h2>
          {lead !== undefined && <ChapterTile chapter={lead} to={toChapter(lead.id)} />}
          {rows.length > 0 && (
            <ol className="list">
              {rows.map((chapter) => <Row key={chapter.id} chapter={chapter} to={toChapter(chapter.id)} />)}
            </ol>
          )}
        </section>
      ))}
    </nav>
  );
}

interface ChapterGroup {
  readonly title: string;
  /** The one to read when something has just happened, so it is the largest. */
  readonly lead?: Chapter | undefined;
  readonly rows: readonly Chapter[];
}

/** In the order of the guide: the callers' stories stand between what is true of all of them. */
function chapterGroups(chapters: readonly Chapter[]): readonly ChapterGroup[] {
  const from = Math.max(1, chapters.findIndex(({ about }) => about !== null));
  const to = Math.max(from, chapters.findLastIndex(({ about }) => about !== null) + 1);
  return [
    { title: t("Start here"), lead: chapters[0], rows: chapters.slice(1, from) },
    { title: t("Who they say they are"), rows: chapters.slice(from, to) },
    { title: t("After the call"), rows: chapters.slice(to) },
  ].filter(({ lead, rows }) => lead !== undefined || rows.length > 0);
}

/** Where there is no room for its lead, the title says enough. */
function Row({ chapter, to }: ChapterLinkProps) {
  return (
    <LineRow
      opens
      lead={<Picture name={pictureOf(chapter)} size={40} />}
      title={<Link to={to} className="opens__link" lang={WRITTEN_IN}>{chapter.title}</Link>}
      note={
        <div className="chapter-row">
          <span className="chapter-row__lead" lang={WRITTEN_IN}>{chapter.lead}</span>
          <span className="chapter-row__time">{readingTime(chapter)}</span>
        </div>
      }
      end={<Icon name="chevron" size={20} className="opens__mark" />}
    />
  );
}

/** What is needed first stands first: a member in an emergency reads no further. */
function ChapterText({ chapter, count }: { readonly chapter: Chapter; readonly count: string }) {
  return (
    <>
      <header className="chapter__head">
        <Picture name={pictureOf(chapter)} size={72} />
        <div className="stack stack--8">
          <p className="small muted">{count} · {readingTime(chapter)}</p>
          <h1 lang={WRITTEN_IN}>{chapter.title}</h1>
          <p lang={WRITTEN_IN}>{chapter.lead}</p>
        </div>
      </header>
      <section className="card card--mist stack stack--12">
        <h2>{t("In short")}</h2>
        <ul className="terms" lang={WRITTEN_IN}>
          {chapter.short.map((line) => <li key={line}>{line}</li>)}
        </ul>
      </section>
      {chapter.sections.map((section, at) => (
        <section key={section.title} id={partId(at)} className="chapter__part stack stack--12" lang={WRITTEN_IN}>
          <h2>{section.title}</h2>
          {section.steps !== undefined && (
            <ol className="numbered">
              {section.steps.map((step) => <li key={step}>{step}</li>)}
            </ol>
          )}
          {section.paragraphs.map((paragraph) => <p key={paragraph}>{paragraph}</p>)}
        </section>
      ))}
      <section className="stack stack--8">
        <h2>{t("Sources")}</h2>
        {chapter.sources.map(({ who, says }) => (
          <p key={who} className="small muted" lang={WRITTEN_IN}>
            <strong>{who}.</strong> {says}
          </p>
        ))}
      </section>
    </>
  );
}
