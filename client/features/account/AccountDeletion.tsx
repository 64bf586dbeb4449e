/** The end of an account: one quiet row, and a question with its consequences before anything is deleted. */
import { t } from "../../i18n/t.ts";
import { useState } from "react";
import { actSentence } from "../../api/act_failure.ts";
import { useAction } from "../../ui/controls/use_action.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/controls/Dialog.tsx";
import { ErrorNotice } from "../../ui/layout/Notice.tsx";
import { LineRow } from "../../ui/rows/LineRow.tsx";

const TEXTS = { refused: t("Nothing was deleted. Try again in a moment.") };

export interface AccountDeletionProps {
  /** Resolves to false when only the sign-in stays; rejects when nothing was deleted, or without an answer. */
  readonly deleteAll: () => Promise<boolean>;
  /** Signs the member out. */
  readonly onLeave: () => Promise<void>;
}

export function AccountDeletion({ deleteAll, onLeave }: AccountDeletionProps) {
  const [isOpen, setOpen] = useState(false);
  const [staysSignIn, setStaysSignIn] = useState(false);
  const { isBusy, error, run } = useAction(async () => {
    if (await deleteAll()) await onLeave();
    else setStaysSignIn(true);
  }, {
    sentenceOf: (reason) => actSentence(reason, TEXTS),
    isLast: true,
  });
  const close = () => setOpen(false);
  return (
    <section>
      <ul className="list list--danger">
        <LineRow
          title={t("Delete account")}
          note={t("Permanently deletes your data and cancels any plan that renews.")}
          end={
            <Button kind="plain" onClick={() => setOpen(true)} label={t("Delete my account")} testId="delete">
              {t("Delete")}
            </Button>
          }
        />
      </ul>
      {staysSignIn && <SignInStays onLeave={onLeave} />}
      <Dialog
        open={isOpen && !staysSignIn}
        onClose={isBusy ? undefined : close}
        title={t("Delete your account?")}
        testId="delete-dialog"
      >
        <div className="stack stack--16">
          <p>
            {t(
              "Permanently deletes your reports, lists, history, and profile, and cancels any plan that still renews. We keep invoices without your name, as the law requires.",
            )}
          </p>
          <p>{t("This includes purchases with your email address, even those you never added to this account.")}</p>
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
            <Button onClick={close} disabled={isBusy}>{t("Keep my account")}</Button>
          </div>
        </div>
      </Dialog>
    </section>
  );
}

/** At a provider that deletes a sign-in account only soon after a sign-in. */
function SignInStays({ onLeave }: Pick<AccountDeletionProps, "onLeave">) {
  return (
    <Dialog open title={t("Your data is deleted")} testId="delete-sign-in-stays">
      <div className="stack stack--16">
        <p>{t("No plan renews anymore, but your sign-in still exists.")}</p>
        <p>{t("To delete it too, sign in again and delete your account right away.")}</p>
        <div className="row">
          <Button kind="primary" onClick={() => void onLeave()} takesFocus testId="delete-leave">
            {t("Sign out")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
