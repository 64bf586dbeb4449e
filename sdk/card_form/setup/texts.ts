/** Texts of the card fields: labels, placeholders (S-LABEL-09), and one sentence per fault. */
import { omitUndefined } from "../../core/omit_undefined.ts";
import { NOTICE } from "../../ui/retry_notice.ts";
import type { CardFormTranslations } from "../options.ts";
import type { FormTexts, Pack } from "../../locales/pack.ts";
import { type ElementType, type Fault, FAULTS, type FieldTexts, type FormSetup } from "../../wire/frames.ts";

export const FORM: FormTexts = { title: "Card details", ...NOTICE };

/**
 * A sentence fits one line on a phone (47 characters), so that an error moves nothing. What an empty form says fits the
 * column of its field.
 */
const DATE_HELP = "Enter month and year, such as 04/29.";
const EXPIRED = "This card has expired. Use another one.";
const TOO_FAR = "That year is too far ahead. Check your card.";
const CVC_LENGTH = "3 digits, or 4 for American Express.";

export const FIELDS: Pack["fields"] = {
  CARD_NUMBER: {
    label: "Card number",
    placeholder: "1234 1234 1234 1234",
    errors: {
      empty: "Enter card number.",
      incomplete: "This number is too short. Check your card.",
      too_long: "This number is too long. Check your card.",
      wrong: "Check the card number. One digit looks wrong.",
    },
  },
  CARDHOLDER_NAME: {
    label: "Name on card",
    placeholder: "Card holder",
    errors: {
      empty: "Enter name on card.",
      incomplete: "Enter the full name on your card.",
      wrong: "Use letters only, as shown on your card.",
    },
  },
  EXPIRATION_DATE: {
    label: "Expiration date",
    placeholder: "MM/YY",
    errors: {
      empty: "Enter expiration.",
      incomplete: DATE_HELP,
      wrong: DATE_HELP,
      past: EXPIRED,
      too_far: TOO_FAR,
    },
  },
  EXPIRATION_MONTH: {
    label: "Month",
    placeholder: "MM",
    errors: {
      empty: "Enter month.",
      wrong: "Use 01 to 12.",
      past: EXPIRED,
      too_far: TOO_FAR,
    },
  },
  EXPIRATION_YEAR: {
    label: "Year",
    placeholder: "YY",
    errors: {
      empty: "Enter year.",
      incomplete: "Enter the last two digits of the year.",
      wrong: "Enter the last two digits of the year.",
      past: EXPIRED,
      too_far: TOO_FAR,
    },
  },
  CVV: {
    label: "Security code",
    placeholder: "CVC",
    hints: ["3 digits on the back", "4 digits on the front"],
    errors: { empty: "Enter code.", incomplete: CVC_LENGTH, too_long: CVC_LENGTH },
  },
};

/** Texts of the form itself; those of the merchant take precedence. */
export function formTextsOf(translations: CardFormTranslations | undefined, texts: FormTexts): FormTexts {
  return { ...texts, ...omitUndefined({ ...translations }) };
}

/** The label of the checkbox that stores the card, including under its 5.x names. */
export function saveLabelOf({ labels }: CardFormTranslations = {}, { save }: { readonly save: string }): string {
  return labels?.storeInstrument ?? labels?.saveInstrument ?? labels?.saveCreditCard ?? save;
}

type Fields = Pack["fields"];

/** The merchant's texts take precedence. A merchant's error text applies to every fault of its field. */
export function textsOf(type: ElementType, translations: CardFormTranslations = {}, fields: Fields = FIELDS) {
  const { label, placeholder, hints, errors } = fields[type];
  const own = translations.error?.default?.[type];
  const texts: FieldTexts = {
    label: translations.labels?.[type] ?? label,
    placeholder: translations.placeholders?.[type] ?? placeholder,
    // Otherwise a merchant's own words could appear beside another language.
    hints: typeof translations.labels?.[type] === "string" ? undefined : hints,
    errors: own === undefined || own === null ? errors : asErrors(FAULTS.map((fault) => [fault, own])),
  };
  return texts;
}

export function textsOfAll(types: readonly ElementType[], translations?: CardFormTranslations, fields?: Fields) {
  const texts: Partial<Record<ElementType, FieldTexts>> = {};
  for (const type of types) texts[type] = textsOf(type, translations, fields);
  return texts satisfies FormSetup["texts"];
}

function asErrors(entries: readonly (readonly [Fault, string])[]): FieldTexts["errors"] {
  return Object.fromEntries(entries) as FieldTexts["errors"];
}
