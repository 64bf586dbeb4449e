/** Programs that pay with card form and pay button. */
import { AuthorizationFailureReasons, ElementType, Payrails, PayrailsEnvironment } from "@payrails/web-sdk";
import type { Shop } from "../../../support/programs/shop.ts";

const options = { environment: PayrailsEnvironment.TEST, telemetry: { enabled: false } };
const yes = () => Promise.resolve(true);

export function formAndButton({ init, note }: Shop) {
  const client = Payrails.init(init, options);
  client.cardForm({ events: { onReady: note("onReady") } }).mount("#checkout");
  client.paymentButton({
    translations: { label: "Pay now" },
    events: {
      onValidate: note("onValidate"),
      onButtonClicked: note("onButtonClicked", yes()),
      onSuccess: note("onSuccess"),
      onFailed: note("onFailed"),
      onPending: note("onPending"),
    },
  }).mount("#pay");
}

export function formTellsChanges({ init, note, read }: Shop) {
  const client = Payrails.init(init, options);
  const form = client.cardForm({
    showCardHolderName: true,
    translations: { placeholders: { CARD_NUMBER: "Number" }, labels: { CARD_NUMBER: "Card" } },
    events: {
      onFocus: note("onFocus"),
      onChange: (event) => {
        if (event.isValid) read("valid", event.cardNetwork, event.bin, event.isValid);
      },
    },
  });
  form.mount("#checkout");
  return { look: () => read("form", form.isValid, form.cardNetwork, form.bin) };
}

export function ownLayout({ init, note }: Shop) {
  const client = Payrails.init(init, options);
  client.cardForm({
    layout: [[ElementType.CARD_NUMBER], [ElementType.EXPIRATION_DATE, ElementType.CVV], [ElementType.CARDHOLDER_NAME]],
    styles: { base: { color: "navy" }, inputFields: { all: { base: { fontSize: "16px" } } } },
  }).mount("#checkout");
  client.paymentButton({
    events: { onSuccess: note("onSuccess"), onFailed: note("onFailed") },
    styles: { base: { color: "white" } },
  }).mount("#pay");
}

export function wrongLayout({ init, read }: Shop) {
  const client = Payrails.init(init, options);
  try {
    client.cardForm({ layout: [[ElementType.CVV, ElementType.CVV]] });
  } catch (error) {
    read("refused", error instanceof Error);
  }
}

export function declined({ init, note, read }: Shop) {
  const client = Payrails.init(init, options);
  client.cardForm({ showSingleExpiryDateField: true }).mount("#checkout");
  client.paymentButton({
    events: {
      onAuthorizeFailed: note("onAuthorizeFailed"),
      onFailed: (action, failure) => {
        read("reason", failure.code === AuthorizationFailureReasons.AUTHORIZATION_ERROR);
        note("onFailed")(action, failure);
      },
      onSuccess: note("onSuccess"),
    },
  }).mount("#pay");
}

export function gateRefuses({ init, note }: Shop) {
  const client = Payrails.init(init, options);
  client.cardForm().mount("#checkout");
  client.paymentButton({
    events: { onButtonClicked: note("onButtonClicked", Promise.resolve(false)), onFailed: note("onFailed") },
  }).mount("#pay");
}

export function gateThrows({ init, note }: Shop) {
  const client = Payrails.init(init, options);
  client.cardForm().mount("#checkout");
  client.paymentButton({
    events: { onButtonClicked: () => Promise.reject(new Error("out of stock")), onFailed: note("onFailed") },
  }).mount("#pay");
}

export function olderNames({ init, note }: Shop) {
  const client = Payrails.init(init, options);
  client.cardForm().mount("#checkout");
  client.paymentButton({
    events: {
      onPaymentButtonClicked: note("onPaymentButtonClicked", yes()),
      onAuthorizeSuccess: note("onAuthorizeSuccess"),
      onSuccess: note("onSuccess"),
    },
  }).mount("#pay");
}

export function requestStart({ init, note }: Shop) {
  const client = Payrails.init(init, options);
  client.cardForm().mount("#checkout");
  client.paymentButton({
    events: { onRequestStart: note("onRequestStart", yes()), onSuccess: note("onSuccess") },
  }).mount("#pay");
}

export function challenged({ init, note }: Shop) {
  const client = Payrails.init(init, options);
  client.cardForm().mount("#checkout");
  client.paymentButton({
    redirectFor3DS: false,
    events: {
      onThreeDSecureChallenge: note("onThreeDSecureChallenge"),
      onSuccess: note("onSuccess"),
      onFailed: note("onFailed"),
      onPending: note("onPending"),
    },
  }).mount("#pay");
}

export function changedLater({ init, note, read }: Shop) {
  const client = Payrails.init(init, options);
  const form = client.cardForm({ events: { onChange: note("first") } });
  form.mount("#checkout");
  return {
    change() {
      form.update({ translations: { labels: { CARD_NUMBER: "Number" } }, events: { onChange: note("second") } });
      form.hide();
      form.show();
    },
    validate: async () => {
      const { isValid } = await form.validate();
      read("validate", isValid);
    },
  };
}

export function installments({ init, note, read }: Shop) {
  const client = Payrails.init(init, options);
  const form = client.cardForm({ events: { onChange: note("onChange") } });
  form.mount("#checkout");
  return {
    async look() {
      const { selectedInstallment, storeInstrument } = await form.collectValues();
      read("collected", Number(selectedInstallment), storeInstrument);
    },
  };
}

export function tokenized({ init, read }: Shop) {
  const client = Payrails.init(init, options);
  const form = client.cardForm();
  form.mount("#checkout");
  return {
    async store() {
      const { id, paymentMethod, status, data } = await form.tokenize({
        storeInstrument: true,
        futureUsage: "CardOnFile",
      });
      read("stored", typeof id, paymentMethod, status, data?.bin, data?.suffix);
    },
  };
}

export function twoButtons({ init, read }: Shop) {
  const client = Payrails.init(init, options);
  read("one of each", client.cardForm() === client.cardForm(), client.paymentButton({}) === client.paymentButton({}));
}

export function stateOfButton({ init, note }: Shop) {
  const client = Payrails.init(init, options);
  client.cardForm().mount("#checkout");
  client.paymentButton({
    disabledByDefault: true,
    events: { onStateChanged: note("onStateChanged"), onSuccess: note("onSuccess") },
  }).mount("#pay");
}

export function mountedAgain({ init, note }: Shop) {
  const client = Payrails.init(init, options);
  const form = client.cardForm({ events: { onReady: note("onReady") } });
  form.mount("#checkout");
  client.paymentButton({ events: { onSuccess: note("onSuccess") } }).mount("#pay");
  return {
    again() {
      form.unmount();
      form.mount("#more");
    },
  };
}

export function unknownOptions({ init, note }: Shop) {
  const client = Payrails.init(init, Object.assign({ future: { mode: "fast" } }, options));
  client.cardForm(Object.assign({ cards: { showCardHolderName: true } })).mount("#checkout");
  client.paymentButton(Object.assign({ size: "large", events: { onSuccess: note("onSuccess"), onUnheard: () => {} } }))
    .mount("#pay");
}
