/** A labelled control: label above, help below; an error replaces the help and says how to correct it. */
import { t } from "../../i18n/t.ts";
import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { Icon } from "../pictures/Icon.tsx";

interface FrameProps {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly optional?: boolean;
}

export interface FieldFrameProps extends FrameProps {
  readonly children: (
    ids: { readonly id: string; readonly describedBy: string; readonly invalid: boolean },
  ) => ReactNode;
}

/** The frame around any control; the message line exists from the start, so that a later error is announced. */
export function FieldFrame({ label, help, error, optional = false, children }: FieldFrameProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const invalid = error !== undefined && error !== "";
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label} {optional && <span className="field__optional">{t("(optional)")}</span>}
      </label>
      {children({ id, describedBy: noteId, invalid })}
      <FieldNote id={noteId} error={error} help={help} />
    </div>
  );
}

interface FieldNoteProps extends Pick<FrameProps, "help" | "error"> {
  readonly id: string;
}

/** The line below a control: its help, or what is wrong. Screen readers announce an error that appears. */
export function FieldNote({ id, help, error }: FieldNoteProps) {
  return (
    <div id={id} aria-live="polite">
      {error !== undefined && error !== ""
        ? (
          <p className="field__error">
            <Icon name="warning" />
            <span>{error}</span>
          </p>
        )
        : help !== undefined && <p className="field__help">{help}</p>}
    </div>
  );
}

type NativeInput = Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "id" | "className" | "value">;

export interface FieldProps extends FrameProps, NativeInput {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly testId?: string;
}

/** What every field for an email address needs, so that phones offer the right keys and the stored address. */
const EMAIL_INPUT = {
  name: "email",
  inputMode: "email",
  autoComplete: "email",
  autoCapitalize: "off",
  spellCheck: false,
} as const;

export function Field({ label, help, error, optional, value, onChange, testId, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} help={help} error={error} optional={optional ?? false}>
      {({ id, describedBy, invalid }) => (
        <input
          {...input.type === "email" ? EMAIL_INPUT : {}}
          {...input}
          id={id}
          className="input"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          aria-describedby={describedBy}
          aria-invalid={invalid ? true : undefined}
          data-testid={testId}
        />
      )}
    </FieldFrame>
  );
}

export interface SelectFieldProps extends FrameProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly autoComplete?: string;
  readonly name?: string;
  readonly testId?: string;
}

export function SelectField(props: SelectFieldProps) {
  const { label, help, error, optional = false, value, onChange, options, autoComplete, name, testId } = props;
  return (
    <FieldFrame label={label} help={help} error={error} optional={optional}>
      {({ id, describedBy, invalid }) => (
        <select
          id={id}
          name={name}
          className="input"
          value={value}
          autoComplete={autoComplete}
          onChange={(event) => onChange(event.currentTarget.value)}
          aria-describedby={describedBy}
          aria-invalid={invalid ? true : undefined}
          data-testid={testId}
        >
          {options.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}
        </select>
      )}
    </FieldFrame>
  );
}
