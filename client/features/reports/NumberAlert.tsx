/** One button that starts and ends alerts about a number, and says where they are sent. */
import { useEffect, useState } from "react";
import type { Watch } from "../../../server/wire/members/alerts.ts";
import { failureSentence } from "../../api/failure.ts";
import { t } from "../../i18n/t.ts";
import { useAction } from "../../ui/controls/use_action.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { ErrorNotice } from "../../ui/layout/Notice.tsx";

export interface AlertPorts {
  readonly list: () => Promise<readonly Watch[]>;
  readonly start: (e164: string) => Promise<Watch>;
  readonly end: (id: string) => Promise<void>;
}
const TEXTS = {
  unanswered: t("We couldn't reach our server. Nothing has changed. Check your connection and try again."),
  fallback: t("We couldn't change the alert. Try again."),
};

export function NumberAlert({ e164, ports }: { readonly e164: string; readonly ports: AlertPorts }) {
  const [watch, setWatch] = useState<Watch>();
  useEffect(() => {
    // Without a response the button still works: starting an alert twice creates one.
    ports.list().then((all) => setWatch(all.find((row) => row.e164 === e164))).catch(() => undefined);
  }, [e164]);
  const { isBusy, error, run } = useAction(async () => {
    if (watch === undefined) return setWatch(await ports.start(e164));
    await ports.end(watch.id);
    setWatch(undefined);
  }, { sentenceOf: (reason) => failureSentence(reason, TEXTS) });
  return (
    <div className="stack stack--12" data-testid="watch">
      <div>
        <Button
          onClick={() => void run()}
          busy={isBusy ? t("Saving") : undefined}
          testId="watch-toggle"
        >
          {watch === undefined ? t("Alert me of changes") : t("Turn off alerts")}
        </Button>
      </div>
      <p className="small muted" aria-live="polite">
        {watch === undefined ? "" : t("We'll email {email}, at most once a day.", { email: watch.email })}
      </p>
      <ErrorNotice error={error} />
    </div>
  );
}
