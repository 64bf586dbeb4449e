/** The account's passkeys: list, add, and remove after a confirmation. */
import { useEffect, useRef, useState } from "react";
import type { Passkey } from "../../../server/wire/passkeys.ts";
import { actSentence } from "../../api/act_failure.ts";
import { failureSentence, readFailure, textField } from "../../api/failure.ts";
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import { longDate } from "../../lib/format/dates.ts";
import { passkeySentence } from "../../lib/browser/passkeys.ts";
import { useAction } from "../../ui/controls/use_action.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/controls/Dialog.tsx";
import { ErrorNotice, Notice } from "../../ui/layout/Notice.tsx";
import { SettingsPart } from "../../ui/layout/SettingsPart.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { LineRow } from "../../ui/rows/LineRow.tsx";

export interface PasskeysProps {
  readonly load: () => Promise<readonly Passkey[]>;
  readonly add: () => Promise<Passkey>;
  /** Ways to confirm who is signed in without leaving the page. */
  readonly confirm: readonly Confirmer[];
  readonly remove: (id: string) => Promise<void>;
}

export interface Confirmer {
  readonly label: string;
  /** Only for an account that has a passkey. */
  readonly needsPasskey?: boolean;
  /** Empty once confirmed; otherwise what the member does next. */
  readonly run: () => Promise<string>;
  /** The sentence for its rejection; empty when that is none of its own. */
  readonly explain?: (reason: unknown) => Promise<string>;
}

const LOST = t("We couldn't reach our server. Nothing has changed. Check your connection and try again.");
const sentence = (reason: unknown, fallback: string) =>
  passkeySentence(reason) ?? failureSentence(reason, { unanswered: LOST, fallback });
const sentenceOfAct = (reason: unknown, refused: string) => passkeySentence(reason) ?? actSentence(reason, { refused });

export function Passkeys({ load, add, confirm, remove }: PasskeysProps) {
  const [passkeys, setPasskeys] = useState<readonly Passkey[]>();
  const [isAdding, setAdding] = useState(false);
  const [error, setError] = useState("");
  const [done, setDone] = useState("");
  const [asked, setAsked] = useState<Passkey>();
  const [isConfirming, setConfirming] = useState(false);
  const said = useRef<HTMLParagraphElement>(null);
  const reload = () => {
    setError("");
    load().then(setPasskeys).catch((reason: unknown) =>
      setError(sentence(reason, t("We couldn't load your passkeys. Try again.")))
    );
  };
  useEffect(reload, []);
  useEffect(() => {
    // The row of a removed passkey is gone, and with it the button that the dialog would return the focus to.
    if (done !== "" && document.activeElement === document.body) said.current?.focus();
  }, [passkeys, done]);
  const create = async () => {
    setAdding(true);
    setError("");
    setDone("");
    try {
      const made = await add();
      setPasskeys([...(passkeys ?? []), made]);
      setDone(t("Passkey saved. You can use it the next time you sign in."));
    } catch (reason) {
      if (wantsConfirmation(reason) && confirm.length > 0) setConfirming(true);
      else setError(sentenceOfAct(reason, t("We couldn't save the passkey. Nothing has changed. Try again.")));
    } finally {
      setAdding(false);
    }
  };
  return (
    <SettingsPart title={t("Passkeys")} testId="passkeys">
      {error !== "" && (
        <Notice
          kind="error"
          live
          {...(passkeys === undefined ? { action: <Button onClick={reload}>{t("Try again")}</Button> } : {})}
        >
          <p>{error}</p>
        </Notice>
      )}
      {passkeys === undefined && error === "" && <Skeleton lines={2} label={t("Loading your passkeys")} />}
      {passkeys !== undefined && (
        <ul className="list">
          {passkeys.map((passkey) => (
            <LineRow
              key={passkey.id}
              testId="passkey"
              title={passkey.name}
              note={usedText(passkey)}
              end={
                <Button kind="plain" onClick={() => setAsked(passkey)} testId="passkey-remove">{t("Remove")}</Button>
              }
            />
          ))}
          <LineRow
            title={t("Fingerprint, face, or screen lock")}
            note={t("Nothing to remember, and nothing a scammer can ask you for.")}
            end={
              <Button
                kind="plain"
                onClick={() => void create()}
                busy={isAdding ? t("Waiting for your device") : undefined}
                label={passkeys.length === 0 ? t("Add a passkey") : t("Add another passkey")}
                testId="passkey-add"
              >
                {t("Add")}
              </Button>
            }
          />
        </ul>
      )}
      <p ref={said} className="small said" aria-live="polite" tabIndex={-1}>{done}</p>
      {isConfirming && (
        <Confirmation
          ways={confirm.filter(({ needsPasskey }) => needsPasskey !== true || (passkeys ?? []).length > 0)}
          onClose={() => setConfirming(false)}
          onConfirmed={() => {
            setConfirming(false);
            void create();
          }}
        />
      )}
      {asked !== undefined && (
        <Removal
          passkey={asked}
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            await remove(asked.id);
            setPasskeys(passkeys?.filter(({ id }) => id !== asked.id));
            setAsked(undefined);
            setDone(t("Passkey removed. Your other ways to sign in still work."));
          }}
        />
      )}
    </SettingsPart>
  );
}

