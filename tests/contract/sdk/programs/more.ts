/** Programs about what shoppers change or leave: boxes, single fields, cancelled wallets and declined challenges. */
import { ElementType, Payrails, PayrailsEnvironment } from "@payrails/web-sdk";
import type { Shop } from "../../../support/programs/shop.ts";

const options = { environment: PayrailsEnvironment.TEST, telemetry: { enabled: false } };
const yes = () => Promise.resolve(true);

export function savesCard({ init, note }: Shop) {
  const client = Payrails.init(init, options);
  client.cardForm({
    showStoreInstrumentCheckbox: true,
    translations: { labels: { storeInstrument: "Keep my card" } },
    events: { onSaveInstrumentCheckboxChanged: note("onSaveInstrumentCheckboxChanged") },
  }).mount("#checkout");
}

export async function preloaded({ init, note }: Shop) {
  await Payrails.preloadCardForm();
  Payrails.init(init, options).cardForm({ events: { onReady: note("onReady") } }).mount("#checkout");
}

export function emptyForm({ init, note }: Shop) {
  const client = Payrails.init(init, options);
  client.cardForm({ events: { onReady: note("onReady") } }).mount("#checkout");
  client.paymentButton({
    disabledByDefault: false,
    events: { onValidate: note("onValidate"), onButtonClicked: note("onButtonClicked", yes()) },
  }).mount("#pay");
}

export function fieldEvents({ init, note, read }: Shop) {
  const client = Payrails.init(init, options);
  const container = client.collectContainer({ containerType: "COLLECT" });
  const field = container.createCollectElement({ type: ElementType.CVV, label: "Code", required: true });
  field.on("READY", () => note("READY")());
  field.on("FOCUS", note("FOCUS"));
  field.on("CHANGE", note("CHANGE"));
  field.on("BLUR", note("BLUR"));
  field.mount?.("#checkout");
  return {
    change() {
      field.update?.({ type: ElementType.CVV, label: "Security code" });
      read("updated");
    },
  };
}

export function challengeDeclined({ init, note }: Shop) {
  const client = Payrails.init(init, options);
  client.cardForm().mount("#checkout");
  client.paymentButton({
    events: {
      onThreeDSecureChallenge: note("onThreeDSecureChallenge"),
      onSuccess: note("onSuccess"),
      onFailed: note("onFailed"),
      onPending: note("onPending"),
    },
  }).mount("#pay");
}

export function pending({ init, note }: Shop) {
  const client = Payrails.init(init, options);
  client.cardForm().mount("#checkout");
  client.paymentButton({
    events: { onSuccess: note("onSuccess"), onFailed: note("onFailed"), onPending: note("onPending") },
  }).mount("#pay");
}

const cancelled = ({ note }: Shop) => ({
  onSuccess: note("onSuccess"),
  onFailed: note("onFailed"),
  onPending: note("onPending"),
});

export function googleCancelled(shop: Shop) {
  Reflect.set(globalThis, "shopper", "cancels");
  Payrails.init(shop.init, options).googlePayButton({
    merchantInfo: { merchantId: "M1", merchantName: "Shop" },
    environment: PayrailsEnvironment.TEST,
    events: { onGooglePayAvailable: shop.note("onGooglePayAvailable"), ...cancelled(shop) },
  }).mount("#checkout");
}

export function appleCancelled(shop: Shop) {
  Reflect.set(globalThis, "shopper", "cancels");
  Payrails.init(shop.init, options).applePayButton({
    events: { onApplePayAvailable: shop.note("onApplePayAvailable"), ...cancelled(shop) },
  }).mount("#checkout");
}

export function payPalCancelled(shop: Shop) {
  Reflect.set(globalThis, "shopper", "cancels");
  Payrails.init(shop.init, options).paypalButton({
    events: { onPaypalAvailable: shop.note("onPaypalAvailable"), ...cancelled(shop) },
  }).mount("#checkout");
}

export function walletGateRefuses({ init, note }: Shop) {
  Payrails.init(init, options).googlePayButton({
    merchantInfo: { merchantId: "M1", merchantName: "Shop" },
    environment: PayrailsEnvironment.TEST,
    events: {
      onGooglePayAvailable: note("onGooglePayAvailable"),
      onRequestStart: note("onRequestStart", Promise.resolve(false)),
      onFailed: note("onFailed"),
    },
  }).mount("#checkout");
}
