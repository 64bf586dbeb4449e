/** Fake wallets of a small page: sheets and windows with a scripted shopper. */
import { SmallElement } from "./small_page.ts";

export function googleClient(cancels: boolean) {
  return class {
    isReadyToPay = () => Promise.resolve({ result: true });
    createButton({ onClick }: { readonly onClick: () => unknown }) {
      const button = new SmallElement("google-button", () => {});
      button.addEventListener("click", onClick);
      return button;
    }
    loadPaymentData = () => cancels ? Promise.reject({ statusCode: "CANCELED" }) : Promise.resolve({ token: "g" });
  };
}

export function appleSession(cancels: boolean) {
  return class {
    static readonly STATUS_SUCCESS = 0;
    static readonly STATUS_FAILURE = 1;
    static canMakePayments = () => true;
    onvalidatemerchant = (_event: object) => {};
    onpaymentauthorized = (_event: object) => {};
    oncancel = () => {};
    begin() {
      const validationURL = "https://apple-pay-gateway.apple.com/paymentservices/startSession";
      queueMicrotask(() => cancels ? this.oncancel() : this.onvalidatemerchant({ validationURL }));
    }
    completeMerchantValidation() {
      queueMicrotask(() => this.onpaymentauthorized({ payment: { token: { paymentData: {} } } }));
    }
    completePayment() {}
    abort() {}
  };
}

interface PaypalOptions {
  readonly createOrder: () => Promise<string>;
  readonly onApprove: (approval: object) => unknown;
  readonly onCancel: () => unknown;
  readonly onError: (error: unknown) => unknown;
}

interface Visit {
  readonly cancels?: boolean;
  readonly shopper?: string;
  readonly isUnmounted?: boolean;
  readonly unmount?: () => void;
}

/** The shopper's current script: the wallet's script is loaded once for all pages. */
let current: Visit = {};

export function planPaypal(visit: Visit): void {
  current = visit;
}

export const PAYPAL = {
  Buttons: ({ createOrder, onApprove, onCancel, onError }: PaypalOptions) => ({
    close() {},
    render(host: SmallElement) {
      const button = new SmallElement("paypal-button", () => {});
      button.addEventListener("click", async () => {
        const orderID = await createOrder().catch((error) => void onError(error));
        if (orderID === undefined) return;
        if (current.isUnmounted === true) return current.unmount?.();
        if (current.cancels === true || current.shopper === "closes") return onCancel();
        onApprove({ orderID });
      });
      host.append(button);
      return Promise.resolve();
    },
  }),
};
