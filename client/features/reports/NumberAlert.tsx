/** One button that starts and ends alerts about a number, and says where they are sent. */
import { useEffect, useState } from "react";
import type { Watch } from "../../../server/wire/members/alerts.ts";
import { failureSentence } from "../../api/failure.ts";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";

export interface AlertPorts {
  readonly list: () => Promise<readonly Watch[]>;
  readonly start: (e164: string) => Promise<Watch>;
  readonly end: (id: string) => Promise<void>;
}
const TEXTS = {
  unanswered: t("We could not reach our server. Nothing was changed: check your connection and try again."),
  fallback: t("The alert could not be changed just now. Please try again."),
};

export function NumberAlert({ e164, ports }: { readonly e164: string; readonly ports: AlertPorts }) {
  const [watch, setWatch] = useState<Watch>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState("");
  useEffect(() => {
    // Without a response the button still works: starting an alert twice creates one.
    ports.list().then((all) => setWatch(all.find((row) => row.e164 === e164))).catch(() => undefined);
  }, [e164]);
  const toggle = async () => {
    setBusy(true);
    setError("");
    try {
      if (watch === undefined) setWatch(await ports.start(e164));
      else {
        await ports.end(watch.id);
        setWatch(undefined);
      }
    } catch (reason) {
      setError(failureSentence(reason, TEXTS));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="stack stack--12" data-testid="watch">
      <div>
        <Button
          onClick={() => void toggle()}
          busy={isBusy ? t("Saving") : undefined}
          testId="watch-toggle"
        >
          {watch === undefined ? t("Tell me when this number changes") : t("End the alerts for this number")}
        </Button>
      </div>
      <p className="small muted" aria-live="polite">
        {watch === undefined ? "" : t("Alerts go to {email}, once a day at most.", { email: watch.email })}
      </p>
      {error !== "" && (
        <Notice kind="error" live>
          <p>{error}</p>
        </Notice>
      )}
    </div>
  );
}
