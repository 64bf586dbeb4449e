/** The guide for its owners; for others what it is and where to buy it. */
import { LANGUAGE } from "../../i18n/language.ts";
import { t } from "../../i18n/t.ts";
import type { Guide } from "../../../server/wire/members/guide.ts";
import { DEFAULT_LANGUAGE } from "../../../server/wire/site/languages.ts";
import { failureSentence, readFailure } from "../../api/failure.ts";
import { FILES } from "../../api/members.ts";
import { paths } from "../../lib/browser/paths.ts";
import { GuideView } from "../../features/guide/GuideView.tsx";
import { ReportDownloads } from "../../features/reports/ReportDownloads.tsx";
import { type Loaded, useLoaded } from "../../lib/browser/use_loaded.ts";
import { Button, ButtonLink } from "../../ui/controls/Button.tsx";
import { QuietDrawing } from "../../ui/pictures/drawings.tsx";
import { EmptyState } from "../../ui/layout/EmptyState.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { useTitle } from "../../ui/layout/use_title.ts";
import { BuyExtras } from "../extras/lazy_extras.tsx";
import { download, loadGuide } from "./member_ports.ts";

const TEXTS = {
  unanswered: t("Our server didn't respond. The guide is still yours. Try again."),
  fallback: t("We can't show the guide right now. Try again."),
};
const GUIDE = `${paths.webapp()}?view=guide`;
const NOT_OWNED = 403;

export interface MemberGuideProps {
  readonly title: string;
  readonly chapterId: string;
}

export function MemberGuide({ title, chapterId }: MemberGuideProps) {
  const { loaded, again } = useLoaded(loadGuide);
  const chapter = loaded.kind === "loaded" ? loaded.value.chapters.find(({ id }) => id === chapterId) : undefined;
  useTitle(chapter?.title ?? title);
  return (
    <>
      <div className="title-row">
        {/* The title of a page with one chapter is the chapter's. */}
        {chapter !== undefined
          ? <ButtonLink to={GUIDE} kind="plain" icon="back">{t("All chapters")}</ButtonLink>
          : <h1>{title}</h1>}
        {loaded.kind === "loaded" && (
          <ReportDownloads savePdf={() => download(FILES.guidePdf, "TrustCheck guide.pdf")} />
        )}
      </div>
      <Body loaded={loaded} again={again} chapterId={chapterId} />
    </>
  );
}

interface BodyProps {
  readonly loaded: Loaded<Guide>;
  readonly again: () => void;
  readonly chapterId: string;
}

function Body({ loaded, again, chapterId }: BodyProps) {
  switch (loaded.kind) {
    case "loading":
      return <Skeleton lines={8} label={t("Opening guide")} />;
    case "failed": {
      const failure = readFailure(loaded.reason);
      if (failure.kind === "answered" && failure.status === NOT_OWNED) return <NotOwned onBought={again} />;
      return (
        <Notice kind="error" live action={<Button onClick={again}>{t("Try again")}</Button>}>
          <p>{failureSentence(loaded.reason, TEXTS)}</p>
        </Notice>
      );
    }
    case "loaded":
      return (
        <div className="stack stack--24">
          {LANGUAGE !== DEFAULT_LANGUAGE && (
            <Notice kind="info" testId="guide-language">
              <p>{t("The guide is available in English only.")}</p>
            </Notice>
          )}
          <GuideView
            guide={loaded.value}
            chapterId={chapterId}
            toChapter={(id) => `${GUIDE}&chapter=${id}`}
          />
        </div>
      );
  }
}

function NotOwned({ onBought }: { readonly onBought: () => void }) {
  return (
    <div className="stack stack--32">
      <EmptyState drawing={<QuietDrawing />} title={t("Get the scam guide")}>
        <p>
          {t(
            "13 chapters on how scam calls work, what to do in the first ten minutes, and how to get your money back.",
          )}
        </p>
      </EmptyState>
      <BuyExtras planIds={["tck_guide_otp", "tck_ultimate_pack_otp"]} onBought={onBought} />
    </div>
  );
}
