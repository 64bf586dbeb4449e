/** A native modal dialog: Esc and the close button close it, and focus returns. */
import { t } from "../../i18n/t.ts";
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { Icon } from "../pictures/Icon.tsx";

export interface DialogProps {
  readonly open: boolean;
  /** Left out while it can't be closed: an act runs, and the dialog will say how it ends. */
  readonly onClose?: (() => void) | undefined;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly testId?: string;
}

export function Dialog({ open, onClose, title, children, testId }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  // A browser returns the focus of a dialog that closes, not of one that leaves the page open.
  useLayoutEffect(() => {
    const dialog = element.current;
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={titleId}
      // A browser closes it at the second Esc even where `cancel` was refused.
      onKeyDown={(event) => {
        if (event.key === "Escape" && onClose === undefined) event.preventDefault();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      data-testid={testId}
    >
      {open && (
        <>
          <div className="dialog__head">
            <h2 id={titleId}>{title}</h2>
            <button
              type="button"
              className="icon-button"
              onClick={onClose}
              disabled={onClose === undefined}
              aria-label={t("Close")}
            >
              <Icon name="close" />
            </button>
          </div>
          <div className="dialog__body">{children}</div>
        </>
      )}
    </dialog>
  );
}
