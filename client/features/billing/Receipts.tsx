/** Every charge with its receipt number, its state, and a withdrawal button while one is possible. */
import { t } from "../../i18n/t.ts";
import { type ReactNode, useRef, useState } from "react";
import type { WithdrawAnswer } from "../../../server/wire/billing/cancellation.ts";
import type { Charge, Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { actSentence } from "../../api/act_failure.ts";
import { failureSentence } from "../../api/failure.ts";
import { longDate } from "../../lib/format/dates.ts";
import { money } from "../../lib/format/money.ts";
import { productName } from "../../lib/format/plan_names.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { takeFocus } from "../../ui/controls/take_focus.ts";
import { useAction } from "../../ui/controls/use_action.ts";
import { ErrorNotice, Notice } from "../../ui/layout/Notice.tsx";
import { Icon } from "../../ui/pictures/Icon.tsx";
import { LineRow } from "../../ui/rows/LineRow.tsx";
import { backCents, chargeLine } from "./charge_lines.ts";

const TEXTS = { refused: t("That didn't work, and nothing has changed. Try again.") };

const PDF_TEXTS = {
  unanswered: t("We couldn't reach our server. Nothing was lost. Check your connection and try again."),
  fallback: t("We couldn't create the file. Nothing was lost. Try again."),
};

export interface ReceiptsProps {
  readonly charges: readonly Charge[];
  /** Of the plan. */
  readonly status: Subscription["status"];
  readonly withdraw: (chargeId: string) => Promise<WithdrawAnswer>;
  readonly onWithdrawn: () => void;
  /** Downloads the receipt as a PDF. */
  readonly savePdf: (charge: Charge) => Promise<void>;
}

export function Receipts({ charges, status, withdraw, onWithdrawn, savePdf }: ReceiptsProps) {
  const [done, setDone] = useState<WithdrawAnswer>();
  return (
    <div className="stack stack--12">
      {done !== undefined && (
        <Notice kind="done" live title={t("We've received your withdrawal")} testId="withdrawn">
          <p key={done.at} ref={takeFocus} tabIndex={-1}>
            {t("Received on {date}. {sum} will be refunded to your card. We've emailed you a confirmation.", {
              date: longDate(done.at),
              sum: money(done.refund_cents),
            })}
          </p>
        </Notice>
      )}
      <ul className="list">
        {charges.map((charge) => (
          <ReceiptRow key={charge.id} charge={charge} savePdf={savePdf}>
            {charge.withdrawal && (
              <SendBack
                charge={charge}
                status={status}
                cents={backCents(charges, charge)}
                withdraw={withdraw}
                onDone={(answer) => {
                  setDone(answer);
                  onWithdrawn();
                }}
              />
            )}
          </ReceiptRow>
        ))}
      </ul>
    </div>
  );
}

interface ReceiptRowProps extends Pick<ReceiptsProps, "savePdf"> {
  readonly charge: Charge;
  readonly children: ReactNode;
}

function ReceiptRow({ charge, savePdf, children }: ReceiptRowProps) {
  const { receipt = "" } = charge;
  const { isBusy, error, run } = useAction(() => savePdf(charge), {
    sentenceOf: (reason) => failureSentence(reason, PDF_TEXTS),
  });
  return (
    <LineRow
      testId="charge"
      title={productName(charge.name)}
      note={
        <>
          <p>{chargeLine(charge)}</p>
          {receipt !== "" && <p className="numbers">{t("Receipt {id}", { id: receipt })}</p>}
        </>
      }
      end={
        <>
          <span className="money">{money(charge.cents)}</span>
          {receipt !== "" && (
            <button
              type="button"
              className="icon-button"
              aria-label={t("Download PDF: receipt {id}", { id: receipt })}
              aria-disabled={isBusy ? true : undefined}
              onClick={isBusy ? undefined : () => void run()}
              data-testid="receipt-pdf"
            >
              <Icon name="download" size={20} />
            </button>
          )}
        </>
      }
    >
      {children}
      {isBusy && <p className="small muted" role="status">{t("Creating PDF")}</p>}
      <ErrorNotice error={error} />
    </LineRow>
  );
}

interface SendBackProps extends Pick<ReceiptsProps, "status"> {
  readonly charge: Charge;
  /** The amount and products of the refund. */
  readonly cents: number;
  readonly withdraw: (chargeId: string) => Promise<WithdrawAnswer>;
  readonly onDone: (answer: WithdrawAnswer) => void;
}

/** Two steps, with the labels that the law requires. */
function SendBack({ charge, status, cents, withdraw, onDone }: SendBackProps) {
  const [step, setStep] = useState<"idle" | "asking" | "busy">("idle");
  const [error, setError] = useState("");
  const isDropped = useRef(false);
  const back = charge.withdrawal;
  if (back === undefined || back === null) return null;
  if (step === "idle") {
    return (
      <div className="row receipt-law small">
        <Button kind="plain" onClick={() => setStep("asking")} takesFocus={isDropped.current} testId="withdraw">
          {t("Withdraw from contract here")}
        </Button>
        <span className="muted">{t("until {date}", { date: longDate(back.until) })}</span>
      </div>
    );
  }
  const confirm = async () => {
    setStep("busy");
    setError("");
    isDropped.current = false;
    try {
      onDone(await withdraw(charge.id));
      setStep("idle");
    } catch (reason) {
      setError(actSentence(reason, TEXTS));
      setStep("asking");
    }
  };
  const drop = () => {
    isDropped.current = true;
    setStep("idle");
  };
  return (
    <div className="stack stack--8">
      <p ref={takeFocus} tabIndex={-1}>
        {t("{sum} will be refunded to your card.", { sum: money(cents) })} {effectText(charge, status)}
      </p>
      <ErrorNotice error={error} />
      <div className="row">
        <Button
          kind="danger"
          busy={step === "busy" ? t("Withdrawing") : undefined}
          onClick={() => void confirm()}
          testId="withdraw-confirm"
        >
          {t("Confirm withdrawal")}
        </Button>
        <Button onClick={drop} disabled={step === "busy"}>{t("Keep it")}</Button>
      </div>
    </div>
  );
}

/** A plan that was cancelled does not continue, and one that is over cannot end. */
function effectText({ kind }: Charge, status: Subscription["status"]): string {
  if (kind !== "addon") return status === "ended" ? "" : t("Your plan ends immediately.");
  return status === "cancelled" || status === "ended"
    ? t("You'll lose access to this purchase.")
    : t("You'll lose access to this purchase. Your plan continues.");
}
