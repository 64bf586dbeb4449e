/**
 * Renders the card form's part in the page: a wrapper for the frame and, where wanted, the checkbox that stores the
 * card.
 */
import { type Checkbox, createCheckbox } from "../ui/checkbox.ts";
import { createStyler } from "../ui/css.ts";
import { element } from "../ui/element.ts";

export interface CardFormView {
  readonly root: HTMLElement;
  readonly style: ReturnType<typeof createStyler>;
  readonly frameHost: HTMLElement;
  /** Place for billing address and instalments, below the frame. */
  readonly extras: HTMLElement;
  readonly checkbox: {
    readonly label: HTMLElement;
    readonly input: HTMLInputElement;
    readonly words: HTMLElement;
    readonly style: ReturnType<typeof createStyler>;
  } | undefined;
}

/** The forms that ask for the security code of a stored card have no id: a page may show several. */
export function createView(checkbox: Checkbox | undefined, hasId: boolean): CardFormView {
  const root = element("div", "payrails-card-form");
  if (hasId) root.id = "payrails-card-form";
  const frameHost = element("div", "payrails-container-wrapper");
  frameHost.dataset.testid = "payrails-container-wrapper";
  const extras = element("div", "payrails-extras-place");
  root.append(frameHost, extras);
  const box = checkbox === undefined ? undefined : createCheckbox(checkbox);
  if (box !== undefined) root.append(box.label);
  return {
    root,
    style: createStyler(root),
    frameHost,
    extras,
    checkbox: box && { ...box, style: createStyler(box.label) },
  };
}
