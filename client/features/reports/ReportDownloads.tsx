/** Downloads: the PDF and, for a report, the data behind its hash. */
import { t } from "../../i18n/t.ts";
import { type ReactNode, useState } from "react";
import { failureSentence, readFailure } from "../../api/failure.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";

export interface ReportDownloadsProps {
  /** Downloads and saves; rejects with the server's response. */
  readonly savePdf: () => Promise<void>;
  /** Of a report, whose downloads are two of its actions: names below the icons. */
  readonly saveData?: () => Promise<void>;
  /** Where the PDF can be bought, shown when it is not owned. */
  readonly buy?: (onBought: () => void) => ReactNode;
}
const NOT_OWNED = 403;
const TEXTS = {
  unanswered: t("We couldn't reach our server. Nothing was lost. Check your connection and try again."),
  fallback: t("We couldn't create the file. Nothing was lost. Try again."),
};

export function ReportDownloads({ savePdf, saveData, buy }: ReportDownloadsProps) {
  const [busy, setBusy] = useState("");
  const [error, setError] = useState("");
  const [isLocked, setLocked] = useState(false);
  const run = async (what: string, save: () => Promise<void>) => {
    if (busy !== "") return;
    setBusy(what);
    setError("");
    setLocked(false);
    try {
      await save();
    } catch (reason) {
      const failure = readFailure(reason);
      setLocked(failure.kind === "answered" && failure.status === NOT_OWNED);
      setError(failureSentence(reason, TEXTS));
    } finally {
      setBusy("");
    }
  };
  return (
    <div className="downloads" data-testid="take-away">
      <div className="row">
        <Button
          icon={saveData !== undefined ? "report" : "download"}
          onClick={() => void run("pdf", savePdf)}
          busy={busy === "pdf" ? t("Creating PDF") : undefined}
          {...(saveData !== undefined ? { className: "report-act" } : {})}
          testId="save-pdf"
        >
          {t("Download PDF")}
        </Button>
        {saveData !== undefined && (
          <Button
            icon="download"
            onClick={() => void run("data", saveData)}
            busy={busy === "data" ? t("Saving") : undefined}
            className="report-act"
          >
            {t("Download data")}
          </Button>
        )}
      </div>
      {error !== "" && (
        <Notice kind="caution" live>
          <p>{error}</p>
        </Notice>
      )}
      {/* The purchase stays in view with its receipt. */}
      {isLocked && buy?.(() => setError(""))}
    </div>
  );
}
