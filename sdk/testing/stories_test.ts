/**
 * Every element of the SDK from its first to its last moment in a page: what it shows, with each attribute, what it
 * reports to the merchant and sends to the card frame, and that no listener is left once it is gone. The texts are
 * approved.
 */
import { describe, it } from "@std/testing/bdd";
import { openSdkStory, type SdkStory } from "../../tests/support/small_page/sdk_story.ts";
import type { CardFormOptions } from "../card_form/options.ts";
import { Payrails } from "../client.ts";
import type { ClientUpdate, PayrailsClientOptions } from "../options.ts";
import type { PaymentMethodOption } from "../wire/config.ts";
import { type FakeCheckout, type FakeCheckoutOptions, openFakeCheckout } from "./mod.ts";
// Loaded when an element is mounted, which would take a different number of turns in each run.
import "../card_form/extras/extras.ts";
import "../dropin/dropin.ts";
import "../dynamic/dynamic_form.ts";
import "../instruments/card_list.ts";
import "../methods/apple_pay.ts";
import "../methods/google_pay.ts";
import "../methods/paypal/paypal_button.ts";
import "../methods/redirect_button.ts";
import "../payment/payment_run.ts";
import "../locales/all.ts";

const GOOD = { number: "4242 4242 4242 4242", expiry: "12/39", cvv: "123", holderName: "Ada Lovelace" };
const stored = (id: string, more: object = {}) => ({
  id,
  paymentMethod: "card",
  status: "enabled" as const,
  data: { bin: "42424242", network: "visa", suffix: "4242", expiryMonth: "12", expiryYear: "39" },
  ...more,
});
const CARDS: PaymentMethodOption = {
  paymentMethodCode: "card",
  integrationType: "api",
  clientConfig: {
    supportsSaveInstrument: true,
    supportsBillingInfo: true,
    supportsInstallments: true,
    installments: { US: [2, 3].map((count) => ({ count, amount: { value: "5.00", currency: "USD" } })) },
  },
  paymentInstruments: [stored("s1", { default: true }), stored("s2", { data: { network: "amex", suffix: "0005" } })],
};
const SCHEMA = {
  type: "object",
  required: ["iban", "country"],
  properties: {
    iban: { type: "string", title: "IBAN", pattern: "^[A-Z]{2}[0-9]{4}$" },
    country: { type: "string", title: "Country", enum: ["DE", "ES"] },
    note: { type: "string", title: "Note", maxLength: 10 },
  },
};
const METHODS: readonly PaymentMethodOption[] = [
  CARDS,
  { paymentMethodCode: "pix", integrationType: "hpp", paymentInstruments: [] },
  { paymentMethodCode: "revolutPay", integrationType: "hpp", paymentInstruments: [] },
  {
    paymentMethodCode: "sepaDirectDebit",
    integrationType: "api",
    clientConfig: { supportsSaveInstrument: true, instrumentDataSchema: SCHEMA },
    paymentInstruments: [],
  },
];
/** Every callback that an element may call. */
const CALLBACKS = [
  ...["onReady", "onChange", "onFocus", "onBlur", "onCardSelected", "onPaymentOptionSelected", "onButtonClicked"],
  ...["onRequestStart", "onSuccess", "onFailed", "onPending", "onAuthorizeSuccess", "onAuthorizeFailed", "onError"],
  ...["onThreeDSecureChallenge", "onStateChanged", "onSessionExpired", "onSaveInstrumentCheckboxChanged"],
  ...["onBillingAddressChanged", "onPreferredSchemeChanged", "onValidationChange", "onSaveInstrument"],
];

interface Told {
  readonly story: SdkStory;
  readonly checkout: FakeCheckout;
  readonly client: Payrails;
  /** Callbacks that note what they get. */
  readonly events: object;
  place(id: string): HTMLElement;
  /** Lets work in progress end, ends the step and records the calls. */
  step(name: string, ms?: number): Promise<void>;
}

