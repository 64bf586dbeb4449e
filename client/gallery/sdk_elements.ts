/** Every element of the SDK in every state; gallery_test.ts fails when one is missing. */
import type { Payrails } from "../../sdk/mod.ts";
import type { CollectElement, CollectElementOptions, VaultClient } from "../../sdk/vault.ts";
import type { StoredInstrument } from "../../sdk/wire/instruments.ts";
import type { VaultElementType } from "../../sdk/wire/elements.ts";

/**
 * Creates clients of one test session; each state has a client of its own, since a client has one form and one button.
 */
export interface SdkKit {
  client(changes?: { readonly storedCards?: readonly StoredInstrument[] }): Payrails;
  /** In DEV, so that the page may fill the fields. */
  readonly vault: VaultClient;
}

export type MountState = (place: HTMLElement, kit: SdkKit) => unknown;
export type SdkElements = Readonly<Record<string, Readonly<Record<string, MountState>>>>;

const STORED: readonly StoredInstrument[] = [
  {
    id: "stored-1",
    paymentMethod: "card",
    status: "enabled",
    default: true,
    data: { bin: "42424242", network: "visa", suffix: "4242", expiryMonth: "12", expiryYear: "39" },
  },
  {
    id: "stored-2",
    paymentMethod: "card",
    status: "enabled",
    data: { bin: "55555555", network: "mastercard", suffix: "4444", expiryMonth: "01", expiryYear: "40" },
  },
];
const [FIRST] = STORED;
const never = () => new Promise<never>(() => {});

/** A button that may pay with a stored card, and calls nothing before the merchant has answered. */
function storedCardButton(place: HTMLElement, { client }: SdkKit): HTMLButtonElement | null {
  const made = client({ storedCards: STORED });
  made.paymentButton({ translations: { label: "Pay $1.00" }, events: { onRequestStart: never } }).mount(place);
  made.setState({ instrument: FIRST });
  return place.querySelector("button");
}

/** Elements of a client; the keys are the names of the React components. */
export const CLIENT_ELEMENTS: SdkElements = {
  CardForm: {
    empty: (place, { client }) => client().cardForm().mount(place),
    "every field": (place, { client }) =>
      client().cardForm({
        showCardHolderName: true,
        showSingleExpiryDateField: true,
        showStoreInstrumentCheckbox: true,
        showAddressSelector: true,
      }).mount(place),
    error: (place, { client }) => {
      const form = client().cardForm({ events: { onReady: () => void form.validate() } });
      form.mount(place);
    },
  },
  PaymentButton: {
    ready: (place, kit) => storedCardButton(place, kit),
    disabled: (place, { client }) =>
      client().paymentButton({ translations: { label: "Pay $1.00" }, disablePaymentButton: true }).mount(place),
    loading: (place, kit) => storedCardButton(place, kit)?.click(),
    focused: (place, kit) => storedCardButton(place, kit),
  },
  CardList: {
    filled: (place, { client }) => client({ storedCards: STORED }).cardList().mount(place),
    chosen: (place, { client }) => {
      const made = client({ storedCards: STORED });
      made.cardList({ requireCvv: true }).mount(place);
      made.setState({ instrument: FIRST });
    },
    empty: (place, { client }) => client({ storedCards: [] }).cardList().mount(place),
  },
  Dropin: {
    filled: (place, { client }) => client({ storedCards: STORED }).dropin().mount(place),
    "card open": (place, { client }) =>
      client().dropin({ paymentMethodsConfiguration: { preselectFirstPaymentOption: true } }).mount(place),
  },
  GenericRedirectButton: { ready: (place, { client }) => client().genericRedirectButton().mount(place) },
  GooglePayButton: { "ready or not available": (place, { client }) => client().googlePayButton().mount(place) },
  ApplePayButton: { "ready or not available": (place, { client }) => client().applePayButton().mount(place) },
  PaypalButton: { "ready or not available": (place, { client }) => client().paypalButton().mount(place) },
};

/** What a merchant calls each element. */
export const SDK_TITLES: Readonly<Record<string, string>> = {
  CardForm: "Card form",
  PaymentButton: "Pay button",
  CardList: "Saved cards",
  Dropin: "Drop-in",
  GenericRedirectButton: "Redirect button",
  GooglePayButton: "Google Pay button",
  ApplePayButton: "Apple Pay button",
  PaypalButton: "PayPal button",
};

interface FieldRow {
  readonly options: Omit<CollectElementOptions, "type">;
  readonly filled: string;
}

/** Element type -> its options and a value that is valid. */
export const FIELDS: Readonly<Record<VaultElementType, FieldRow>> = {
  CARD_NUMBER: { options: {}, filled: "4242424242424242" },
  CARDHOLDER_NAME: { options: {}, filled: "Ada Sample" },
  EXPIRATION_DATE: { options: {}, filled: "12/39" },
  EXPIRATION_MONTH: { options: { column: "month" }, filled: "12" },
  EXPIRATION_YEAR: { options: { column: "year" }, filled: "2039" },
  CVV: { options: {}, filled: "123" },
  PIN: { options: { name: "pin", label: "PIN", required: true }, filled: "1234" },
  INPUT_FIELD: { options: { name: "city", label: "City", required: true }, filled: "Oslo" },
  textarea: { options: { name: "note", label: "Note", required: true }, filled: "Second floor" },
  checkbox: { options: { name: "terms", label: "I agree", value: "yes", required: true }, filled: "yes" },
  radio: { options: { name: "monthly", label: "Monthly", value: "monthly", required: true }, filled: "monthly" },
  dropdown: { options: { name: "country", label: "Country", options: ["Norway", "Italy"] }, filled: "Italy" },
};

type ElementState = (element: CollectElement, row: FieldRow) => void;

/** States of every field. A page has one focus, which the gallery gives to one field at a time. */
export const FIELD_STATES: Readonly<Record<string, ElementState>> = {
  empty: () => {},
  filled: (element, { filled }) => element.setValue(filled),
  error: (element) => element.setError("Check this field."),
};

/** One container with all types, in one frame: a frame for each would be slow. Resolves once all are in their state. */
export async function mountFields(place: HTMLElement, { vault }: SdkKit, state: string) {
  const rows = Object.entries(FIELDS);
  const container = vault.container("COMPOSABLE", { layout: rows.map(() => 1) });
  const elements = new Map(
    rows.map(([type, { options }]) => [type, container.create(asOptions({ type, ...options }))]),
  );
  const ready = [...elements.values()].map((element) => new Promise((done) => element.on("READY", done)));
  container.mount(place);
  await Promise.all(ready);
  for (const [type, row] of rows) {
    const element = elements.get(type);
    if (element !== undefined) FIELD_STATES[state]?.(element, row);
  }
  return elements;
}

/** The keys of `FIELDS` are element types. */
function asOptions(options: object): CollectElementOptions {
  return options as CollectElementOptions;
}
