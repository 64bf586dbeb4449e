/**
 * A personal value, masked. "Reveal" asks for a reason, writes a row of the audit log and shows the value until the
 * operator leaves the page.
 */
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import type { Masked as MaskedValue } from "../../../server/wire/admin/fields.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/controls/Dialog.tsx";
import { useAction } from "../../ui/controls/use_action.ts";
import { ErrorNotice } from "../../ui/layout/Notice.tsx";
import { failureText } from "../api/failure.ts";
import { useDraft } from "../session/draft.ts";
import { useCalls, useMay } from "../session/session.tsx";
import { useFirstField } from "./first_field.ts";
import { isReason, ReasonField } from "./ReasonField.tsx";

export interface MaskedProps {
  readonly of: MaskedValue;
  /** What the value is, such as "email", for the name of the button. */
  readonly name: string;
}

export function Masked({ of: { masked, reveal }, name }: MaskedProps) {
  const may = useMay();
  const [shown, setShown] = useState("");
  const draft = useDraft(`reveal ${JSON.stringify(reveal)}`, z.string());
  const [isAsking, setAsking] = useState(draft.taken !== undefined);
  const close = () => {
    setAsking(false);
    draft.end();
  };
  if (masked === "") return <span className="muted">–</span>;
  return (
    <span className="masked">
      <span
        className={shown === "" ? "masked__value" : "masked__value masked__value--shown"}
        data-testid={`masked-${name}`}
      >
        {shown === "" ? masked : shown}
      </span>
      {reveal !== null && may("reveal") && (shown === ""
        ? (
          <button
            type="button"
            className="link-button"
            aria-label={`Reveal ${name}`}
            onClick={() => setAsking(true)}
            data-testid={`reveal-${name}`}
          >
            Reveal
          </button>
        )
        : (
          <button type="button" className="link-button" aria-label={`Hide ${name}`} onClick={() => setShown("")}>
            Hide
          </button>
        ))}
      {isAsking && reveal !== null && (
        <RevealDialog
          name={name}
          reveal={reveal}
          resumed={draft.taken}
          onType={draft.follow}
          onClose={close}
          onShow={(value) => {
            setShown(value);
            close();
          }}
        />
      )}
    </span>
  );
}

interface RevealDialogProps {
  readonly name: string;
  readonly reveal: NonNullable<MaskedValue["reveal"]>;
  /** The reason that was typed before the session ended. */
  readonly resumed: string | undefined;
  readonly onType: (reason: string) => void;
  readonly onClose: () => void;
  readonly onShow: (value: string) => void;
}

function RevealDialog({ name, reveal, resumed, onType, onClose, onShow }: RevealDialogProps) {
  const calls = useCalls();
  const [reason, setReason] = useState(resumed ?? "");
  useEffect(() => onType(reason), [reason]);
  const [isMissing, setMissing] = useState(false);
  const form = useFirstField();
  const { isBusy, error, run } = useAction(async () => {
    onShow(await calls.reveal({ ...reveal, reason: reason.trim() }));
  }, { sentenceOf: failureText, isLast: true });
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} title={`Reveal ${name}`} testId="reveal">
      <form
        ref={form}
        className="act stack stack--16"
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(!isReason(reason));
          if (isReason(reason)) void run();
        }}
      >
        <p className="muted">
          The value is shown until you leave this page. The audit log records that you saw it, and why.
        </p>
        <ReasonField act="reveal" value={reason} onChange={setReason} isMissing={isMissing} />
        <ErrorNotice error={error} testId="reveal-error" />
        <div className="act__buttons">
          <Button
            kind="primary"
            type="submit"
            busy={isBusy ? "Revealing" : undefined}
            testId="reveal-confirm"
          >
            Reveal {name}
          </Button>
          <Button onClick={onClose} disabled={isBusy}>Back</Button>
        </div>
      </form>
    </Dialog>
  );
}
