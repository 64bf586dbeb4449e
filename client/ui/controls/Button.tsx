/** A button, and a link styled as one. While busy it keeps its width and shows the progress text. */
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { cx } from "../../lib/format/class_names.ts";
import { Icon } from "../pictures/Icon.tsx";
import type { IconName } from "../pictures/icon_paths.ts";

export type ButtonKind = "primary" | "quiet" | "danger" | "plain";

interface ButtonLook {
  readonly kind?: ButtonKind;
  readonly wide?: boolean;
  readonly icon?: IconName;
  readonly className?: string;
}

export interface ButtonProps extends ButtonLook {
  readonly children: ReactNode;
  readonly onClick?: () => void;
  readonly type?: "button" | "submit";
  readonly disabled?: boolean;
  /** Text while busy: "Checking the number". */
  readonly busy?: string | undefined;
  readonly testId?: string;
  /** Longer name for assistive technology where the label alone is ambiguous. */
  readonly label?: string;
  /** For a button that opens and closes a part of the page. */
  readonly expanded?: boolean;
  /** Has the focus when it appears, in place of what was pressed. */
  readonly takesFocus?: boolean;
}

export function Button(props: ButtonProps) {
  const { children, onClick, type = "button", disabled = false, busy, icon, testId, label, expanded } = props;
  const { takesFocus = false } = props;
  const isBusy = busy !== undefined;
  // A busy button stays focusable (aria-disabled), so that focus is not lost; it ignores presses. It also stays the submit
  // button of its form: without one, Enter in a form of a single field would submit it again.
  return (
    <button
      type={type === "button" ? "button" : "submit"}
      className={look(props)}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      disabled={disabled}
      autoFocus={takesFocus}
      aria-disabled={isBusy || undefined}
      aria-label={label}
      aria-expanded={expanded}
      data-testid={testId}
    >
      {icon !== undefined && <Icon name={icon} size={20} className="button__icon" />}
      <span className="button__words">
        <span aria-hidden={isBusy || undefined}>{children}</span>
        {isBusy && <span role="status">{busy}</span>}
      </span>
    </button>
  );
}

export interface ButtonLinkProps extends ButtonLook {
  readonly children: ReactNode;
  /** A path of app/paths.ts. */
  readonly to: string;
  readonly onClick?: () => void;
  readonly testId?: string;
}

export function ButtonLink(props: ButtonLinkProps) {
  const { children, to, icon, onClick, testId } = props;
  return (
    <Link to={to} className={look(props)} onClick={onClick} data-testid={testId}>
      {icon !== undefined && <Icon name={icon} size={20} className="button__icon" />}
      {children}
    </Link>
  );
}

function look({ kind = "quiet", wide = false, className }: ButtonLook): string {
  return cx("button", `button--${kind}`, wide && "button--wide", className);
}
