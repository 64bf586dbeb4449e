/** Programs with the drop-in, single fields, wallets and hosted pages. */
import { ElementType, PAYMENT_METHOD_CODES, Payrails, PayrailsEnvironment } from "@payrails/web-sdk";
import type { Shop } from "../../../support/programs/shop.ts";

const options = { environment: PayrailsEnvironment.TEST, telemetry: { enabled: false } };
const yes = () => Promise.resolve(true);

export function dropinPays({ init, note }: Shop) {
  Payrails.init(init, options).dropin({
    paymentMethodsConfiguration: { preselectFirstPaymentOption: true, cards: { showCardHolderName: true } },
    translations: { cardPaymentButton: { label: "Pay" }, paymentResult: { success: "Thank you" } },
    events: {
      onButtonClicked: note("onButtonClicked", yes()),
      onSuccess: note("onSuccess"),
      onFailed: note("onFailed"),
    },
  }).mount("#checkout");
}

export function dropinDeclined({ init, note }: Shop) {
  Payrails.init(init, options).dropin({
    paymentMethodsConfiguration: { preselectFirstPaymentOption: true },
    events: { onFailed: note("onFailed") },
  }).mount("#checkout");
}

export function dropinTellsOption({ init, note }: Shop) {
  Payrails.init(init, options).dropin({
    events: { onPaymentOptionSelected: note("onPaymentOptionSelected") },
  }).mount("#checkout");
}

export function dropinStoredCard({ init, note }: Shop) {
  Payrails.init(init, options).dropin({
    events: {
      onButtonClicked: note("onButtonClicked", yes()),
      onSuccess: note("onSuccess"),
      onFailed: note("onFailed"),
    },
  }).mount("#checkout");
}

export function singleFields({ init, note, read }: Shop) {
  const client = Payrails.init(init, options);
  const container = client.collectContainer({ containerType: "COLLECT" });
  const number = container.createCollectElement({ type: ElementType.CARD_NUMBER, label: "Number", required: true });
  number.on("CHANGE", (state: { isValid?: boolean; isEmpty?: boolean; network?: string; bin?: string }) => {
    const { isValid, isEmpty, network, bin } = state;
    note("CHANGE")({ isValid, isEmpty, network, bin });
  });
  number.mount?.("#checkout");
  container.createCollectElement({ type: ElementType.EXPIRATION_DATE, required: true }).mount?.("#more");
  container.createCollectElement({ type: ElementType.CVV, required: true }).mount?.("#pay");
  return {
    async collect() {
      const { encryptedData, vaultProviderConfigId } = await container.collect();
      read("collected", typeof encryptedData, typeof vaultProviderConfigId);
    },
    async tokenize() {
      const { paymentMethod, status } = await container.tokenize({ storeInstrument: true });
      read("stored", paymentMethod, status);
    },
  };
}

export function fieldsInOneFrame({ init, read }: Shop) {
  const client = Payrails.init(init, options);
  const container = client.collectContainer({ containerType: "COMPOSABLE", layout: [1, 2] });
  for (const type of [ElementType.CARD_NUMBER, ElementType.EXPIRATION_DATE, ElementType.CVV]) {
    container.createCollectElement({ type, required: true });
  }
  container.mount("#checkout");
  return {
    async collect() {
      const { isValid } = await container.validate();
      read("valid", isValid);
      const { encryptedData } = await container.collect();
      read("collected", typeof encryptedData);
    },
  };
}

export async function availability({ init, read }: Shop) {
  const client = Payrails.init(init, options);
  read("googlePay", await client.isGooglePayAvailable({ merchantId: "M1", merchantName: "Shop" }));
  read("applePay", await client.isApplePayAvailable());
}

export function googlePay({ init, note }: Shop) {
  Payrails.init(init, options).googlePayButton({
    merchantInfo: { merchantId: "M1", merchantName: "Shop" },
    environment: PayrailsEnvironment.TEST,
    events: {
      onGooglePayAvailable: note("onGooglePayAvailable"),
      onButtonClicked: note("onButtonClicked", yes()),
      onRequestStart: note("onRequestStart", yes()),
      onSuccess: note("onSuccess"),
      onFailed: note("onFailed"),
    },
  }).mount("#checkout");
}

export function applePay({ init, note }: Shop) {
  Payrails.init(init, options).applePayButton({
    translations: { labels: { paymentScreenLabel: "Shop" } },
    events: {
      onApplePayAvailable: note("onApplePayAvailable"),
      onButtonClicked: note("onButtonClicked", yes()),
      onRequestStart: note("onRequestStart", yes()),
      onSuccess: note("onSuccess"),
      onFailed: note("onFailed"),
    },
  }).mount("#checkout");
}

export function payPal({ init, note }: Shop) {
  Payrails.init(init, options).paypalButton({
    events: {
      onPaypalAvailable: note("onPaypalAvailable"),
      onButtonClicked: note("onButtonClicked", yes()),
      onRequestStart: note("onRequestStart", yes()),
      onSuccess: note("onSuccess"),
      onFailed: note("onFailed"),
    },
  }).mount("#checkout");
}

export function hostedPageGate({ init, note }: Shop) {
  Payrails.init(init, options).genericRedirectButton({
    paymentMethod: { paymentMethodCode: PAYMENT_METHOD_CODES.PIX },
    translations: { label: "Pix" },
    events: { onButtonClicked: note("onButtonClicked", Promise.resolve(false)), onFailed: note("onFailed") },
  }).mount("#checkout");
}