function tell(
  name: string,
  options: FakeCheckoutOptions & { readonly client?: PayrailsClientOptions },
  steps: (told: Told) => Promise<void>,
): void {
  it(name.replaceAll("_", " "), async () => {
    const story = openSdkStory();
    const { random } = Math;
    Math.random = () => 0.5;
    const { client: clientOptions = {}, ...rest } = options;
    const checkout = openFakeCheckout({ stopsClock: true, ...rest });
    answerCountries(checkout);
    const { MessageChannel } = globalThis;
    listenToPages(story);
    const client = Payrails.init(checkout.init, clientOptions);
    let calls = 0;
    try {
      await steps({
        story,
        checkout,
        client,
        events: Object.fromEntries(
          CALLBACKS.map((callback) => [callback, (...given: unknown[]) => {
            story.note(callback, ...given.map(plain));
            return true;
          }]),
        ),
        place: (id) => story.place(id) as HTMLElement,
        step: async (title, ms = 100) => {
          await checkout.clock?.advance(ms);
          for (const { method, path, body } of checkout.payments.calls.slice(calls)) {
            story.note(method, path, body ?? "");
          }
          calls = checkout.payments.calls.length;
          story.add(title);
        },
      });
      await story.compare(name);
    } finally {
      client.destroy();
      Object.assign(globalThis, { MessageChannel });
      checkout.close();
      Math.random = random;
    }
  });
}

const COUNTRIES = {
  DE: { code: "DE", name: "Germany", iso3: "DEU", showPostalCode: false },
  US: { code: "US", name: "United States", iso3: "USA", showPostalCode: true, postalCodeRegex: "^\\d{5}$" },
};

function answerCountries({ payments }: FakeCheckout): void {
  const { answer } = payments;
  payments.answer = (request) =>
    request.url.endsWith("/countries.json")
      ? { status: 200, text: JSON.stringify(COUNTRIES) }
      : answer.call(payments, request);
}

/** What the page sends to a card frame over its port, in the words of the wire. */
function listenToPages(story: SdkStory): void {
  const Channel = globalThis.MessageChannel;
  class Heard extends Channel {
    constructor() {
      super();
      const port: Pick<MessagePort, "postMessage"> = this.port1;
      const post = port.postMessage.bind(port);
      port.postMessage = (message: unknown) => {
        story.note("to the frame", message);
        post(message);
      };
    }
  }
  Object.assign(globalThis, { MessageChannel: Heard });
}

const WALLETS: readonly PaymentMethodOption[] = ["googlePay", "applePay", "payPal"].map((paymentMethodCode) => ({
  paymentMethodCode,
  integrationType: "api",
  config: { parameters: { gateway: "sample" }, clientId: "sample", merchantId: "sample" },
  clientConfig: { supportsSaveInstrument: true },
  paymentInstruments: [],
}));

/** The vendors' scripts, whose shoppers agree to everything. What the SDK gives them becomes a note. */
function vendorsOf(story: SdkStory): object {
  const button = (id: string, onClick: () => void) => {
    const made = Object.assign(document.createElement("button"), { id });
    made.addEventListener("click", onClick);
    return made;
  };
  class PaymentsClient {
    constructor(options: object) {
      story.note("Google gets", options);
    }
    isReadyToPay(request: object) {
      story.note("Google is asked", request);
      return Promise.resolve({ result: true });
    }
    createButton({ onClick, ...looks }: { readonly onClick: () => void }) {
      story.note("Google draws", looks);
      return button("google", onClick);
    }
    loadPaymentData(request: object) {
      story.note("Google opens", request);
      return Promise.resolve({ token: "g" });
    }
  }
  class ApplePaySession {
    static readonly STATUS_SUCCESS = 0;
    static readonly STATUS_FAILURE = 1;
    static canMakePayments = () => true;
    onvalidatemerchant = (_event: object) => {};
    onpaymentauthorized = (_event: object) => {};
    constructor(version: number, request: object) {
      story.note("Apple opens", version, request);
    }
    begin() {
      const validationURL = "https://apple-pay-gateway.apple.com/paymentservices/startSession";
      queueMicrotask(() => this.onvalidatemerchant({ validationURL }));
    }
    completeMerchantValidation(session: unknown) {
      story.note("Apple is validated by", session);
      queueMicrotask(() => this.onpaymentauthorized({ payment: { token: { paymentMethod: { network: "Visa" } } } }));
    }
    completePayment(result: object) {
      story.note("Apple hears", result);
    }
    abort() {
      story.note("Apple is aborted");
    }
  }
  const Buttons = (
    { createOrder, style, ...rest }: { readonly createOrder?: () => Promise<string>; style: object },
  ) => ({
    close: () => story.note("PayPal closes"),
    render: (host: HTMLElement) => {
      story.note("PayPal draws", style, Object.keys(rest).join());
      const press = () => void createOrder?.().catch((error) => story.note("PayPal gets no order", error));
      host.append(button("paypal", press));
      return Promise.resolve();
    },
  });
  const paypal = { Buttons };
  return {
    google: { payments: { api: { PaymentsClient } } },
    ApplePaySession,
    paypal,
    payrailsPaypal: paypal,
    payrailsPaypalVault: paypal,
  };
}

