/** The member's own number, and the download of everything that is kept about them. */
import { t } from "../../i18n/t.ts";
import { type FormEvent, useState } from "react";
import { actSentence } from "../../api/act_failure.ts";
import { failureSentence } from "../../api/failure.ts";
import { phoneText } from "../../lib/phone/phone_text.ts";
import { useAction } from "../../ui/controls/use_action.ts";
import { takeFocus } from "../../ui/controls/take_focus.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { ErrorNotice } from "../../ui/layout/Notice.tsx";
import { SettingsPart } from "../../ui/layout/SettingsPart.tsx";
import { LineRow } from "../../ui/rows/LineRow.tsx";
import { PhoneField, type PhoneValue } from "../../ui/controls/PhoneField.tsx";

export interface YourDataProps {
  readonly ownNumber: string;
  /** Country for a number typed in national format. */
  readonly country: string;
  readonly saveOwnNumber: (value: PhoneValue) => Promise<string>;
  readonly saveExport: () => Promise<void>;
}
const EXPORT_TEXTS = {
  unanswered: t("We couldn't reach our server. Nothing has changed. Check your connection and try again."),
  fallback: t("We couldn't create the file. Nothing has changed. Try again."),
};

export function YourData(props: YourDataProps) {
  return (
    <SettingsPart title={t("Your data")}>
      <ul className="list">
        <OwnNumber {...props} />
        <Export {...props} />
      </ul>
    </SettingsPart>
  );
}

function OwnNumber({ ownNumber, country, saveOwnNumber }: YourDataProps) {
  const [saved, setSaved] = useState<string>();
  /** A profile that was asked for before does not know what was saved since. */
  const kept = saved ?? ownNumber;
  const [typed, setTyped] = useState<PhoneValue>();
  const value = typed ?? { phoneNumber: kept, country };
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState("");
  const { isBusy, error, run } = useAction(async () => {
    setDone("");
    const now = await saveOwnNumber(value);
    setSaved(now);
    setTyped(undefined);
    setOpen(false);
    setDone(now === "" ? t("Your number has been removed.") : t("Your number has been saved."));
  }, { sentenceOf: (reason) => actSentence(reason, { refused: t("We couldn't save the number. Try again.") }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  return (
    <LineRow
      title={t("Your own number")}
      note={kept === ""
        ? t("Lets us spot scammers who spoof a number like yours.")
        : <span className="numbers">{phoneText(kept)}</span>}
      end={
        <Button
          kind="plain"
          onClick={() => setOpen(!isOpen)}
          expanded={isOpen}
          label={kept === "" ? t("Add your own number") : t("Change your own number")}
          testId="own-number-edit"
        >
          {kept === "" ? t("Add") : t("Change")}
        </Button>
      }
    >
      {isOpen && (
        <form className="stack stack--16" onSubmit={submit} noValidate>
          <PhoneField
            label={t("Your phone number (optional)")}
            value={value}
            onChange={setTyped}
            error={error}
            help={t("Scammers spoof numbers like yours. Add yours so we can spot them. Never sold or shown.")}
            testId="own-number"
          />
          <div className="row">
            <Button type="submit" kind="primary" busy={isBusy ? t("Saving") : undefined} testId="own-number-save">
              {t("Save number")}
            </Button>
          </div>
        </form>
      )}
      <p className="small said" role="status">
        {done !== "" && <span ref={takeFocus} tabIndex={-1}>{done}</span>}
      </p>
    </LineRow>
  );
}

function Export({ saveExport }: YourDataProps) {
  const { isBusy, error, run } = useAction(saveExport, {
    sentenceOf: (reason) => failureSentence(reason, EXPORT_TEXTS),
  });
  return (
    <LineRow
      title={t("Download your data")}
      note={t("Your reports, lists, charges, and everything you told us, as readable files in one ZIP.")}
      end={
        <Button
          kind="plain"
          onClick={() => void run()}
          busy={isBusy ? t("Preparing") : undefined}
          label={t("Download my data")}
          testId="export"
        >
          {t("Download")}
        </Button>
      }
    >
      <ErrorNotice error={error} />
    </LineRow>
  );
}
