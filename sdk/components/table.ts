/**
 * The client's elements as components: one row each, of which the React entry makes a component and the entry of custom
 * elements a tag. An option or callback without its row does not compile.
 */
import type {
  ApplePayButtonOptions,
  CardFormOptions,
  CardListOptions,
  CardPaymentButtonOptions,
  DropinOptions,
  GenericRedirectButtonOptions,
  GooglePayButtonOptions,
  PaymentEvents,
  PaypalButtonOptions,
  Payrails,
} from "../mod.ts";
import type { Mounted, SharedOptions } from "./mounting.ts";

/** How an attribute says the value of an option. An object has no attribute. */
export type OptionKind = "flag" | "text" | "object";
/**
 * What an event of the page is to the payment. `notice`: it reports. `gate`: its `preventDefault()` stops the payment.
 * `answer`: not an event, since the payment behaves differently where the callback exists.
 */
export type EventKind = "notice" | "gate" | "answer";

type KindOf<V> = [V] extends [boolean] ? "flag" : [V] extends [string] ? "text" : "object";
/** The names of 5.x for callbacks that have others today. */
type OldEvent =
  | "onPaymentButtonClicked"
  | "onAuthorizeRequestStart"
  | "onAuthorizeSuccess"
  | "onAuthorizePending"
  | "onAuthorizeFailed";
/** What every HTML element has of its own. */
type Native = "id" | "className" | "dataTestId";
/** The 5.x name of a callback that is under `events` today. */
type OldOption = "onCardChange";

/** One element of the client. */
export interface ComponentRow<O extends SharedOptions, E extends Mounted> {
  /** Name of the custom element. */
  readonly tag: `payrails-${string}`;
  readonly make: (client: Payrails, options: O) => E;
  readonly options: { readonly [K in Exclude<keyof O, "events" | Native | OldOption>]-?: KindOf<NonNullable<O[K]>> };
  readonly events: { readonly [K in Exclude<keyof NonNullable<O["events"]>, OldEvent>]-?: EventKind };
}

function row<O extends SharedOptions, E extends Mounted>(
  tag: ComponentRow<O, E>["tag"],
  make: (client: Payrails, options: O) => E,
  { options, events }: Pick<ComponentRow<O, E>, "options" | "events">,
): ComponentRow<O, E> {
  return { tag, make, options, events };
}

const PAYMENT_EVENTS = {
  onButtonClicked: "gate",
  onRequestStart: "gate",
  onSuccess: "notice",
  onPending: "notice",
  onFailed: "notice",
  onThreeDSecureChallenge: "notice",
  onPaymentSessionExpired: "notice",
  onStateChanged: "notice",
  onValidate: "notice",
} as const;

const WALLET_EVENTS = {
  ...PAYMENT_EVENTS,
  onGooglePayAvailable: "notice",
  onApplePayAvailable: "notice",
  onPaypalAvailable: "notice",
  onSaveInstrumentCheckboxChanged: "notice",
  onBillingAddressChanged: "notice",
  onDeliveryAddressChanged: "answer",
} as const;

const WALLET_OPTIONS = {
  alwaysStoreInstrument: "flag",
  defaultStoreInstrumentState: "text",
  returnInfo: "object",
  showStoreInstrumentCheckbox: "flag",
} as const;
const LOOKS = { translations: "object", styles: "object" } as const;

export const Dropin = row("payrails-dropin", (client: Payrails, options: DropinOptions) => client.dropin(options), {
  options: {
    ...LOOKS,
    appearance: "object",
    configuration: "object",
    fonts: "object",
    paymentMethodsConfiguration: "object",
    returnInfo: "object",
  },
  events: {
    ...WALLET_EVENTS,
    onReady: "notice",
    onError: "notice",
    onPreferredSchemeChanged: "notice",
    onPaymentOptionSelected: "notice",
  },
});

export const CardForm = row(
  "payrails-card-form",
  (client: Payrails, options: CardFormOptions) => client.cardForm(options),
  {
    options: {
      ...LOOKS,
      alwaysStoreInstrument: "flag",
      appearance: "object",
      defaultStoreInstrumentState: "text",
      enableCardIcon: "flag",
      enrollInstrumentToNetworkOffers: "flag",
      fonts: "object",
      installmentConfig: "object",
      layout: "object",
      showAddressSelector: "flag",
      showCardHolderName: "flag",
      showInstallments: "flag",
      showSingleExpiryDateField: "flag",
      showStoreInstrumentCheckbox: "flag",
    },
    events: {
      onReady: "notice",
      onChange: "notice",
      onFieldChange: "notice",
      onFocus: "notice",
      onBlur: "notice",
      onSaveInstrumentCheckboxChanged: "notice",
      onPreferredSchemeChanged: "notice",
      onBillingAddressChanged: "notice",
      onError: "notice",
    },
  },
);

export const CardList = row(
  "payrails-card-list",
  (client: Payrails, options: CardListOptions) => client.cardList(options),
  {
    options: {
      ...LOOKS,
      appearance: "object",
      installmentConfig: "object",
      requireCvv: "flag",
      showInstallments: "flag",
    },
    events: { onCardSelected: "notice" },
  },
);

/** Without the callbacks that the button accepts for 5.x and never calls. */
type PaymentButtonOptions = Omit<CardPaymentButtonOptions, "events"> & { events?: PaymentEvents };

export const PaymentButton = row(
  "payrails-payment-button",
  (client: Payrails, options: PaymentButtonOptions) => client.paymentButton(options),
  {
    options: {
      ...LOOKS,
      appearance: "object",
      disabledByDefault: "flag",
      disablePaymentButton: "flag",
      showAmount: "flag",
      redirectFor3DS: "flag",
      returnInfo: "object",
    },
    events: PAYMENT_EVENTS,
  },
);

export const GooglePayButton = row(
  "payrails-google-pay-button",
  (client: Payrails, options: GooglePayButtonOptions) => client.googlePayButton(options),
  {
    options: {
      ...LOOKS,
      ...WALLET_OPTIONS,
      environment: "text",
      merchantInfo: "object",
      redirectFor3DS: "flag",
      showPaymentMethodLogo: "flag",
    },
    events: WALLET_EVENTS,
  },
);

export const ApplePayButton = row(
  "payrails-apple-pay-button",
  (client: Payrails, options: ApplePayButtonOptions) => client.applePayButton(options),
  {
    options: {
      ...LOOKS,
      ...WALLET_OPTIONS,
      abortAfterAuthorizeFailed: "flag",
      clientDomain: "text",
      showPaymentMethodLogo: "flag",
    },
    events: WALLET_EVENTS,
  },
);

export const PaypalButton = row(
  "payrails-paypal-button",
  (client: Payrails, options: PaypalButtonOptions) => client.paypalButton(options),
  { options: { ...LOOKS, ...WALLET_OPTIONS }, events: WALLET_EVENTS },
);

export const GenericRedirectButton = row(
  "payrails-generic-redirect-button",
  (client: Payrails, options: GenericRedirectButtonOptions) => client.genericRedirectButton(options),
  {
    options: { ...LOOKS, appearance: "object", openInNewTab: "flag", paymentMethod: "object", returnInfo: "object" },
    events: PAYMENT_EVENTS,
  },
);
