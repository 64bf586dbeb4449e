/** The card behind a plan: its last four digits and expiry, and a form in place that puts another card there. */
import { t } from "../../i18n/t.ts";
import { useEffect, useRef, useState } from "react";
import type { CardOfPlan } from "../../../server/wire/billing/subscriptions.ts";
import { failureSentence } from "../../api/failure.ts";
import type { CardEntry } from "../../lib/card_entry.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { ErrorNotice, Notice } from "../../ui/layout/Notice.tsx";
import { Icon } from "../../ui/pictures/Icon.tsx";

const TEXTS = {
  unanswered: t("Our server didn't respond. Your plan keeps the card it has. Try again."),
  fallback: t("We couldn't save the card. Your plan keeps the one it has. Try again."),
};

export interface CardOnFileProps {
  readonly card: CardOfPlan;
  /** "$19.99 on Nov 25, 2026": what the card is charged next. */
  readonly next: string;
  /** Mounts the card fields in a session of this member. */
  readonly open: (form: HTMLElement) => Promise<CardEntry>;
  readonly change: (instrumentId: string) => Promise<CardOfPlan>;
}

export function CardOnFile({ card: first, next, open, change }: CardOnFileProps) {
  const [card, setCard] = useState(first);
  const [step, setStep] = useState<"shown" | "form" | "changed">("shown");
  return (
    <div className="stack stack--12" data-testid="card-on-file">
      <div className="row row--between card-row">
        <div className="row card-row__what">
          <Icon name="card" />
          <div>
            <p className="numbers">{nameOf(card)}</p>
            {card.card !== null && card.card.expiry_year !== "" && (
              <p className="small muted">{t("Expires {date}", { date: expiryOf(card.card) })}</p>
            )}
          </div>
        </div>
        {card.may_change && step !== "form" && (
          <Button onClick={() => setStep("form")} testId="card-update">{t("Update card")}</Button>
        )}
      </div>
      {step === "form" && (
        <CardForm
          next={next}
          open={open}
          save={async (id) => {
            setCard(await change(id));
            setStep("changed");
          }}
          onClose={() => setStep("shown")}
        />
      )}
      {step === "changed" && (
        <Notice kind="done" live title={t("Card updated")} testId="card-changed">
          <p>{t("Your next charge, {next}, goes to this card. Nothing was charged today.", { next })}</p>
        </Notice>
      )}
    </div>
  );
}

interface CardFormProps extends Pick<CardOnFileProps, "next" | "open"> {
  readonly save: (instrumentId: string) => Promise<void>;
  readonly onClose: () => void;
}

function CardForm({ next, open, save, onClose }: CardFormProps) {
  const place = useRef<HTMLDivElement>(null);
  const entry = useRef<CardEntry>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState("");
  useEffect(() => {
    let isOpen = true;
    const form = place.current;
    if (form === null) return;
    open(form).then((opened) => {
      if (isOpen) entry.current = opened;
      else opened.destroy();
    }).catch((reason: unknown) => isOpen && setError(failureSentence(reason, TEXTS)));
    return () => {
      isOpen = false;
      entry.current?.destroy();
    };
  }, []);
  const submit = async () => {
    if (entry.current === undefined) return;
    setBusy(true);
    setError("");
    try {
      // Undefined: a field is not valid, and the form says which.
      const id = await entry.current.save();
      if (id !== undefined) return await save(id);
    } catch (reason) {
      setError(failureSentence(reason, TEXTS));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="card card--mist stack stack--16" data-testid="card-form">
      <div ref={place} className="card-entry" />
      <p className="small">{t("We'll charge this card from your next charge on: {next}. Nothing today.", { next })}</p>
      <ErrorNotice error={error} testId="card-error" />
      <div className="row">
        <Button
          kind="primary"
          busy={isBusy ? t("Saving card") : undefined}
          onClick={() => void submit()}
          testId="card-save"
        >
          {t("Save card")}
        </Button>
        <Button onClick={onClose}>{t("Keep current card")}</Button>
      </div>
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
