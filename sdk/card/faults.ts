/** Finds what is wrong with each field of a card form, from the texts in the inputs and today's date alone. */
import type { ElementType, Fault } from "../wire/frames.ts";
import type { Brand } from "./brands.ts";
import { detectBrand, digitsOf } from "./detect.ts";
import { type Expiry, expiryFault, readExpiry, readMonth, readYear } from "./expiry.ts";
import { cvcFault, numberFault, PATTERNS } from "./patterns.ts";

export type Texts = Readonly<Partial<Record<ElementType, string>>>;
export type Faults = Readonly<Partial<Record<ElementType, Fault>>>;

const textOf = (texts: Texts, type: ElementType): string => texts[type]?.trim() ?? "";

/**
 * `brand` is the network of a stored card, whose number is not available to determine the length of the security code.
 */
export function faultsOf(texts: Texts, now: Date, brand?: Brand): Faults {
  const faults: Partial<Record<ElementType, Fault>> = {};
  for (const type of typesIn(texts)) {
    const fault = faultOf(type, { texts, now, brand });
    if (fault !== undefined) faults[type] = fault;
  }
  return faults;
}

interface Situation {
  readonly texts: Texts;
  readonly now: Date;
  readonly brand?: Brand | undefined;
}

function faultOf(type: ElementType, { texts, now, brand }: Situation): Fault | undefined {
  const text = textOf(texts, type);
  if (text === "") return "empty";
  switch (type) {
    case "CARD_NUMBER":
      return numberFault(digitsOf(text));
    case "CVV":
      return cvcFault(digitsOf(text), brand ?? detectBrand(digitsOf(textOf(texts, "CARD_NUMBER"))));
    case "CARDHOLDER_NAME":
      return PATTERNS.holderName.test(text) ? undefined : text.length < 2 ? "incomplete" : "wrong";
    case "EXPIRATION_DATE": {
      const expiry = readExpiry(text);
      if (expiry === undefined) return digitsOf(text).length < 4 && !startsWrong(text) ? "incomplete" : "wrong";
      return expiryFault(expiry, now);
    }
    case "EXPIRATION_MONTH":
      return readMonth(text) === undefined ? "wrong" : splitFault("EXPIRATION_MONTH", { texts, now });
    case "EXPIRATION_YEAR":
      if (readYear(text) === undefined) return text.length < 2 || text.length === 3 ? "incomplete" : "wrong";
      return splitFault("EXPIRATION_YEAR", { texts, now });
  }
}

/** With month and year in two fields, a date in the past is shown at the field that is most likely wrong. */
function splitFault(type: ElementType, { texts, now }: Situation): "past" | "too_far" | undefined {
  const expiry = expiryOf(texts);
  const fault = expiry === undefined ? undefined : expiryFault(expiry, now);
  if (expiry === undefined || fault === undefined) return undefined;
  const isThisYear = Number(expiry.year) === now.getFullYear();
  return (type === "EXPIRATION_MONTH") === isThisYear ? fault : undefined;
}

/** The expiry date of either kind of form. */
export function expiryOf(texts: Texts): Expiry | undefined {
  if (texts.EXPIRATION_DATE !== undefined) return readExpiry(texts.EXPIRATION_DATE);
  const month = readMonth(textOf(texts, "EXPIRATION_MONTH"));
  const year = readYear(textOf(texts, "EXPIRATION_YEAR"));
  return month === undefined || year === undefined ? undefined : { month, year };
}

function startsWrong(text: string): boolean {
  const digits = digitsOf(text);
  return digits.length >= 2 && readMonth(digits.slice(0, 2)) === undefined;
}

/** `Object.keys` loses the key type. The keys of `Texts` are element types by construction. */
function typesIn(texts: Texts): readonly ElementType[] {
  return asTypes(Object.keys(texts));
}

function asTypes(keys: readonly string[]): readonly ElementType[] {
  return keys as readonly ElementType[];
}
