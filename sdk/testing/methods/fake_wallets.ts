/**
 * Fakes the scripts of Google, Apple and PayPal: buttons as theirs, and sheets that the shopper approves at once or
 * closes.
 */

/** Hosts of the scripts, of which nothing is loaded. */
const VENDORS = /^https:\/\/(pay\.google\.com|applepay\.cdn-apple\.com|www\.paypal\.com)\//;
/** What each script sets. PayPal's has one name to pay and one to store the account. */
const GLOBALS = ["google", "ApplePaySession", "payrailsPaypal", "payrailsPaypalVault"] as const;

/** The shopper's answers to the sheets of the wallets. */
export class FakeWallets {
  /** True lets the shopper close the next sheets without paying. Default false. */
  closesSheets = false;
  /** How many sheets the shopper has seen. */
  sheets = 0;
  #restore: () => void = () => {};

  /** Stops the vendors' scripts from loading, and sets what they would set, until `uninstall`. */
  install(): void {
    current = this;
    const apis: Readonly<Record<(typeof GLOBALS)[number], unknown>> = {
      google: { payments: { api: { PaymentsClient: GoogleClient } } },
      ApplePaySession: AppleSession,
      payrailsPaypal: { Buttons: paypalButtons },
      payrailsPaypalVault: { Buttons: paypalButtons },
    };
    const undo = [...GLOBALS.map((name) => replace(globalThis, name, { value: apis[name] })), takeScripts()];
    this.#restore = () => undo.forEach((each) => each());
  }

  /** Lets the scripts load again. */
  uninstall(): void {
    this.#restore();
    current = undefined;
  }

  /** @internal The shopper sees a sheet. True when the shopper pays. */
  ask(): boolean {
    this.sheets++;
    return !this.closesSheets;
  }
}

/** The SDK keeps what a script has set, so the fakes ask the wallets that are installed now. */
let current: FakeWallets | undefined;
const isApproved = () => current?.ask() === true;

function replace(owner: object, name: string, value: PropertyDescriptor): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { ...value, configurable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(owner, name);
    else Object.defineProperty(owner, name, before);
  };
}

/** The vendors' scripts have loaded as soon as they are asked for. */
function takeScripts(): () => void {
  const prototype = HTMLScriptElement.prototype;
  const original = Object.getOwnPropertyDescriptor(prototype, "src");
  return replace(prototype, "src", {
    ...original,
    set(this: HTMLScriptElement, url: unknown) {
      if (VENDORS.test(String(url))) queueMicrotask(() => this.dispatchEvent(new Event("load")));
      else original?.set?.call(this, url);
    },
  });
}

/** Carries the method's code, by which `payBy` finds it. */
function vendorButton(method: string, press: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.testid = `payrails-fake-${method}`;
  button.addEventListener("click", press);
  return button;
}

class GoogleClient {
  isReadyToPay() {
    return Promise.resolve({ result: true });
  }

  createButton({ onClick }: { readonly onClick: () => void }) {
    return vendorButton("googlePay", onClick);
  }

  loadPaymentData() {
    if (!isApproved()) return Promise.reject({ statusCode: "CANCELED" });
    const tokenizationData = { type: "PAYMENT_GATEWAY", token: "fake" };
    return Promise.resolve({ paymentMethodData: { type: "CARD", tokenizationData } });
  }
}

/** Apple's button is an element without code, so the fake has only the session. */
class AppleSession {
  static readonly STATUS_SUCCESS = 0;
  static readonly STATUS_FAILURE = 1;
  static canMakePayments = () => true;

  onvalidatemerchant: ((event: object) => void) | null = null;
  onpaymentauthorized: ((event: object) => void) | null = null;
  oncancel: (() => void) | null = null;

  begin() {
    queueMicrotask(() => this.onvalidatemerchant?.({ validationURL: "https://apple.example/session" }));
  }

  completeMerchantValidation() {
    const paymentMethod = { network: "Visa", displayName: "Visa 4242" };
    const payment = { token: { paymentMethod, paymentData: {}, transactionIdentifier: "fake" } };
    queueMicrotask(() => isApproved() ? this.onpaymentauthorized?.({ payment }) : this.oncancel?.());
  }

  abort() {}
  completePayment() {}
  completeShippingContactSelection() {}
}

interface PaypalOptions {
  readonly createOrder?: () => Promise<string>;
  readonly createBillingAgreement?: () => Promise<string>;
  readonly onApprove: (approval: object) => void;
  readonly onCancel: () => void;
}

function paypalButtons({ createOrder, createBillingAgreement, onApprove, onCancel }: PaypalOptions) {
  const press = async () => {
    const orderID = await createOrder?.();
    const billingToken = await createBillingAgreement?.();
    if (isApproved()) onApprove({ orderID, billingToken });
    else onCancel();
  };
  // An order that the provider refuses is reported by the SDK.
  const button = vendorButton("payPal", () => void press().catch(() => {}));
  return {
    render: (host: HTMLElement) => Promise.resolve(host.append(button)),
    close: () => button.remove(),
  };
}
