/** Where the focus goes when a press has added rows and its button is gone: the first new row's link, or the row. */
import { takeFocus } from "../controls/take_focus.ts";

export function focusRow(row: HTMLElement | undefined): void {
  if (row === undefined) return;
  const link = row.querySelector("a");
  if (link === null) row.tabIndex = -1;
  takeFocus(link ?? row);
}
