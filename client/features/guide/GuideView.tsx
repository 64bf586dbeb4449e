/** The guide on screen: its contents, and one chapter at a time with its sources below. */
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import { Link } from "react-router-dom";
import type { Chapter, Guide } from "../../../server/wire/members/guide.ts";
import { DEFAULT_LANGUAGE } from "../../../server/wire/site/languages.ts";

/** Language of the chapters, independent of the page's. */
const WRITTEN_IN = DEFAULT_LANGUAGE;

export interface GuideViewProps {
  readonly guide: Guide;
  readonly chapterId: string;
  readonly toContents: string;
  readonly toChapter: (id: string) => string;
}

export function GuideView({ guide, chapterId, toContents, toChapter }: GuideViewProps) {
  const at = guide.chapters.findIndex((chapter) => chapter.id === chapterId);
  const chapter = guide.chapters[at];
  if (chapter === undefined) return <Contents guide={guide} toChapter={toChapter} />;
  const next = guide.chapters[at + 1];
  return (
    <article className="legal__text stack stack--24" data-testid="guide-chapter">
      <p className="small">
        <Link to={toContents}>{t("All chapters")}</Link>
      </p>
      <ChapterText chapter={chapter} />
      {next !== undefined && (
        <p>{rich("Next: {title}", { title: <Link lang={WRITTEN_IN} to={toChapter(next.id)}>{next.title}</Link> })}</p>
      )}
    </article>
  );
}

function Contents({ guide, toChapter }: Pick<GuideViewProps, "guide" | "toChapter">) {
  return (
    <nav aria-label={t("Chapters")} data-testid="guide-contents">
      <ol className="numbered">
        {guide.chapters.map((chapter) => (
          <li key={chapter.id} lang={WRITTEN_IN}>
            <div>
              <strong>
                <Link to={toChapter(chapter.id)}>{chapter.title}</Link>
              </strong>
              <p className="small muted">{chapter.lead}</p>
            </div>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function ChapterText({ chapter }: { readonly chapter: Chapter }) {
  return (
    <>
      <h2 lang={WRITTEN_IN}>{chapter.title}</h2>
      <p className="lead" lang={WRITTEN_IN}>{chapter.lead}</p>
      {chapter.sections.map((section) => (
        <section key={section.title} className="stack stack--12" lang={WRITTEN_IN}>
          <h3>{section.title}</h3>
          {section.paragraphs.map((paragraph) => <p key={paragraph}>{paragraph}</p>)}
        </section>
      ))}
      <section className="card card--mist stack stack--12">
        <h3>{t("In short")}</h3>
        <ul className="plain-list" lang={WRITTEN_IN}>
          {chapter.short.map((line) => <li key={line}>{line}</li>)}
        </ul>
      </section>
      <section className="stack stack--8">
        <h3>{t("Sources")}</h3>
        {chapter.sources.map(({ who, says }) => (
          <p key={who} className="small muted" lang={WRITTEN_IN}>
            <strong>{who}.</strong> {says}
          </p>
        ))}
      </section>
    </>
  );
}
