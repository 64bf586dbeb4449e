/** The member's alerts: a switch for each number with its last change, and a field that adds a number. */
import { type FormEvent, useEffect, useState } from "react";
import type { Watch } from "../../../server/wire/members/alerts.ts";
import { actSentence } from "../../api/act_failure.ts";
import { failureSentence } from "../../api/failure.ts";
import { phoneText } from "../../lib/phone/phone_text.ts";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { PhoneField, type PhoneValue } from "../../ui/controls/PhoneField.tsx";
import { Switch } from "../../ui/controls/Switch.tsx";
import { useAction } from "../../ui/controls/use_action.ts";
import { ErrorNotice, Notice } from "../../ui/layout/Notice.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import type { RowTarget } from "../../ui/rows/NumberRow.tsx";
import { QuietDrawing } from "../../ui/pictures/drawings.tsx";
import { EmptyState } from "../../ui/layout/EmptyState.tsx";
import { WatchedNumber } from "./WatchedNumber.tsx";
import { latestFirst } from "./alert_note.ts";

export interface AlertsProps {
  readonly list: () => Promise<readonly Watch[]>;
  /** `country` for a number in national format. */
  readonly start: (phoneNumber: string, country: string) => Promise<Watch>;
  readonly end: (id: string) => Promise<void>;
  /** Country of the field, if known: ISO 3166 alpha-2 or empty. */
  readonly country: string;
  /** Where a number that the member has no report on is checked. */
  readonly toCheck: (watch: Watch) => RowTarget;
}
const TEXTS = { refused: t("We couldn't change the alert. Try again.") };
const LIST_TEXTS = {
  unanswered: t("We couldn't reach our server. Nothing has changed. Check your connection and try again."),
  fallback: t("We can't show your alerts right now. Try again."),
};

export function Alerts({ list, start, end, country, toCheck }: AlertsProps) {
  const [watches, setWatches] = useState<readonly Watch[]>();
  /** Turned off on this screen: the rows stay, so that one more press takes it back. */
  const [off, setOff] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState<readonly string[]>([]);
  const [said, setSaid] = useState("");
  const [error, setError] = useState("");
  const load = () => {
    setError("");
    list().then(setWatches).catch((reason: unknown) => setError(failureSentence(reason, LIST_TEXTS)));
  };
  useEffect(load, []);
  if (watches === undefined) {
    return (
      <section data-testid="alerts">
        {error === ""
          ? <Skeleton lines={3} label={t("Loading your alerts")} />
          : (
            <Notice kind="error" live action={<Button onClick={load}>{t("Try again")}</Button>}>
              <p>{error}</p>
            </Notice>
          )}
      </section>
    );
  }
  const keep = (watch: Watch) => {
    setWatches((known = []) =>
      known.some(({ e164 }) => e164 === watch.e164)
        ? known.map((row) => row.e164 === watch.e164 ? watch : row)
        : [...known, watch]
    );
    setOff((known) => without(known, watch.e164));
    setSaid(t("Alerts for {number} are on.", { number: phoneText(watch.number) }));
  };
  const turn = async (watch: Watch, isOn: boolean) => {
    setBusy((known) => [...known, watch.e164]);
    setError("");
    try {
      if (isOn) keep(await start(watch.e164, ""));
      else {
        await end(watch.id);
        setOff((known) => [...known, watch.e164]);
        setSaid(t("Alerts for {number} are off.", { number: phoneText(watch.number) }));
      }
    } catch (reason) {
      setError(actSentence(reason, TEXTS));
    } finally {
      setBusy((known) => without(known, watch.e164));
    }
  };
  return (
    <section className="stack stack--24" data-testid="alerts">
      {watches.length > 0 && <p className="muted alerts__intro">{whereTo(watches)}</p>}
      <div className="aside-pair">
        <div className="stack stack--32">
          {watches.length === 0 ? <NoAlerts /> : (
            <ul className="list" aria-label={t("Numbers with alerts")}>
              {latestFirst(watches).map((watch) => {
                const isOn = !off.includes(watch.e164);
                return (
                  <WatchedNumber
                    key={watch.e164}
                    watch={watch}
                    toCheck={toCheck}
                    isOff={!isOn}
                    control={
                      <Switch
                        isOn={isOn}
                        onChange={(next) => void turn(watch, next)}
                        isBusy={busy.includes(watch.e164)}
                        label={t("Alerts for {number}", { number: phoneText(watch.number) })}
                        testId="alert-switch"
                      />
                    }
                    testId="alert"
                  />
                );
              })}
            </ul>
          )}
          <ErrorNotice error={error} />
          <p className="visually-hidden" role="status">{said}</p>
        </div>
        <AddNumber
          country={country}
          add={async ({ phoneNumber, country }) => keep(await start(phoneNumber, country))}
        />
      </div>
    </section>
  );
}

function without(all: readonly string[], e164: string): readonly string[] {
  return all.filter((each) => each !== e164);
}

interface AddNumberProps {
  readonly country: string;
  readonly add: (value: PhoneValue) => Promise<void>;
}

function AddNumber({ country, add }: AddNumberProps) {
  const [value, setValue] = useState<PhoneValue>({ phoneNumber: "", country });
  const { isBusy, error, run } = useAction(async () => {
    await add(value);
    setValue({ ...value, phoneNumber: "" });
  }, { sentenceOf: (reason) => actSentence(reason, TEXTS) });
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(value.phoneNumber.trim() === "");
    if (value.phoneNumber.trim() !== "") void run();
  };
  return (
    <form className="card stack stack--16" onSubmit={submit} noValidate>
      <h2>{t("Add a number")}</h2>
      <PhoneField
        label={t("Phone number")}
        value={value}
        onChange={setValue}
        error={isMissing && value.phoneNumber.trim() === "" ? t("Enter a phone number.") : error}
        help={t("Alerts don't use a check.")}
        testId="alert-number"
      />
      <Button type="submit" kind="primary" wide busy={isBusy ? t("Saving") : undefined} testId="alert-add">
        {t("Turn on alerts")}
      </Button>
    </form>
  );
}

/** Alerts from before a change of the address keep theirs. */
function whereTo(watches: readonly Watch[]): string {
  const email = [...new Set(watches.map((watch) => watch.email))].join(", ");
  return t(
    "We check each number once a day and email {email} when its score changes noticeably or its member reports change.",
    { email },
  );
}

function NoAlerts() {
  return (
    <EmptyState drawing={<QuietDrawing />} title={t("No alerts yet")}>
      <p>{t("Add a number, and we'll email you when something about it changes.")}</p>
    </EmptyState>
  );
}
