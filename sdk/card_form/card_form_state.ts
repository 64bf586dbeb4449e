/** What the page knows of a card form, and how each message from the frame changes it. */
import type { NetworkId } from "../card/brands.ts";
import { omitUndefined } from "../core/omit_undefined.ts";
import type { CardFormChange, CardScheme, FieldChange, ValidationEvent } from "../events.ts";
import { own } from "../wire/own.ts";
import type { BillingAddress } from "../wire/payments.ts";
import type { ElementType, FieldFlags, FormSnapshot, FromFrame } from "../wire/frames.ts";
import { networkOf } from "./network.ts";

export interface CardFormState {
  readonly isReady: boolean;
  readonly isValid: boolean;
  readonly bin: string;
  readonly cardNetwork: NetworkId | "";
  readonly fields: FormSnapshot["fields"];
}

export const EMPTY_FORM: CardFormState = { isReady: false, isValid: false, bin: "", cardNetwork: "", fields: {} };

export type CardFormFact =
  | { readonly type: "frame_opened" }
  | { readonly type: "frame_ready" }
  | { readonly type: "form_changed"; readonly form: FormSnapshot };

export function reduce(state: CardFormState, fact: CardFormFact): CardFormState {
  switch (fact.type) {
    case "frame_opened":
      return EMPTY_FORM;
    case "frame_ready":
      return { ...EMPTY_FORM, isReady: true };
    case "form_changed": {
      const { isValid, bin, brand, fields } = fact.form;
      return { ...state, isValid, bin, cardNetwork: networkOf(brand), fields };
    }
  }
}

/** State outside the frame: the billing address, whether it is valid, and the networks of a co-badged card. */
export interface Outside {
  readonly isValid: boolean;
  readonly billingAddress: BillingAddress | undefined;
  readonly cardSchemes?: readonly CardScheme[] | undefined;
}

export function changeOf({ isValid, cardNetwork, bin }: CardFormState, outside?: Outside): CardFormChange {
  const { billingAddress, cardSchemes } = outside ?? {};
  return {
    isValid: isValid && outside?.isValid !== false,
    cardNetwork,
    bin,
    ...omitUndefined({ billingAddress, cardSchemes }),
  };
}

const NO_FLAGS: FieldFlags = { isEmpty: true, isComplete: false, isValid: false, isFocused: false };

/** The value of a card number is its first digits; that of every other field is empty (S-SEC-05). */
export function fieldChangeOf(state: CardFormState, field: ElementType): FieldChange {
  const flags = state.fields[field] ?? NO_FLAGS;
  const value = field === "CARD_NUMBER" ? state.bin : "";
  return { elementType: field, name: field, isRequired: true, value, ...flags };
}

const ERROR_KEYS: Readonly<Record<ElementType, "cardNumber" | "expiry" | "cvv" | "holderName">> = {
  CARD_NUMBER: "cardNumber",
  CARDHOLDER_NAME: "holderName",
  EXPIRATION_DATE: "expiry",
  EXPIRATION_MONTH: "expiry",
  EXPIRATION_YEAR: "expiry",
  CVV: "cvv",
};

/** The first error text of each kind of card field. */
export type FieldErrors = ValidationEvent["fieldErrors"];

/** The first error per kind of field, under the names merchants read; other elements have none. */
export function fieldErrorsOf(
  faults: FromFrame["validated"]["faults"],
  sentence: (type: ElementType) => string,
): FieldErrors {
  const errors: { -readonly [K in keyof FieldErrors]: FieldErrors[K] } = {};
  for (const type of asTypes(Object.keys(faults))) {
    const key = own(ERROR_KEYS, type);
    if (key !== undefined) errors[key] ??= sentence(type);
  }
  return errors;
}

/** Keys of a message that its parser has checked. */
function asTypes(keys: readonly string[]): readonly ElementType[] {
  return keys as readonly ElementType[];
}
