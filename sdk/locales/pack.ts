/**
 * All texts the SDK shows to a shopper, by the part that shows them. Each part contains its English texts; a pack adds
 * a language.
 */
import type { DeclineReason, NextStep } from "../wire/declines.ts";
import type { ElementType, FieldTexts } from "../wire/frames.ts";

export interface CommonTexts {
  readonly pay: string;
  /** The pay button with the amount in place of `{sum}`. */
  readonly paySum: string;
  readonly loading: string;
  readonly redirect: string;
  /** Label of Lean's button. */
  readonly payByBank: string;
  readonly unavailable: string;
  /** Instead of an element whose code did not load, above the button of `form.retry`. */
  readonly notLoaded: string;
  readonly save: string;
}

export interface FormTexts {
  /** Title of the frame, read by screen readers. */
  readonly title: string;
  readonly loadFailed: string;
  readonly retry: string;
}

export interface ExtrasTexts {
  readonly country: string;
  readonly selectCountry: string;
  readonly postalCode: string;
  readonly installments: string;
  /** The choice to pay in full. */
  readonly inFull: string;
}

/** The network choice of a co-badged card. */
export interface SchemeTexts {
  readonly title: string;
  readonly hint: string;
}

export interface DropinTexts {
  readonly legend: string;
  readonly success: string;
  readonly fail: string;
  readonly pending: string;
  /** Below `pending`, when the shopper closed the payment's page or challenge. */
  readonly left: string;
  readonly openAgain: string;
  readonly otherWay: string;
  readonly remove: string;
  readonly makeDefault: string;
  readonly isDefault: string;
  readonly dismiss: string;
  readonly card: string;
}

/** What is wrong with an entry that has no sentences of its own, such as a field of a dynamic form. */
export interface EntryTexts {
  readonly empty: string;
  readonly incomplete: string;
  readonly too_long: string;
  readonly wrong: string;
  /** The entry differs from the one that it has to repeat. */
  readonly mismatch: string;
}

export interface CollectTexts {
  /** Nothing could be sent, whatever was entered. */
  readonly refused: string;
}

export interface PopupTexts {
  /** Title of the 3-D Secure challenge. */
  readonly bank: string;
  /** Title of a hosted payment page. */
  readonly payment: string;
  readonly cancel: string;
}

export interface CardListTexts {
  readonly legend: string;
  readonly another: string;
}

/** The text of a decline consists of its reason's sentences and that of its next step. */
export interface DeclineTexts {
  readonly reasons: Readonly<Record<DeclineReason, string>>;
  readonly nextSteps: Readonly<Record<NextStep, string>>;
}

export interface Pack {
  readonly common: CommonTexts;
  readonly fields: Readonly<Record<ElementType, FieldTexts>>;
  readonly entries: EntryTexts;
  readonly collect: CollectTexts;
  readonly form: FormTexts;
  readonly extras: ExtrasTexts;
  readonly schemes: SchemeTexts;
  readonly dropin: DropinTexts;
  readonly popup: PopupTexts;
  readonly cardList: CardListTexts;
  readonly declines: DeclineTexts;
}
