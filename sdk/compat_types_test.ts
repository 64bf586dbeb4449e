/** A merchant's TypeScript page written for 5.x. Every option, callback and answer it names has to compile. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  type ApplePayButtonOptions,
  type CardFormOptions,
  type CardPaymentButtonOptions,
  type CollectContainerOptions,
  type DropinOptions,
  ElementType,
  type GenericRedirectButtonOptions,
  type GooglePayButtonOptions,
  PAYMENT_METHOD_CODES,
  type PaymentEvents,
  type PaypalButtonOptions,
  type Payrails,
  type PayrailsClientOptions,
  PayrailsEnvironment,
} from "./mod.ts";

const style = { color: "red", borderRadius: "3px" };
const states = { base: style, complete: style, empty: style, focus: style, invalid: style, cardIcon: style };

const client: PayrailsClientOptions = {
  environment: PayrailsEnvironment.TEST,
  redirectFor3DS: false,
  returnInfo: { success: "a", cancel: "b", error: "c", pending: "d" },
  events: {
    onClientInitialized: (execution) => [execution?.response.links, execution?.savedCreditCards],
    onSessionExpired: () => Promise.resolve({ version: "2.0", data: "" }),
  },
  telemetry: { enabled: true, logLevel: "debug", collectMetadata: true },
};

const form: CardFormOptions = {
  showCardHolderName: true,
  showSingleExpiryDateField: true,
  layout: [[ElementType.CARD_NUMBER], [ElementType.CVV, ElementType.EXPIRATION_DATE]],
  showStoreInstrumentCheckbox: true,
  alwaysStoreInstrument: false,
  defaultStoreInstrumentState: "checked",
  enrollInstrumentToNetworkOffers: true,
  installmentConfig: { defaultInstallment: 3 },
  fonts: [],
  events: {
    onFocus: () => {},
    onReady: () => {},
    onChange: ({ isValid, cardNetwork, bin, billingAddress }) => [isValid, cardNetwork, bin, billingAddress],
    onSaveInstrumentCheckboxChanged: ({ checked }) => checked,
    onBillingAddressChanged: ({ isValid, billingAddress }) => [isValid, billingAddress],
  },
  translations: {
    placeholders: { CARD_NUMBER: "a", [ElementType.CVV]: "b" },
    labels: { CVV: "a", saveCreditCard: "b", saveInstrument: "c", storeInstrument: "d", paymentInstallments: "e" },
    error: { default: { CVV: "a" } },
    addressSelector: { labels: { countrySelector: "a" }, placeholders: { postalCodeInput: "b" } },
  },
  styles: {
    wrapper: style,
    base: style,
    storeInstrumentCheckbox: style,
    storeCardCheckbox: style,
    errorTextStyles: { base: style },
    inputFields: { all: { ...states, copyIcon: style }, CVV: states },
    labels: { all: style, CVV: style },
    addressSelector: { wrapper: style, countrySelector: style, postalCodeInput: style },
    paymentInstallmentsDropdown: style,
  },
};

const events: PaymentEvents = {
  onAuthorizeSuccess: (event) => event,
  onSuccess: (action, event) => [action, event],
  onAuthorizeFailed: ({ code }) => code,
  onFailed: (_action, { message }) => message,
  onAuthorizePending: (event) => event,
  onPending: (_action, event) => event,
  onAuthorizeRequestStart: () => Promise.resolve(true),
  onRequestStart: () => Promise.resolve(true),
  onPaymentButtonClicked: ({ bin }) => Promise.resolve(bin !== ""),
  onButtonClicked: (_action, { bin }) => Promise.resolve(bin !== ""),
  onThreeDSecureChallenge: () => {},
  onPaymentSessionExpired: () => {},
  onStateChanged: (state) => state,
  onValidate: ({ isValid, error, fieldErrors }) => [isValid, error, fieldErrors],
};

const pay: CardPaymentButtonOptions = {
  translations: { label: "Pay" },
  disabledByDefault: true,
  redirectFor3DS: false,
  styles: { base: style, disabled: style, loading: style, hover: style },
  events,
};

const dropin: DropinOptions = {
  paymentMethodsConfiguration: {
    preselectFirstPaymentOption: true,
    showPaymentMethodLogo: true,
    cards: { ...form, disablePaymentButton: true, showStoredInstruments: true, showExistingCards: true },
    payPal: { showStoredInstruments: true, alwaysStoreInstrument: true },
    googlePay: { merchantInfo: { merchantId: "a", merchantName: "b" } },
    applePay: { clientDomain: "a" },
    lean: {},
    pix: { openInNewTab: true, showPaymentMethodLogo: false },
  },
  returnInfo: { success: "a" },
  fonts: [],
  events: {
    ...events,
    onPaymentOptionSelected: ({ paymentMethod, instrument }) => [paymentMethod, instrument],
    onSaveInstrumentCheckboxChanged: ({ checked }) => checked,
    onDeliveryAddressChanged: () => Promise.resolve(true),
    onGooglePayAvailable: () => {},
  },
  translations: {
    cardPaymentButton: { label: "a" },
    cardForm: { labels: { CVV: "a" } },
    paymentResult: { success: "a", fail: "b", pending: "c" },
    paypalButton: { labels: { saveInstrument: "a" } },
    applePayButton: { labels: { paymentScreenLabel: "a" } },
    leanButton: { label: "a" },
    addressSelector: { labels: { countrySelector: "a" } },
    errorMessages: { InsufficientBalance: "a" },
    pix: { label: "a", button: { label: "b" } },
  },
  styles: {
    container: { styles: style },
    element: { base: style, active: style },
    googlePayButton: { buttonColor: "black", buttonType: "long", buttonSizeMode: "fill", locale: "en" },
    paypalButton: { color: "gold", height: 40, label: "paypal", shape: "rect", tagline: false, locale: "en_US" },
    applePayButton: { type: "buy", style: "black", locale: "en" },
    leanButton: { base: style },
    cardForm: { wrapper: style },
    cardPaymentButton: { base: style },
    authSuccess: style,
    authFailed: style,
    loadingScreen: { overlay: style, loader: style },
    addressSelector: { wrapper: style },
    pix: { base: style },
  },
  configuration: { authFailMsg: { autoHideTTL: 3000 } },
};

const google: GooglePayButtonOptions = { merchantInfo: {}, environment: PayrailsEnvironment.TEST, events };
const apple: ApplePayButtonOptions = { clientDomain: "a", abortAfterAuthorizeFailed: true, events };
const paypal: PaypalButtonOptions = { styles: { color: "gold" }, events };
const redirect: GenericRedirectButtonOptions = {
  paymentMethod: { paymentMethodCode: PAYMENT_METHOD_CODES.PIX },
  openInNewTab: true,
  returnInfo: {},
  translations: { label: "a" },
  styles: { base: style, loading: style, hover: style },
  events,
};
const fields: CollectContainerOptions = { containerType: "COLLECT", layout: [1], errorTextStyles: {}, fonts: [] };

/** Never called, only compiled. */
export async function page(payrails: Payrails): Promise<void> {
  const cardForm = payrails.cardForm(form).mount("#card");
  cardForm.update({ styles: { wrapper: style }, translations: { labels: {} }, events: { onReady: () => {} } });
  cardForm.updateInstallmentConfig({ installmentCountry: "BR", installmentOptions: {} });
  cardForm.hide({ reset: true });
  cardForm.show();
  cardForm.focus();
  const { isValid, error, fieldErrors } = await cardForm.validate();
  await cardForm.tokenize({ futureUsage: "CardOnFile", storeInstrument: isValid });
  payrails.paymentButton(pay).mount("#pay").update({ translations: { label: "a" }, styles: { base: style }, events });
  payrails.dropin(dropin).mount("#dropin").unmount();
  payrails.googlePayButton(google).mount("#google");
  payrails.applePayButton(apple).mount("#apple");
  payrails.paypalButton(paypal).mount("#paypal");
  payrails.genericRedirectButton(redirect).mount("#pix");
  payrails.update({ value: "1.00", currency: "USD" });
  payrails.update({ meta: { key: "customer", value: { country: { code: "BR" } } } });
  const container = payrails.collectContainer(fields);
  const field = container.createCollectElement({ type: ElementType.CVV, required: true, inputStyles: { base: style } });
  field.on(
    "CHANGE",
    ({ isEmpty, isFocused, isRequired, value, bin, network }) =>
      void [isEmpty, isFocused, isRequired, value, bin, network],
  );
  field.mount("#code").setError("a").resetError();
  const { encryptedData, vaultProviderConfigId } = await container.collect();
  await container.tokenize({ futureUsage: "Subscription" });
  payrails.setState({ instrument: payrails.getSavedCreditCards()[0] });
  const body = { status: "enabled", default: true, networkTransactionReference: "a" } as const;
  await payrails.api({ operation: "updateInstrument", resourceId: "a", body });
  payrails.query("paymentMethodConfig", { paymentMethodCode: "redirect" });
  await payrails.isGooglePayAvailable({ merchantId: "a" });
  void [error, fieldErrors?.cardNumber, encryptedData, vaultProviderConfigId, await payrails.isApplePayAvailable()];
}

describe("types of the SDK", () => {
  it("accept a page written for 5.x, which is checked when this file compiles", () => {
    assertEquals([client.environment, page.length], ["TEST", 1]);
  });
});
