/** Why an operator does something. The audit log keeps it forever, so it must name no person. */
import { useId } from "react";
import { FieldFrame } from "../../ui/controls/Field.tsx";
import type { Act } from "../../../server/wire/admin/acts.ts";
import { MAX_REASON_CHARS, reasonSchema } from "../../../server/wire/admin/fields.ts";

/** Reasons that come up often, offered while typing. */
const OFTEN: Readonly<Partial<Record<Act | "reveal", readonly string[]>>> = {
  refund: ["Customer asked for a refund", "Charged twice", "Goodwill", "Service not delivered"],
  cancel: ["Customer asked to cancel", "Customer can't sign in", "Fraud suspected"],
  pause: ["Customer asked to pause"],
  resume: ["Customer asked to resume"],
  resend: ["Customer lost the email", "Customer changed devices"],
  replay_webhook: ["Receiver was down", "Receiver asked for it"],
  answer_dispute: ["Cardholder used the report", "Cardholder is right"],
  export: ["Request for access (GDPR Art. 15)"],
  erase: ["Request for erasure (GDPR Art. 17)"],
  reveal: ["Customer called", "Confirming who is writing", "Dispute evidence"],
};

export interface ReasonFieldProps {
  readonly act: Act | "reveal";
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Set after a try without a reason that the audit log accepts. */
  readonly isMissing?: boolean;
}

const MIN_CHARS = 3;

/** As the server judges it. */
export function isReason(text: string): boolean {
  return reasonSchema.safeParse(text).success;
}

function errorOf(text: string): string {
  if (isReason(text)) return "";
  return text.trim().length < MIN_CHARS ? "Say why, in a few words." : "Leave out email addresses and long numbers.";
}

export function ReasonField({ act, value, onChange, isMissing = false }: ReasonFieldProps) {
  const list = useId();
  return (
    <FieldFrame
      label="Reason"
      help="The audit log keeps this. Don't enter names, addresses or numbers."
      error={isMissing ? errorOf(value) : ""}
    >
      {({ id, describedBy, invalid }) => (
        <>
          <input
            id={id}
            className="input"
            list={list}
            value={value}
            maxLength={MAX_REASON_CHARS}
            onChange={(event) => onChange(event.currentTarget.value)}
            aria-describedby={describedBy}
            aria-invalid={invalid ? true : undefined}
            autoComplete="off"
            data-testid="reason"
          />
          <datalist id={list}>{OFTEN[act]?.map((each) => <option key={each} value={each} />)}</datalist>
        </>
      )}
    </FieldFrame>
  );
}
