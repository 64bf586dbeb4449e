/** The member's own number, data export and account deletion, with its consequences above the button. */
import { t } from "../../i18n/t.ts";
import { type FormEvent, useState } from "react";
import { failureSentence } from "../../api/failure.ts";
import { useAction } from "../../ui/controls/use_action.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/controls/Dialog.tsx";
import { ErrorNotice } from "../../ui/layout/Notice.tsx";
import { PhoneField, type PhoneValue } from "../../ui/controls/PhoneField.tsx";

export interface YourDataProps {
  readonly ownNumber: string;
  /** Country for a number typed in national format. */
  readonly country: string;
  readonly saveOwnNumber: (value: PhoneValue) => Promise<string>;
  readonly saveExport: () => Promise<void>;
  /** Resolves once the member is signed out; rejects when nothing was deleted. */
  readonly deleteAll: () => Promise<void>;
}
const LOST = t("We couldn't reach our server. Nothing has changed. Check your connection and try again.");
const sentenceOr = (fallback: string) => (reason: unknown) => failureSentence(reason, { unanswered: LOST, fallback });

export function YourData(props: YourDataProps) {
  return (
    <>
      <OwnNumber {...props} />
      <Export {...props} />
      <Deletion {...props} />
    </>
  );
}

function OwnNumber({ ownNumber, country, saveOwnNumber }: YourDataProps) {
  const [value, setValue] = useState<PhoneValue>({ phoneNumber: ownNumber, country });
  const [done, setDone] = useState("");
  const { isBusy, error, run } = useAction(async () => {
    setDone("");
    const saved = await saveOwnNumber(value);
    setValue({ ...value, phoneNumber: saved });
    setDone(saved === "" ? t("Your number has been removed.") : t("Your number has been saved."));
  }, { sentenceOf: sentenceOr(t("We couldn't save the number. Try again.")) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  return (
    <form className="stack stack--16" onSubmit={submit} noValidate>
      <h2>{t("Your own number")}</h2>
      <PhoneField
        label={t("Your phone number (optional)")}
        value={value}
        onChange={setValue}
        error={error}
        help={t(
          "Scammers spoof numbers like yours. Add yours so we can spot them. Never sold or shown.",
        )}
        testId="own-number"
      />
      <div>
        <Button type="submit" busy={isBusy ? t("Saving") : undefined} testId="own-number-save">
          {t("Save number")}
        </Button>
      </div>
      <p className="small said" aria-live="polite">{done}</p>
    </form>
  );
}

function Export({ saveExport }: YourDataProps) {
  const { isBusy, error, run } = useAction(saveExport, {
    sentenceOf: sentenceOr(t("We couldn't create the file. Nothing has changed. Try again.")),
  });
  return (
    <section className="stack stack--16">
      <h2>{t("Download your data")}</h2>
      <p>{t("Your reports, lists, charges and everything you told us, as readable files in one ZIP.")}</p>
      <ErrorNotice error={error} />
      <div>
        <Button onClick={() => void run()} busy={isBusy ? t("Preparing") : undefined} testId="export">
          {t("Download my data")}
        </Button>
      </div>
    </section>
  );
}

function Deletion({ deleteAll }: YourDataProps) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, error, run } = useAction(deleteAll, {
    sentenceOf: sentenceOr(t("Nothing was deleted. Try again in a moment.")),
    isLast: true,
  });
  return (
    <section className="stack stack--16">
      <h2>{t("Delete account")}</h2>
      <p>
        {t(
          "Permanently deletes your reports, lists, history and profile, and cancels any plan that still renews. We keep invoices without your name, as the law requires.",
        )}
      </p>
      <p>{t("This includes purchases with your email address, even those you never added to this account.")}</p>
      <div>
        <Button kind="danger" onClick={() => setOpen(true)} testId="delete">{t("Delete my account")}</Button>
      </div>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t("Delete your account?")} testId="delete-dialog">
        <div className="stack stack--16">
          <p>
            {t(
              "You'll lose everything you bought, and it can't be restored. Download your data first if you want to keep your reports.",
            )}
          </p>
          <ErrorNotice error={error} />
          <div className="row">
            <Button
              kind="danger"
              onClick={() => void run()}
              busy={isBusy ? t("Deleting") : undefined}
              testId="delete-confirm"
            >
              {t("Delete permanently")}
            </Button>
            <Button onClick={() => setOpen(false)}>{t("Keep my account")}</Button>
          </div>
        </div>
      </Dialog>
    </section>
  );
}
