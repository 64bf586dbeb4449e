/** The merchant's id, classes and test id on an element's outermost node. */
import type { ElementMarks } from "../options.ts";

export function mark(root: Element | null | undefined, { id, className = [], dataTestId }: ElementMarks): void {
  if (!root) return;
  if (id !== undefined) root.id = id;
  const names = [className].flat().flatMap((text) => text.split(/\s+/)).filter((name) => name !== "");
  root.classList.add(...names);
  if (dataTestId !== undefined) root.setAttribute("data-testid", dataTestId);
}

/** What programs for 5.x read of a mounted element. */
export function marksOf(root: Element | null | undefined, { id, dataTestId }: ElementMarks = {}) {
  return {
    id: id ?? (root?.id || undefined),
    dataTestId: dataTestId ?? root?.getAttribute("data-testid") ?? undefined,
  };
}
