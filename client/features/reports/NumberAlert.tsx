/** One switch that starts and ends alerts about a number, and says where they are sent. */
import { useEffect, useRef, useState } from "react";
import type { Watch } from "../../../server/wire/members/alerts.ts";
import { actSentence } from "../../api/act_failure.ts";
import { t } from "../../i18n/t.ts";
import { reportUnexpected } from "../../lib/unexpected.ts";
import { useAction } from "../../ui/controls/use_action.ts";
import { Switch } from "../../ui/controls/Switch.tsx";
import { ErrorNotice } from "../../ui/layout/Notice.tsx";

export interface AlertPorts {
  readonly list: () => Promise<readonly Watch[]>;
  /** `country` for a number in national format. */
  readonly start: (phoneNumber: string, country: string) => Promise<Watch>;
  readonly end: (id: string) => Promise<void>;
}
const TEXTS = { refused: t("We couldn't change the alert. Try again.") };

export function NumberAlert({ e164, ports }: { readonly e164: string; readonly ports: AlertPorts }) {
  const [watch, setWatch] = useState<Watch>();
  /** A list that was asked for before does not know of it. */
  const hasChanged = useRef(false);
  useEffect(() => {
    // Without a response the switch still works: starting an alert twice creates one.
    ports.list().then((all) => {
      if (!hasChanged.current) setWatch(all.find((row) => row.e164 === e164));
    }).catch(reportUnexpected);
  }, [e164]);
  const { isBusy, error, run } = useAction(async () => {
    const next = watch === undefined ? await ports.start(e164, "") : undefined;
    if (watch !== undefined) await ports.end(watch.id);
    hasChanged.current = true;
    setWatch(next);
  }, { sentenceOf: (reason) => actSentence(reason, TEXTS) });
  return (
    <div className="tile tile--switch screen-only" data-testid="watch">
      <div className="row row--between">
        <span aria-hidden>{t("Alert me about changes")}</span>
        <Switch
          isOn={watch !== undefined}
          onChange={() => void run()}
          isBusy={isBusy}
          label={t("Alert me about changes")}
          testId="watch-toggle"
        />
      </div>
      <p className="small muted" aria-live="polite">
        {watch === undefined ? "" : t("We'll email {email}, at most once a day.", { email: watch.email })}
      </p>
      <ErrorNotice error={error} />
    </div>
  );
}