function wantsConfirmation(reason: unknown): boolean {
  const failure = readFailure(reason);
  return failure.kind === "answered" && textField(failure.body, "code") === "passkey_sign_in_again";
}

interface ConfirmationProps {
  readonly ways: readonly Confirmer[];
  readonly onClose: () => void;
  readonly onConfirmed: () => void;
}

/** A passkey opens the account, so the service wants a sign-in of the last minutes; the page stays where it is. */
function Confirmation({ ways, onClose, onConfirmed }: ConfirmationProps) {
  const [busy, setBusy] = useState("");
  const [error, setError] = useState("");
  const [next, setNext] = useState("");
  const use = async ({ label, run, explain }: Confirmer) => {
    if (busy !== "") return;
    setBusy(label);
    setError("");
    try {
      const then = await run();
      if (then === "") return onConfirmed();
      setNext(then);
    } catch (reason) {
      const own = await explain?.(reason) ?? "";
      setError(own || sentence(reason, t("We couldn't confirm it's you. Nothing has changed. Try again.")));
    }
    setBusy("");
  };
  return (
    <Dialog
      open
      onClose={busy === "" ? onClose : undefined}
      title={t("Confirm it's you")}
      testId="passkey-confirm-dialog"
    >
      <div className="stack stack--16">
        <p>{t("You signed in a while ago. Confirm it's you, and we'll add the passkey right away.")}</p>
        <ErrorNotice error={error} />
        {next !== "" && (
          <Notice kind="info" live>
            <p>{next}</p>
          </Notice>
        )}
        <div className="stack stack--8">
          {ways.map((way) => (
            <Button
              key={way.label}
              kind="primary"
              wide
              busy={busy === way.label ? t("Confirming") : undefined}
              onClick={() => void use(way)}
            >
              {way.label}
            </Button>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

interface RemovalProps {
  readonly passkey: Passkey;
  readonly onClose: () => void;
  readonly onConfirm: () => Promise<void>;
}

function Removal({ passkey, onClose, onConfirm }: RemovalProps) {
  const { isBusy, error, run } = useAction(onConfirm, {
    sentenceOf: (reason) => sentenceOfAct(reason, t("We couldn't remove the passkey. Try again.")),
  });
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} title={t("Remove this passkey?")} testId="passkey-dialog">
      <div className="stack stack--16">
        <p>
          {rich(
            "You won't be able to sign in with {name} anymore. Your device may still list it, so remove it there too.",
            {
              name: <strong>{passkey.name}</strong>,
            },
          )}
        </p>
        <ErrorNotice error={error} />
        <div className="row">
          <Button
            kind="danger"
            onClick={() => void run()}
            busy={isBusy ? t("Removing") : undefined}
            testId="passkey-confirm"
          >
            {t("Remove passkey")}
          </Button>
          <Button onClick={onClose} disabled={isBusy}>{t("Keep it")}</Button>
        </div>
      </div>
    </Dialog>
  );
}

function usedText({ created_at, used_at, synced }: Passkey): string {
  const added = t("Added on {date}", { date: longDate(created_at) });
  const used = used_at === null ? t("never used") : t("last used on {date}", { date: longDate(used_at) });
  return [added, used, ...(synced ? [t("syncs to your other devices")] : [])].join(", ");
}
