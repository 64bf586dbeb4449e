/** Fake wallet scripts for browser tests: a variable of the page says what the shopper does in the sheet. */
import type { Page } from "puppeteer";

/** Where tests serve the fake scripts, by configuration. */
export const WALLET_HOST = "https://wallets.test";
/** Options of `Payrails.init` that load the fakes. */
export const FAKE_WALLET_SCRIPTS = {
  googlePay: `${WALLET_HOST}/google.js`,
  applePay: `${WALLET_HOST}/apple.js`,
  payPal: `${WALLET_HOST}/paypal.js`,
};

/** `window.shopper` is "pays" by default; `window.walletCalls` records the SDK's calls. */
const COMMON = `window.walletCalls ??= [];
const record = (...call) => walletCalls.push(JSON.parse(JSON.stringify(call)));
const plan = () => window.shopper ?? "pays";`;

const GOOGLE = `(() => { ${COMMON}
class PaymentsClient {
  constructor(options) { record("client", options); }
  isReadyToPay(request) { record("isReadyToPay", request); return Promise.resolve({ result: plan() !== "has none" }); }
  createButton({ onClick, ...look }) {
    record("createButton", look);
    const button = document.createElement("button");
    button.textContent = "Google Pay";
    button.addEventListener("click", onClick);
    return button;
  }
  loadPaymentData(request) {
    record("loadPaymentData", request);
    if (plan() === "cancels") return Promise.reject({ statusCode: "CANCELED" });
    return Promise.resolve({ apiVersion: 2, paymentMethodData: { tokenizationData: { token: "stand-in" } } });
  }
}
window.google = { payments: { api: { PaymentsClient } } }; })();`;

/** Built into the browser; also used in a page that loads none of Apple's scripts. */
export const APPLE = `(() => { ${COMMON}
window.ApplePaySession = class {
  static STATUS_SUCCESS = 0;
  static STATUS_FAILURE = 1;
  static canMakePayments() { return plan() !== "has none"; }
  constructor(version, request) {
    // Safari throws outside of a click, and so does this fake.
    if (window.event?.type !== "click") throw new Error("Must create a new ApplePaySession from a user gesture handler.");
    // It also throws while another sheet is open.
    if (plan() === "has a sheet open") throw new DOMException("Page already has an active payment session.", "InvalidAccessError");
    record("session", version, request);
  }
  begin() {
    record("begin");
    if (plan() === "cancels") return void setTimeout(() => this.oncancel());
    setTimeout(() => this.onvalidatemerchant({
      validationURL: "https://apple-pay-gateway.apple.com/paymentservices/startSession",
    }));
  }
  completeMerchantValidation(session) {
    record("completeMerchantValidation", session);
    if (plan() === "cancels later") return void setTimeout(() => this.oncancel());
    setTimeout(() => this.onpaymentauthorized({
      payment: { token: { paymentData: {}, paymentMethod: { network: "Visa", displayName: "Visa 4242" } } },
    }));
  }
  completePayment(result) { record("completePayment", result); }
  abort() { record("abort"); }
};
})();`;

const PAYPAL = `(() => { ${COMMON}
const { src, dataset } = document.currentScript;
record("script", src, dataset.namespace);
window[dataset.namespace] = {
  Buttons: (options) => ({
    render(host) {
      record("render", options.style, Object.keys(options).filter((name) => name.startsWith("create")));
      const button = document.createElement("button");
      button.textContent = "PayPal";
      button.addEventListener("click", async () => {
        const make = options.createOrder ?? options.createBillingAgreement;
        const id = await make().catch((error) => (options.onError(error), undefined));
        if (id === undefined) return;
        record("order", id);
        if (plan() === "cancels") return options.onCancel();
        if (plan() === "breaks") return options.onError(new Error("broken"));
        await options.onShippingAddressChange?.({ countryCode: "DE" }, { reject: () => record("address refused") });
        options.onApprove(options.createOrder ? { orderID: id } : { billingToken: id });
      });
      (typeof host === "string" ? document.querySelector(host) : host).append(button);
      return Promise.resolve();
    },
    close() {},
  }),
};
})();`;

const FILES: Readonly<Record<string, string>> = {
  [FAKE_WALLET_SCRIPTS.googlePay]: GOOGLE,
  [FAKE_WALLET_SCRIPTS.applePay]: APPLE,
  [FAKE_WALLET_SCRIPTS.payPal]: PAYPAL,
};

/** The fakes by a part of the addresses where vendors and the embedded service have theirs. */
export const FAKE_VENDORS: readonly (readonly [part: string, body: string])[] = [
  ["pay.google.com/gp/p/js/pay.js", GOOGLE],
  ["/stand-ins/google-pay.js", GOOGLE],
  ["applepay.cdn-apple.com/", APPLE],
  ["/stand-ins/apple-pay.js", APPLE],
  ["www.paypal.com/sdk/js", PAYPAL],
  ["/stand-ins/paypal.js", PAYPAL],
];

/** Serves the wallets' hosts for this page; those in `without` fail as a blocked script does. */
export async function serveWallets(page: Page, { without = "" } = {}): Promise<void> {
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    const body = FILES[request.url().split("?")[0] ?? ""];
    if (body === undefined) return void request.continue();
    if (without !== "" && request.url().startsWith(without)) return void request.abort();
    void request.respond({ contentType: "text/javascript", body });
  });
}
