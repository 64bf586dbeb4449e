/** What the card fields say: labels, placeholders of spec S 9, and one sentence for each thing that can be wrong. */
import type { CardFormTranslations } from "../options.ts";
import { type ElementType, type Fault, FAULTS, type FieldTexts, type FormSetup } from "../wire/frames.ts";

export const FRAME_TITLE = "Card details";
export const SAVE_LABEL = "Save instrument for future payments";

const DATE_HELP = "Enter month and year, like 04/29.";
const EXPIRED = "This card has expired. Check the date, or use another card.";
const TOO_FAR = "This year is too far ahead. Check the date on the card.";
const CVC_LENGTH = "The security code has 3 digits, on American Express 4.";

const TEXTS: Readonly<Record<ElementType, FieldTexts>> = {
  CARD_NUMBER: {
    label: "Card number",
    placeholder: "1234 1234 1234 1234",
    errors: {
      empty: "Enter the card number.",
      incomplete: "The card number is too short. Compare it with your card.",
      too_long: "The card number is too long. Compare it with your card.",
      wrong: "This card number has a mistake in it. Compare it with your card.",
    },
  },
  CARDHOLDER_NAME: {
    label: "Name on card",
    placeholder: "Card holder",
    errors: {
      empty: "Enter the name on the card.",
      incomplete: "Enter the whole name on the card.",
      wrong: "Enter the name as it stands on the card, letters only.",
    },
  },
  EXPIRATION_DATE: {
    label: "Expiry date",
    placeholder: "MM/YY",
    errors: {
      empty: "Enter the expiry date.",
      incomplete: DATE_HELP,
      wrong: `This is not a date. ${DATE_HELP}`,
      past: EXPIRED,
      too_far: TOO_FAR,
    },
  },
  EXPIRATION_MONTH: {
    label: "Month",
    placeholder: "MM",
    errors: {
      empty: "Enter the month the card expires.",
      wrong: "Enter the month as a number from 01 to 12.",
      past: EXPIRED,
      too_far: TOO_FAR,
    },
  },
  EXPIRATION_YEAR: {
    label: "Year",
    placeholder: "YY",
    errors: {
      empty: "Enter the year the card expires.",
      incomplete: "Enter the last two digits of the year.",
      wrong: "Enter the last two digits of the year.",
      past: EXPIRED,
      too_far: TOO_FAR,
    },
  },
  CVV: {
    label: "Security code",
    placeholder: "CVC",
    errors: { empty: "Enter the security code of the card.", incomplete: CVC_LENGTH, too_long: CVC_LENGTH },
  },
};

/** The merchant's words over ours; a sentence of the merchant stands for every fault of its field. */
export function textsOf(type: ElementType, translations: CardFormTranslations = {}): FieldTexts {
  const { label, placeholder, errors } = TEXTS[type];
  const own = translations.error?.default?.[type];
  return {
    label: translations.labels?.[type] ?? label,
    placeholder: translations.placeholders?.[type] ?? placeholder,
    errors: own === undefined ? errors : parseErrors(FAULTS.map((fault) => [fault, own])),
  };
}

export function textsOfAll(types: readonly ElementType[], translations?: CardFormTranslations): FormSetup["texts"] {
  const texts: Partial<Record<ElementType, FieldTexts>> = {};
  for (const type of types) texts[type] = textsOf(type, translations);
  return texts;
}

function parseErrors(entries: readonly (readonly [Fault, string])[]): FieldTexts["errors"] {
  return Object.fromEntries(entries) as FieldTexts["errors"];
}
