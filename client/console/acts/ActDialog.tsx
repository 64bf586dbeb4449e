/** One act in one dialog: what will happen, why, and then the result. Nothing happens before Confirm. */
import { useEffect, useId, useRef, useState } from "react";
import { type ActRequest, type Done, MAX_EVIDENCE_CHARS } from "../../../server/wire/admin/acts.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/controls/Dialog.tsx";
import { ErrorNotice, Notice } from "../../ui/layout/Notice.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { Icon } from "../../ui/pictures/Icon.tsx";
import { money } from "../format/money.ts";
import { ActFields } from "./fields.tsx";
import { type ActDraft, type Intent, parseAmount, typedAmount } from "./intent.ts";
import { useFirstField } from "./first_field.ts";
import { isReason, ReasonField } from "./ReasonField.tsx";
import { type ActRun, useAct } from "./use_act.ts";
import { ACT_WORDS, effectLine, warningText } from "./words.ts";

export interface ActDialogProps {
  readonly intent: Intent;
  /** What was typed before the session ended. */
  readonly resumed?: ActDraft | undefined;
  /** Called with what would be lost if the session ended now; undefined while an act runs, whose end is not known. */
  readonly onType?: (draft: ActDraft | undefined) => void;
  /** Closes without having done anything. */
  readonly onClose: () => void;
  /** Closes after it was done, so that the page shows the new state. */
  readonly onDone: (done: Done) => void;
}

export function ActDialog({ intent, resumed, onType, onClose, onDone }: ActDialogProps) {
  const [request, setRequest] = useState<ActRequest>(resumed?.request ?? intent.request);
  const [typed, setTyped] = useState(() =>
    resumed?.amount ?? (intent.refundable === undefined ? "" : typedAmount(intent.refundable))
  );
  const [reason, setReason] = useState(resumed?.reason ?? "");
  const asked = requestOf(request, typed, intent);
  const run = useAct(asked);
  const { act } = intent.request;
  const words = ACT_WORDS[act];
  const { done } = run;
  const close = done === undefined ? onClose : () => onDone(done);
  const [isMissing, setMissing] = useState(false);
  const form = useFirstField();
  const isOpen = !run.isBusy && done === undefined;
  useEffect(
    () => onType?.(isOpen ? { intent, request, amount: typed, reason } : undefined),
    [isOpen, request, typed, reason],
  );
  return (
    // The operator has to learn how it ends.
    <Dialog open onClose={run.isBusy ? undefined : close} title={words.title} testId="act">
      {done === undefined
        ? (
          <form
            ref={form}
            className="act stack stack--16"
            onSubmit={(event) => {
              event.preventDefault();
              setMissing(!isReason(reason));
              if (isReason(reason)) void run.confirm(reason);
            }}
          >
            <p className="muted">{intent.about}</p>
            <ActFields
              intent={intent}
              request={request}
              onChange={setRequest}
              typed={typed}
              onType={setTyped}
              error={asked === undefined ? errorOf(request, intent) : ""}
            />
            {!run.isRefused && <PreviewOf run={run} isAsked={asked !== undefined} />}
            <ReasonField value={reason} onChange={setReason} act={act} isMissing={isMissing} />
            <ErrorNotice error={run.error} testId="act-error" />
            <div className="act__buttons">
              <Button
                kind={words.isDanger ? "danger" : "primary"}
                type="submit"
                disabled={run.preview === undefined || !isComplete(request)}
                busy={run.isBusy ? words.busy : undefined}
                testId="act-confirm"
              >
                {words.confirm}
              </Button>
              <Button onClick={close} disabled={run.isBusy}>Back</Button>
            </div>
          </form>
        )
        : <Result done={done} onClose={close} />}
    </Dialog>
  );
}

function requestOf(request: ActRequest, typed: string, { refundable }: Intent): ActRequest | undefined {
  // What was written stays in the form, in case the operator changes their mind.
  if (request.act === "answer_dispute" && request.answer === "accept") return { ...request, evidence: "" };
  if (request.act === "answer_dispute" && request.evidence.length > MAX_EVIDENCE_CHARS) return undefined;
  if (request.act !== "refund" || refundable === undefined) return request;
  const minor = parseAmount(typed, refundable);
  return minor === undefined ? undefined : { ...request, minor };
}

/** Why the typed values make no request. */
function errorOf(request: ActRequest, { refundable }: Intent): string {
  if (request.act === "answer_dispute") {
    // A field that stops taking text would drop the end of what is pasted.
    const [most, over] = [MAX_EVIDENCE_CHARS, request.evidence.length - MAX_EVIDENCE_CHARS];
    return `Keep this to ${most.toLocaleString("en-US")} characters. It's ${over.toLocaleString("en-US")} over.`;
  }
  if (refundable === undefined) return "";
  return `Enter an amount up to ${money(refundable.minor, refundable.currency)}, such as ${typedAmount(refundable)}.`;
}

/** A contest without evidence would be lost. */
function isComplete(request: ActRequest): boolean {
  return request.act !== "answer_dispute" || request.answer === "accept" || request.evidence.trim() !== "";
}

function PreviewOf(
  { run: { preview, isLooking, again }, isAsked }: { readonly run: ActRun; readonly isAsked: boolean },
) {
  const id = useId();
  return (
    <section aria-labelledby={id} aria-live="polite" className="act__preview stack stack--8" data-testid="act-preview">
      <h3 id={id}>What will happen</h3>
      {preview === undefined
        ? isLooking ? <Skeleton lines={2} label="Looking up what will happen" /> : (
          <p className="muted">
            {isAsked ? "We couldn't load the preview." : "Correct the field above to see what will happen."}{" "}
            {isAsked && <Button kind="plain" onClick={again} testId="act-again">Try again</Button>}
          </p>
        )
        : (
          <>
            <ul className="effects">
              {preview.effects.map(effectLine).map(({ icon, text }, at) => (
                <li key={at}>
                  <Icon name={icon} size={18} />
                  <span>{text}</span>
                </li>
              ))}
              {preview.effects.length === 0 && <li className="muted">Nothing that the customer will notice.</li>}
            </ul>
            {preview.warnings.map((code) => (
              <p key={code} className="act__warning">
                <Icon name="warning" size={18} />
                <span>{warningText(code)}</span>
              </p>
            ))}
          </>
        )}
    </section>
  );
}

function Result({ done, onClose }: { readonly done: Done; readonly onClose: () => void }) {
  const words = ACT_WORDS[done.act];
  const place = useRef<HTMLDivElement>(null);
  const { download } = done;
  useEffect(() => {
    // The pressed button is gone, so the focus moves to what replaced it.
    place.current?.querySelector("button")?.focus();
    if (download !== null) saveAddress(download);
  }, []);
  return (
    <div ref={place} className="stack stack--16" data-testid="act-result">
      <Notice kind={done.state === "done" ? "done" : "info"} live>
        <p>
          {done.state === "done"
            ? words.done
            : "It's recorded. The server retries until it's done, and the timeline shows the result."}
        </p>
      </Notice>
      {download !== null && (
        <p>
          <a href={download} download>Download the file again</a>
        </p>
      )}
      <p className="small muted">Recorded as row {done.audit} of the audit log.</p>
      <div className="act__buttons">
        <Button kind="primary" onClick={onClose} testId="act-close">Close</Button>
      </div>
    </div>
  );
}

/** Starts the download without another click. */
function saveAddress(href: string): void {
  const link = Object.assign(document.createElement("a"), { href, download: "" });
  document.body.append(link);
  link.click();
  link.remove();
}
