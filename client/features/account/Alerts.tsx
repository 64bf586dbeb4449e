/** The member's alerts, each with a button that ends it, and an undo right after. */
import { useEffect, useState } from "react";
import type { Watch } from "../../../server/wire/members/alerts.ts";
import { failureSentence } from "../../api/failure.ts";
import { t } from "../../i18n/t.ts";
import { longDate } from "../../lib/format/dates.ts";
import { paths } from "../../lib/browser/paths.ts";
import { Button, ButtonLink } from "../../ui/controls/Button.tsx";
import { EmptyState } from "../../ui/layout/EmptyState.tsx";
import { ErrorNotice, Notice } from "../../ui/layout/Notice.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { CheckedCells } from "../../ui/rows/CheckedCells.tsx";
import { QuietDrawing } from "../../ui/pictures/drawings.tsx";

export interface AlertsProps {
  readonly list: () => Promise<readonly Watch[]>;
  readonly start: (e164: string) => Promise<Watch>;
  readonly end: (id: string) => Promise<void>;
}
const TEXTS = {
  unanswered: t("We couldn't reach our server. Nothing has changed. Check your connection and try again."),
  fallback: t("We couldn't change the alert. Try again."),
};
const LIST_TEXTS = { ...TEXTS, fallback: t("We can't show your alerts right now. Try again.") };

export function Alerts({ list, start, end }: AlertsProps) {
  const [watches, setWatches] = useState<readonly Watch[]>();
  const [busy, setBusy] = useState("");
  const [ended, setEnded] = useState<Watch>();
  const [error, setError] = useState("");
  const run = async (what: string, act: () => Promise<void>) => {
    setBusy(what);
    setError("");
    try {
      await act();
      setWatches(await list());
    } catch (reason) {
      setError(failureSentence(reason, watches === undefined ? LIST_TEXTS : TEXTS));
    } finally {
      setBusy("");
    }
  };
  const load = () => void run("", () => Promise.resolve());
  useEffect(load, []);
  const endOne = (watch: Watch) =>
    run(watch.id, async () => {
      await end(watch.id);
      setEnded(watch);
    });
  const takeBack = (watch: Watch) =>
    run("back", async () => {
      await start(watch.e164);
      setEnded(undefined);
    });
  return (
    <section className="stack stack--16" data-testid="alerts">
      {watches === undefined && error === "" && <Skeleton lines={3} label={t("Loading your alerts")} />}
      {watches?.length === 0 && ended === undefined && <NoAlerts />}
      {watches !== undefined && watches.length > 0 && (
        <>
          <p className="muted">{whereTo(watches)}</p>
          <ul className="rows rows--wrapping">
            {watches.map((watch) => (
              <li key={watch.id} data-testid="alert">
                <CheckedCells row={watch} note={<span>{changeText(watch)}</span>} />
                <Button
                  kind="plain"
                  onClick={() => void endOne(watch)}
                  busy={busy === watch.id ? t("Saving") : undefined}
                  label={t("Turn off alerts for {number}", { number: watch.number })}
                  testId="alert-end"
                >
                  {t("Turn off")}
                </Button>
              </li>
            ))}
          </ul>
          <div>
            <ButtonLink to={paths.webapp()} icon="plus">{t("Check another number")}</ButtonLink>
          </div>
        </>
      )}
      {ended !== undefined && (
        <Notice
          kind="done"
          live
          action={
            <Button
              onClick={() => void takeBack(ended)}
              busy={busy === "back" ? t("Saving") : undefined}
              testId="alert-undo"
            >
              {t("Undo")}
            </Button>
          }
        >
          <p>{t("Alerts for {number} are off.", { number: ended.number })}</p>
        </Notice>
      )}
      {watches === undefined && error !== ""
        ? (
          <Notice kind="error" live action={<Button onClick={load}>{t("Try again")}</Button>}>
            <p>{error}</p>
          </Notice>
        )
        : <ErrorNotice error={error} />}
    </section>
  );
}

/** What a watched number is opened for: whether anything has happened. */
function changeText({ since, changed }: Watch): string {
  return changed === ""
    ? t("No change since {date}", { date: longDate(since) })
    : t("Changed on {date}", { date: longDate(changed) });
}

/** Alerts from before a change of the address keep theirs. */
function whereTo(watches: readonly Watch[]): string {
  const email = [...new Set(watches.map((watch) => watch.email))].join(", ");
  return t("We check each number once a day and email {email} when its score or member reports change.", { email });
}

function NoAlerts() {
  return (
    <EmptyState
      drawing={<QuietDrawing />}
      title={t("No alerts yet")}
      action={<ButtonLink kind="primary" to={paths.webapp()}>{t("Check a number")}</ButtonLink>}
    >
      <p>{t("Turn on alerts in a report, and we'll email you when something about that number changes.")}</p>
    </EmptyState>
  );
}
