/** Focus of a dialog: on its first field when it opens, and back where it was when it goes. */
import { type RefObject, useEffect, useRef } from "react";

/** For the form in the dialog. */
export function useFirstField(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const before = useRef<Element | null>(null);
  before.current ??= document.activeElement;
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("input:checked, input:not([type=radio]), select, textarea")?.focus();
    // A browser returns the focus of a dialog that closes, not of one that leaves the page.
    return () => {
      if (before.current instanceof HTMLElement) before.current.focus();
    };
  }, []);
  return form;
}
