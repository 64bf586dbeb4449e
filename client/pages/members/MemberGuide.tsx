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
  unanswered: t("Our server didn't respond. The guide is still yours. Try again."),
  fallback: t("We can't show the guide right now. Try again."),
};
const GUIDE = `${paths.webapp()}?view=guide`;
const NOT_OWNED = 403;

export function MemberGuide({ chapterId }: { readonly chapterId: string }) {
  const { loaded, again } = useLoaded(loadGuide);
  switch (loaded.kind) {
    case "loading":
      return <Skeleton lines={8} label={t("Opening guide")} />;
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
              <p>{t("The guide is available in English only.")}</p>
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
      title={t("Get the scam guide")}
      action={<ButtonLink to={paths.manageSubscriptions()}>{t("See my purchases")}</ButtonLink>}
    >
      <p>
        {t(
          "13 chapters on how scam calls work, what to do in the first ten minutes, and how to get your money back. {sum}, one time, or included in the Ultimate Pack.",
          { sum: money(price) },
        )}
      </p>
      {LANGUAGE !== DEFAULT_LANGUAGE && <p>{t("The guide is available in English only.")}</p>}
    </EmptyState>
  );
}
