/** The member's alerts, each with a button that ends it, and an undo right after. */
import { useEffect, useState } from "react";
import type { Watch } from "../../../server/wire/members/alerts.ts";
import { failureSentence } from "../../api/failure.ts";
import { t } from "../../i18n/t.ts";
import { longDate } from "../../lib/format/dates.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { ErrorNotice, Notice } from "../../ui/layout/Notice.tsx";

export interface AlertsProps {
  readonly list: () => Promise<readonly Watch[]>;
  readonly start: (e164: string) => Promise<Watch>;
  readonly end: (id: string) => Promise<void>;
}
const TEXTS = {
  unanswered: t("We couldn't reach our server. Nothing has changed. Check your connection and try again."),
  fallback: t("We couldn't change the alert. Try again."),
};

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
      setError(failureSentence(reason, TEXTS));
    } finally {
      setBusy("");
    }
  };
  useEffect(() => void run("", () => Promise.resolve()), []);
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
      {watches?.length === 0 && ended === undefined && <p>{t("No alerts yet. Open a report and turn on alerts.")}</p>}
      {watches !== undefined && watches.length > 0 && (
        <ul className="plain-list stack stack--12">
          {watches.map((watch) => (
            <li key={watch.id} className="row row--between" data-testid="alert">
              <span>
                <strong className="numbers">{watch.number}</strong>
                <br />
                <span className="small muted">{t("On since {date}", { date: longDate(watch.since) })}</span>
              </span>
              <Button
                onClick={() => void endOne(watch)}
                busy={busy === watch.id ? t("Saving") : undefined}
                testId="alert-end"
              >
                {t("Turn off")}
              </Button>
            </li>
          ))}
        </ul>
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
      <ErrorNotice error={error} />
    </section>
  );
}
