/** One answer among several: the whole row is clickable, and the drawn mark covers the native control. */
import type { ReactNode } from "react";

export interface ChoiceCardProps {
  readonly type: "radio" | "checkbox";
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** A click on an already selected radio, which fires no change event. */
  readonly onRepeat?: () => void;
  readonly children: ReactNode;
  readonly detail?: ReactNode;
  /** Shown at the end of the row. */
  readonly picture?: ReactNode;
}

export function ChoiceCard(
  { type, name, value, checked, onChange, onRepeat, children, detail, picture }: ChoiceCardProps,
) {
  return (
    <label className="choice">
      <input
        type={type}
        name={name}
        value={value}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        onClick={type === "radio" && checked ? onRepeat : undefined}
      />
      <ChoiceMark type={type} />
      <span className="choice__words">
        <span>{children}</span>
        {detail !== undefined && <span className="choice__detail">{detail}</span>}
      </span>
      {picture}
    </label>
  );
}

export function ChoiceMark({ type }: { readonly type: "radio" | "checkbox" }) {
  return (
    <svg className="choice__drawn" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={1.75} aria-hidden>
      {type === "radio"
        ? (
          <>
            <circle cx="12" cy="12" r="9" />
            <circle className="choice__dot" cx="12" cy="12" r="4.5" fill="currentColor" stroke="none" />
            <path className="choice__tick" d="M7.500 12.300l3.200 3.200 6-7" />
          </>
        )
        : (
          <>
            <rect x="3.5" y="3.5" width="17" height="17" rx="4.5" />
            <path
              className="choice__dot"
              d="M7.500 12.300l3.200 3.200 6-7"
              strokeWidth={2.4}
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </>
        )}
    </svg>
  );
}