/** Without the parts that are the same in every event: the execution and the client. */
function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Error) return String(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, typeof one === "object" && one !== null ? typeNameOf(one) : one]),
  );
}

function typeNameOf(value: object): unknown {
  return value instanceof Error ? String(value) : Object.keys(value).slice(0, 6).join(",");
}

const type = (story: SdkStory, selector: string, value: string) => {
  const field = story.at(selector);
  field.value = value;
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
};

describe("an element of the SDK", () => {
  tell("card_form", { methods: [CARDS] }, async ({ story, client, checkout, events, place, step }) => {
    const card: CardFormOptions = {
      events,
      id: "my-form",
      className: "mine",
      showCardHolderName: true,
      showStoreInstrumentCheckbox: true,
      translations: { labels: { storeInstrument: "Keep it" } },
      styles: { wrapper: { padding: "1px" }, storeInstrumentCheckbox: { color: "red" } },
    } as CardFormOptions;
    const form = client.cardForm(card);
    form.mount(place("card"));
    await step("mounted");
    checkout.frame.type(GOOD);
    await step("typed", 1_000);
    story.at("input[type=checkbox]").click();
    await step("kept");
    type(story, "#country-selector", "US");
    type(story, "#postal-code-input", "94105");
    await step("an address");
    form.update({
      translations: { labels: { storeInstrument: "Store" }, title: "Fields" },
      appearance: { colorPrimary: "#123456" },
    });
    await step("updated");
    client.update({ locale: "de" } satisfies ClientUpdate);
    await step("in German", 1_000);
    story.turnDark(true);
    await step("dark");
    story.turnDark(false);
    story.note(await form.validate());
    await step("validated");
    form.unmount();
    await step("unmounted");
  });

  tell("pay_button", { methods: [CARDS] }, async ({ story, client, checkout, events, place, step }) => {
    client.cardForm({ events, showAddressSelector: false }).mount(place("card"));
    const button = client.paymentButton({
      events,
      showAmount: true,
      styles: {
        base: { color: "black" },
        hover: { color: "blue" },
        disabled: { color: "grey" },
        loading: { color: "red" },
      },
    });
    button.mount(place("pay"));
    await step("mounted");
    checkout.frame.type(GOOD);
    await step("complete");
    story.at("#payrails-card-payment-button").dispatchEvent(new Event("pointerenter"));
    await step("under the pointer");
    story.at("#payrails-card-payment-button").dispatchEvent(new Event("pointerleave"));
    client.update({ value: "12.00", currency: "EUR" });
    await step("another amount");
    client.update({ locale: "es" });
    await step("in Spanish", 1_000);
    button.update({ translations: { label: "Buy", loading: "Wait" }, appearance: { colorPrimary: "#123456" } });
    await step("updated");
    story.at("#payrails-card-payment-button").click();
    await step("pressed", 0);
    await step("paid", 10_000);
    button.unmount();
    await step("unmounted");
  });

  for (const scenario of ["decline", "pending", "offline", "429", "FraudRisk"] as const) {
    tell(`payment_${scenario}`, { scenario }, async ({ story, client, checkout, events, place, step }) => {
      client.cardForm().mount(place("card"));
      client.paymentButton({ events }).mount(place("pay"));
      await checkout.frame.ready();
      checkout.frame.type(GOOD);
      await step("complete");
      story.at("#payrails-card-payment-button").click();
      await step("pressed", 0);
      await step("later", 15_000);
      checkout.goOnline();
      await step("much later", 200_000);
    });
  }

  for (const how of ["complete", "decline"] as const) {
    tell(`challenge_${how}`, { scenario: "3ds" }, async ({ client, checkout, events, place, step }) => {
      client.cardForm().mount(place("card"));
      client.paymentButton({ events }).mount(place("pay"));
      await checkout.frame.ready();
      await step("complete");
      await checkout.pay();
      await step("the issuer asks");
      checkout.bank[how]();
      await step("the issuer has decided", 10_000);
    });
  }

  tell("challenge_closed", { scenario: "3ds" }, async ({ story, client, checkout, events, place, step }) => {
    client.cardForm().mount(place("card"));
    client.paymentButton({ events }).mount(place("pay"));
    await checkout.frame.ready();
    await checkout.pay();
    await step("the issuer asks");
    const escape = new Event("cancel", { cancelable: true });
    story.at("#payrails-popup-background").dispatchEvent(escape);
    story.note(`the browser closes it by itself: ${!escape.defaultPrevented}`);
    await step("closed with Escape", 10_000);
  });

  tell("dropin", { methods: METHODS }, async ({ story, client, checkout, events, place, step }) => {
    const dropin = client.dropin({
      events,
      paymentMethodsConfiguration: { cards: { requireCvv: true, showStoreInstrumentCheckbox: true } },
      styles: {
        container: { styles: { padding: "1px" } },
        element: { base: { color: "black" }, active: { color: "blue" } },
        authFailed: { color: "red" },
        authSuccess: { color: "green" },
        loadingScreen: { overlay: { opacity: "0.5" }, loader: { color: "grey" } },
      },
    });
    dropin.mount(place("dropin"));
    await step("mounted", 1_000);
    for (const id of ["s1", "s2", "pix", "revolutPay", "card"]) {
      story.at(`[data-testid="dropin-item-radio-${id}"]`).click();
      await step(`chosen: ${id}`, 1_000);
    }
    client.update({ locale: "fr" });
    await step("in French", 1_000);
    story.turnDark(true);
    await step("dark");
    story.turnDark(false);
    type(story, "[id^=country-selector]", "US");
    type(story, "[id^=postal-code-input]", "94105");
    await checkout.pay();
    await step("paid", 1_000);
    dropin.unmount();
    await step("unmounted");
  });

  tell("dropin_declined", { scenario: "decline" }, async ({ story, client, checkout, events, place, step }) => {
    const dropin = client.dropin({ events });
    dropin.mount(place("dropin"));
    await checkout.frame.ready();
    await step("mounted");
    await checkout.pay();
    await step("declined");
    story.at("#authorization-failed-message").click();
    await step("dismissed");
    dropin.unmount();
    await step("unmounted");
  });

  tell("dropin_pending", { scenario: "pending" }, async ({ client, checkout, events, place, step }) => {
    client.dropin({ events }).mount(place("dropin"));
    await checkout.frame.ready();
    await checkout.pay();
    await step("pending");
  });

  tell("dropin_challenge", { scenario: "3ds" }, async ({ story, client, checkout, events, place, step }) => {
    client.dropin({ events }).mount(place("dropin"));
    await checkout.frame.ready();
    await checkout.pay();
    await step("the issuer asks");
    story.at("#payrails-popup-cancel-button").click();
    await step("closed", 10_000);
    const [again] = ["#payrails-open-again"];
    story.at(again).click();
    await step("opened again", 1_000);
    checkout.bank.complete();
    await step("paid", 10_000);
  });

  tell("dropin_without_methods", { methods: [] }, async ({ client, events, place, step }) => {
    client.dropin({ events }).mount(place("dropin"));
    await step("mounted", 1_000);
  });

  tell("card_list", { methods: [CARDS] }, async ({ story, client, events, place, step }) => {
    client.cardForm({ showAddressSelector: false }).mount(place("card"));
    const list = client.cardList({
      events,
      requireCvv: true,
      styles: {
        container: { styles: { padding: "1px" } },
        element: { base: { color: "black" }, active: { color: "blue" } },
      },
    });
    list.mount(place("list"));
    client.paymentButton({ events }).mount(place("pay"));
    await step("mounted", 1_000);
    for (const id of ["s1", "s2", "another"]) {
      story.at(`#payrails-card-list-item-${id} input`).click();
      await step(`chosen: ${id}`, 1_000);
    }
    client.setState({ instrument: stored("s2") });
    await step("chosen by the page", 1_000);
    client.update({ locale: "it" });
    await step("in Italian", 1_000);
    list.unmount();
    await step("unmounted");
  });

  tell("card_list_empty", {}, async ({ client, events, place, step }) => {
    client.cardList({ events }).mount(place("list"));
    await step("mounted", 1_000);
  });

  tell("dynamic_form", { methods: METHODS }, async ({ story, client, events, place, step }) => {
    const element = client.dynamicElement(
      {
        events,
        paymentMethod: { paymentMethodCode: "sepaDirectDebit" },
      } as Parameters<Payrails["dynamicElement"]>[0],
    );
    void element.mount(place("form"));
    await step("mounted", 1_000);
    const leave = (name: string, value: string) => {
      story.at(`[name=${name}]`).dispatchEvent(new Event("focus"));
      type(story, `[name=${name}]`, value);
      story.at(`[name=${name}]`).dispatchEvent(new Event("blur"));
    };
    leave("iban", "X");
    leave("country", "");
    leave("note", "longer than ten");
    await step("wrong");
    leave("iban", "DE1234");
    leave("country", "DE");
    leave("note", "short");
    await step("right");
    void element.tokenize().then((answer) => story.note("tokenized", answer), (error) => story.note("refused", error));
    await step("stored", 1_000);
    element.unmount();
    await step("unmounted");
  });

  tell("hosted_page", { methods: METHODS }, async ({ story, client, events, place, step }) => {
    const pix = client.genericRedirectButton({ events, paymentMethod: { paymentMethodCode: "pix" } });
    pix.mount(place("pix"));
    client.genericRedirectButton({ events, paymentMethod: { paymentMethodCode: "revolutPay" } }).mount(
      place("revolut"),
    );
    await step("mounted", 1_000);
    client.update({ locale: "pt" });
    await step("in Portuguese", 1_000);
    story.at("#pix button").click();
    await step("pressed", 20_000);
    pix.unmount();
    await step("unmounted");
  });

  tell("destroyed", { methods: METHODS }, async ({ client, checkout, events, place, step }) => {
    client.cardForm({ events }).mount(place("card"));
    client.paymentButton({ events }).mount(place("pay"));
    client.cardList({ events }).mount(place("list"));
    client.dropin({ events }).mount(place("dropin"));
    await checkout.frame.ready();
    await step("mounted", 1_000);
    client.destroy();
    await step("destroyed", 1_000);
  });

  tell("wallets", { methods: WALLETS }, async ({ story, client, events, place, step }) => {
    Object.assign(globalThis, vendorsOf(story));
    const options = { events, showStoreInstrumentCheckbox: true };
    const wallets = [client.googlePayButton(options), client.applePayButton(options), client.paypalButton(options)];
    for (const [at, wallet] of wallets.entries()) wallet.mount(place(`wallet${at}`));
    await step("mounted", 2_000);
    client.update({ locale: "de" });
    await step("in German", 2_000);
    for (const selector of ["#google", "apple-pay-button", "#paypal"]) {
      story.at(selector).click();
      await step(`pressed ${selector}`, 20_000);
    }
    for (const box of ["#wallet0 input", "#wallet1 input", "#wallet2 input"]) story.at(box).click();
    await step("accounts are kept", 2_000);
    for (const wallet of wallets) wallet.unmount();
    await step("unmounted");
  });

  tell("pay_button_alone", {}, async ({ story, client, events, place, step }) => {
    const button = client.paymentButton({ events, disabledByDefault: false });
    button.mount(place("pay"));
    await step("mounted");
    story.at("#payrails-card-payment-button").click();
    await step("pressed", 1_000);
    button.mount(place("elsewhere"));
    await step("mounted elsewhere");
  });

  tell(
    "co_badged",
    { networks: ["cartesbancaires", "visa"] },
    async ({ story, client, checkout, events, place, step }) => {
      const styles = { cardBrandSelector: { labelColor: "red", tileBackground: "white", focusRingColor: "blue" } };
      client.cardForm({ events, styles }).mount(place("card"));
      await checkout.frame.ready();
      checkout.frame.type(GOOD);
      await step("typed", 1_000);
      story.at("[type=radio]:not(:checked)").click();
      await step("the other network");
      client.update({ locale: "fr" });
      await step("in French", 1_000);
      checkout.frame.type({ number: "5" });
      await step("another number", 1_000);
    },
  );

  tell("frame_lost", {}, async ({ story, client, checkout, events, place, step }) => {
    checkout.frame.uninstall();
    const form = client.cardForm({ events, showCardHolderName: true, showSingleExpiryDateField: false });
    form.mount(place("card"));
    client.paymentButton({ events }).mount(place("pay"));
    await step("mounted", 1_000);
    await step("10 seconds later", 10_000);
    story.at("#card button").click();
    await step("tried again", 1_000);
    form.unmount();
    await step("unmounted");
  });

  tell("fields_of_cards", {}, async ({ client, checkout, events, place, step }) => {
    client.cardForm({
      events,
      showCardHolderName: true,
      showSingleExpiryDateField: false,
      enableCardIcon: false,
      styles: {
        inputFields: { all: { base: { color: "black" }, invalid: { color: "red" } } },
        base: { padding: "1px" },
      },
      translations: { error: { default: { CVV: "Wrong" } }, placeholders: { CARD_NUMBER: "Number" }, loadFailed: "No" },
      fonts: [{ cssSrc: "https://fonts.example/a.css" }],
    } as CardFormOptions).mount(place("card"));
    await checkout.frame.ready();
    checkout.frame.type(GOOD);
    await step("typed", 1_000);
    checkout.frame.submit();
    await step("submitted", 1_000);
  });
});
