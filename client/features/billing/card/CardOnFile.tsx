/** The card of a plan: its last four digits and expiry, and a form in place to replace it. */
import { t } from "../../../i18n/t.ts";
import { useRef, useState } from "react";
import type { CardChanged, CardOfPlan } from "../../../../server/wire/billing/subscriptions.ts";
import { errorString } from "../../../api/failure.ts";
import type { CardEntry, CardPlace } from "../../../lib/card_entry.ts";
import { money } from "../../../lib/format/money.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { takeFocus } from "../../../ui/controls/take_focus.ts";
import { Notice } from "../../../ui/layout/Notice.tsx";
import { NetworkMark } from "../../../ui/pictures/NetworkMark.tsx";
import { LineRow } from "../../../ui/rows/LineRow.tsx";
import { CardForm } from "./CardForm.tsx";
import { PaidRenewal, RenewalForm } from "./PayRenewal.tsx";

export interface CardOnFileProps {
  readonly card: CardOfPlan;
  /** "$19.99 on Nov 25, 2026": what the card is charged next. */
  readonly next: string;
  /** Mounts the card fields in a session of this member. */
  readonly open: (place: CardPlace) => Promise<CardEntry>;
  /** Makes it the card of the plan, after a 3-D Secure challenge where the issuer asks for one. */
  readonly change: (instrumentId: string) => Promise<CardChanged>;
  /** A declined renewal is paid. */
  readonly onPaid?: () => void;
}

export function CardOnFile({ card: first, next, open, change, onPaid = () => {} }: CardOnFileProps) {
  const [card, setCard] = useState(first);
  const [step, setStep] = useState<"shown" | "form" | "changed">("shown");
  const [paidCents, setPaidCents] = useState<number>();
  const isClosed = useRef(false);
  const due = card.open_renewal;
  const go = (next: typeof step) => {
    isClosed.current = next === "shown";
    setStep(next);
  };
  const save = async (id: string) => {
    const changed = await change(id);
    setCard(changed);
    const error = errorString(changed);
    if (error !== "") return error;
    go("changed");
    if (due !== null) {
      setPaidCents(due.cents);
      onPaid();
    }
    return "";
  };
  return (
    <div className="stack stack--12" data-testid="card-on-file">
      <ul className="list">
        <LineRow
          lead={<NetworkMark network={card.card?.network ?? ""} />}
          title={<span className="numbers">{nameOf(card)}</span>}
          {...(card.card !== null && card.card.expiry_year !== ""
            ? { note: t("Expires {date}", { date: expiryOf(card.card) }) }
            : {})}
          end={card.may_change && step !== "form" && due === null && (
            <Button
              kind="plain"
              onClick={() => go("form")}
              takesFocus={isClosed.current}
              label={t("Update card")}
              testId="card-update"
            >
              {t("Update")}
            </Button>
          )}
        />
      </ul>
      {card.may_change && step !== "form" && due !== null && (
        <div>
          <Button onClick={() => go("form")} takesFocus={isClosed.current} testId="card-update">
            {t("Pay {sum} with another card", { sum: money(due.cents) })}
          </Button>
        </div>
      )}
      {step === "form" && due !== null && (
        <RenewalForm
          due={due}
          open={open}
          save={save}
          onClose={() => go("shown")}
        />
      )}
      {step === "form" && due === null && (
        <CardForm
          note={t("Your next charge, {next}, will go to this card. Nothing is charged today.", { next })}
          label={t("Save card")}
          busy={t("Saving card")}
          unanswered={t("Our server didn't respond. Try again. Nothing is charged today.")}
          open={open}
          save={save}
          onClose={() => go("shown")}
        />
      )}
      {step === "changed" && paidCents !== undefined && <PaidRenewal cents={paidCents} />}
      {step === "changed" && paidCents === undefined && (
        <Notice kind="done" live title={t("Card updated")} testId="card-changed">
          <p ref={takeFocus} tabIndex={-1}>
            {t("Your next charge, {next}, goes to this card. Nothing was charged today.", { next })}
          </p>
        </Notice>
      )}
    </div>
  );
}

function nameOf({ card, label }: CardOfPlan): string {
  if (card !== null) return card.name;
  return label === "" ? t("No card on file") : label;
}

/** "12/30", as it is printed on the card. */
function expiryOf({ expiry_month, expiry_year }: NonNullable<CardOfPlan["card"]>): string {
  return `${expiry_month.padStart(2, "0")}/${expiry_year.slice(-2)}`;
}
