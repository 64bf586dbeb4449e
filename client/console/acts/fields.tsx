/** What an act asks for beside its reason: how much, for how long, which evidence. */
import { useId } from "react";
import type { ActRequest } from "../../../server/wire/admin/acts.ts";
import { ChoiceCard } from "../../ui/controls/ChoiceCard.tsx";
import { Field, FieldFrame, SelectField } from "../../ui/controls/Field.tsx";
import { money } from "../format/money.ts";
import type { Intent } from "./intent.ts";

export interface ActFieldsProps {
  readonly intent: Intent;
  readonly request: ActRequest;
  readonly onChange: (request: ActRequest) => void;
  /** What is typed for the amount, which may not be one yet. */
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly error: string;
}

export function ActFields({ intent, request, onChange, typed, onType, error }: ActFieldsProps) {
  switch (request.act) {
    case "refund":
      return (
        <Field
          label={intent.refundable === undefined ? "Amount" : `Amount in ${intent.refundable.currency}`}
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
          value={String(request.months)}
          onChange={(value) => onChange({ ...request, months: Number(value) })}
          options={[1, 2, 3].map((months) => ({
            value: String(months),
            label: months === 1 ? "1 month" : `${months} months`,
          }))}
          testId="act-months"
        />
      );
    case "answer_dispute":
      return <DisputeFields request={request} onChange={onChange} error={error} />;
    default:
      return null;
  }
}

type DisputeRequest = Extract<ActRequest, { readonly act: "answer_dispute" }>;

interface DisputeFieldsProps {
  readonly request: DisputeRequest;
  readonly onChange: (request: DisputeRequest) => void;
  readonly error: string;
}

function DisputeFields({ request, onChange, error }: DisputeFieldsProps) {
  const name = useId();
  const answer = (value: DisputeRequest["answer"], label: string, detail: string) => (
    <ChoiceCard
      type="radio"
      name={name}
      value={value}
      checked={request.answer === value}
      onChange={() => onChange({ ...request, answer: value })}
      detail={detail}
    >
      {label}
    </ChoiceCard>
  );
  return (
    <>
      <fieldset className="stack stack--8">
        <legend className="field__label">Answer</legend>
        {answer("contest", "Contest the dispute", "The acquirer gets the evidence below.")}
        {answer("accept", "Accept the dispute", "No evidence is sent. The preview says what happens to the money.")}
      </fieldset>
      {request.answer === "contest" && (
        <FieldFrame
          label="Evidence"
          help="Filled in from the timeline. Describe what the cardholder agreed to and what they received."
          error={error}
        >
          {({ id, describedBy, invalid }) => (
            <textarea
              id={id}
              className="input input--long"
              rows={8}
              value={request.evidence}
              onChange={(event) => onChange({ ...request, evidence: event.currentTarget.value })}
              aria-describedby={describedBy}
              aria-invalid={invalid ? true : undefined}
              data-testid="act-evidence"
            />
          )}
        </FieldFrame>
      )}
    </>
  );
}
