/** The guide for its owners; for others what it is and where to buy it. */
import { LANGUAGE } from "../../i18n/language.ts";
import { t } from "../../i18n/t.ts";
import { DEFAULT_LANGUAGE } from "../../../server/wire/site/languages.ts";
import { findPlan } from "../../../server/wire/billing/plans.ts";
import { failureSentence, readFailure } from "../../api/failure.ts";
import { FILES } from "../../api/members.ts";
import { paths } from "../../lib/browser/paths.ts";
import { GuideView } from "../../features/guide/GuideView.tsx";
import { ReportDownloads } from "../../features/reports/ReportDownloads.tsx";
import { money } from "../../lib/format/money.ts";
import { useLoaded } from "../../lib/browser/use_loaded.ts";
import { Button, ButtonLink } from "../../ui/controls/Button.tsx";
import { QuietDrawing } from "../../ui/pictures/drawings.tsx";
import { EmptyState } from "../../ui/layout/EmptyState.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { download, loadGuide } from "./member_ports.ts";

const TEXTS = {
  unanswered: t("Our server did not answer. The guide stays yours: please try again."),
  fallback: t("The guide cannot be shown just now. Please try again."),
};
const GUIDE = `${paths.webapp()}?view=guide`;
const NOT_OWNED = 403;

export function MemberGuide({ chapterId }: { readonly chapterId: string }) {
  const { loaded, again } = useLoaded(loadGuide);
  switch (loaded.kind) {
    case "loading":
      return <Skeleton lines={8} label={t("Opening the guide")} />;
    case "failed": {
      const failure = readFailure(loaded.reason);
      if (failure.kind === "answered" && failure.status === NOT_OWNED) return <NotOwned />;
      return (
        <Notice kind="error" live action={<Button onClick={again}>{t("Try again")}</Button>}>
          <p>{failureSentence(loaded.reason, TEXTS)}</p>
        </Notice>
      );
    }
    case "loaded":
      return (
        <div className="stack stack--32">
          {LANGUAGE !== DEFAULT_LANGUAGE && (
            <Notice kind="info" testId="guide-language">
              <p>{t("The chapters of the guide are in English.")}</p>
            </Notice>
          )}
          <GuideView
            guide={loaded.value}
            chapterId={chapterId}
            toContents={GUIDE}
            toChapter={(id) => `${GUIDE}&chapter=${id}`}
          />
          <ReportDownloads savePdf={() => download(FILES.guidePdf, "TrustCheck guide.pdf")} />
        </div>
      );
  }
}

function NotOwned() {
  const price = findPlan("tck_guide_otp")?.sum_cents ?? 0;
  return (
    <EmptyState
      drawing={<QuietDrawing />}
      title={t("The guide is bought on its own")}
      action={<ButtonLink to={paths.manageSubscriptions()}>{t("See what I own")}</ButtonLink>}
    >
      <p>
        {t(
          "Thirteen chapters on how these calls work, what to do in the first ten minutes and how to get money back. It costs {sum} once, or comes with the Ultimate Pack.",
          { sum: money(price) },
        )}
      </p>
      {LANGUAGE !== DEFAULT_LANGUAGE && <p>{t("The chapters of the guide are in English.")}</p>}
    </EmptyState>
  );
}
