/** Everything the SDK says to a shopper, by the part that says it. English stands with each part; a pack is one more language. */
import type { ElementType, FieldTexts } from "../wire/frames.ts";

export interface CommonTexts {
  readonly pay: string;
  readonly loading: string;
  readonly redirect: string;
  readonly unavailable: string;
  readonly save: string;
}

export interface FormTexts {
  /** Title of the frame, read out by screen readers. */
  readonly title: string;
  readonly loadFailed: string;
  readonly retry: string;
}

export interface ExtrasTexts {
  readonly country: string;
  readonly selectCountry: string;
  readonly postalCode: string;
  readonly installments: string;
  /** The choice that is none. */
  readonly inFull: string;
}

/** The choice between the networks of a co-badged card. */
export interface SchemeTexts {
  readonly title: string;
  readonly hint: string;
}

export interface DropinTexts {
  readonly legend: string;
  readonly success: string;
  readonly fail: string;
  readonly pending: string;
  readonly remove: string;
  readonly makeDefault: string;
  readonly isDefault: string;
  readonly dismiss: string;
  readonly card: string;
}

export interface PopupTexts {
  /** Title of the bank's check. */
  readonly bank: string;
  /** Title of a hosted payment page. */
  readonly payment: string;
  readonly cancel: string;
}

export interface CardListTexts {
  readonly legend: string;
  readonly another: string;
}

export interface Pack {
  readonly common: CommonTexts;
  readonly fields: Readonly<Record<ElementType, FieldTexts>>;
  readonly form: FormTexts;
  readonly extras: ExtrasTexts;
  readonly schemes: SchemeTexts;
  readonly dropin: DropinTexts;
  readonly popup: PopupTexts;
  readonly cardList: CardListTexts;
}
