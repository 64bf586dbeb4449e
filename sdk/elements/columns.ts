/** Vault column, label and placeholder of each element type (S-VAULT-01, S-LABEL-09). */
import type { VaultElementType } from "../wire/elements.ts";

export interface ElementRow {
  /** Vault column of a card field; other elements name their own. */
  readonly column?: string;
  readonly label?: string;
  readonly placeholder?: string;
}

export const DEFAULT_TABLE = "cards";

export const ELEMENT_ROWS: Readonly<Record<VaultElementType, ElementRow>> = {
  CARD_NUMBER: { column: "card_number", label: "Card number", placeholder: "1234 1234 1234 1234" },
  CARDHOLDER_NAME: { column: "cardholder_name", label: "Name on card", placeholder: "Card holder" },
  CVV: { column: "security_code", label: "Security code", placeholder: "CVC" },
  EXPIRATION_MONTH: { column: "expiry_month", label: "Month", placeholder: "MM" },
  EXPIRATION_YEAR: { column: "expiry_year", label: "Year", placeholder: "YY" },
  EXPIRATION_DATE: { column: "expiry_date", label: "Expiration date", placeholder: "MM/YY" },
  PIN: { label: "PIN" },
  INPUT_FIELD: {},
  textarea: {},
  checkbox: {},
  radio: {},
  dropdown: {},
};

/** Default error text of each fault. */
export const FAULT_TEXTS = {
  empty: "Fill in this field.",
  incomplete: "This entry is too short.",
  too_long: "This entry is too long.",
  wrong: "This doesn't look right. Check it and try again.",
  past: "This card has expired. Use another one.",
  too_far: "That year is too far ahead. Check your card.",
  mismatch: "The entries don't match.",
};
