/** What an act asks for beside its reason: how much, for how long, which evidence. */
import { useId } from "react";
import type { Wish } from "../../../server/wire/admin/acts.ts";
import { ChoiceCard } from "../../ui/controls/ChoiceCard.tsx";
import { Field, FieldFrame, SelectField } from "../../ui/controls/Field.tsx";
import { money } from "../format/money.ts";
import type { Intent } from "./intent.ts";

export interface ActFieldsProps {
  readonly intent: Intent;
  readonly wish: Wish;
  readonly onChange: (wish: Wish) => void;
  /** What is typed for the amount, which may not be one yet. */
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly error: string;
}

export function ActFields({ intent, wish, onChange, typed, onType, error }: ActFieldsProps) {
  switch (wish.act) {
    case "refund":
      return (
        <Field
          label="Amount"
          help={intent.refundable === undefined
            ? undefined
            : `At most ${money(intent.refundable.minor, intent.refundable.currency)}.`}
          value={typed}
          onChange={onType}
          error={error}
          inputMode="decimal"
          autoComplete="off"
          testId="act-amount"
        />
      );
    case "pause":
      return (
        <SelectField
          label="Pause for"
          value={String(wish.months)}
          onChange={(value) => onChange({ ...wish, months: Number(value) })}
          options={[1, 2, 3].map((months) => ({
            value: String(months),
            label: months === 1 ? "1 month" : `${months} months`,
          }))}
          testId="act-months"
        />
      );
    case "answer_dispute":
      return <DisputeFields wish={wish} onChange={onChange} />;
    default:
      return null;
  }
}

type DisputeWish = Extract<Wish, { readonly act: "answer_dispute" }>;

interface DisputeFieldsProps {
  readonly wish: DisputeWish;
  readonly onChange: (wish: DisputeWish) => void;
}

const MAX_EVIDENCE = 5_000;

function DisputeFields({ wish, onChange }: DisputeFieldsProps) {
  const name = useId();
  const answer = (value: DisputeWish["answer"], label: string, detail: string) => (
    <ChoiceCard
      type="radio"
      name={name}
      value={value}
      checked={wish.answer === value}
      onChange={() => onChange({ ...wish, answer: value })}
      detail={detail}
    >
      {label}
    </ChoiceCard>
  );
  return (
    <>
      <fieldset className="stack stack--8">
        <legend className="field__label">Answer</legend>
        {answer("contest", "Contest it", "The acquirer gets the evidence below.")}
        {answer("accept", "Accept it", "The money stays with the cardholder.")}
      </fieldset>
      {wish.answer === "contest" && (
        <FieldFrame
          label="Evidence"
          help="Filled from the timeline. Say what the cardholder agreed to and what they got."
        >
          {({ id, describedBy }) => (
            <textarea
              id={id}
              className="input input--long"
              rows={8}
              maxLength={MAX_EVIDENCE}
              value={wish.evidence}
              onChange={(event) => onChange({ ...wish, evidence: event.currentTarget.value })}
              aria-describedby={describedBy}
              data-testid="act-evidence"
            />
          )}
        </FieldFrame>
      )}
    </>
  );
}
