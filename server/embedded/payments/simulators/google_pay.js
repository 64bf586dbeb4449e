// Simulates `google.payments.api`. Only the embedded payments service accepts the token.
(() => {
  const INFO = { cardNetwork: "VISA", cardDetails: "4242" };
  const ADDRESS = { name: "Ada Test", countryCode: "DE", postalCode: "10115" };

  class PaymentsClient {
    #callbacks;

    constructor(options = {}) {
      this.#callbacks = options.paymentDataCallbacks ?? {};
    }

    isReadyToPay() {
      return Promise.resolve({ result: true, paymentMethodPresent: true });
    }

    prefetchPaymentData() {}

    createButton({ onClick, buttonColor = "black", buttonSizeMode = "static", buttonRadius = 4 } = {}) {
      if (typeof onClick !== "function") throw new TypeError("createButton needs onClick");
      const isWhite = buttonColor === "white";
      const box = trustcheckSheet.part("div", "", { height: buttonSizeMode === "fill" ? "100%" : "auto" });
      const face = trustcheckSheet.part("button", "Pay with Google Pay (test)", {
        font: "inherit",
        minHeight: "44px",
        minWidth: "160px",
        width: buttonSizeMode === "fill" ? "100%" : "auto",
        height: buttonSizeMode === "fill" ? "100%" : "auto",
        borderRadius: `${buttonRadius}px`,
        border: "1px solid #000",
        background: isWhite ? "#fff" : "#000",
        color: isWhite ? "#000" : "#fff",
        cursor: "pointer",
      });
      face.type = "button";
      face.addEventListener("click", onClick);
      box.append(face);
      return box;
    }

    loadPaymentData(request) {
      const { totalPrice = "", currencyCode, totalPriceStatus } = request.transactionInfo ?? {};
      if (typeof currencyCode !== "string" || typeof totalPriceStatus !== "string") {
        return Promise.reject({ statusCode: "DEVELOPER_ERROR", statusMessage: "transactionInfo is not complete" });
      }
      return new Promise((resolve, reject) => {
        const sheet = trustcheckSheet.open({
          wallet: "Google Pay",
          line: `${request.merchantInfo?.merchantName ?? "Shop"}: ${totalPrice} ${currencyCode}`,
          choose: async (isPaid) => {
            if (!isPaid) {
              sheet.close();
              return reject({ statusCode: "CANCELED", statusMessage: "The shopper closed the sheet" });
            }
            const data = paymentData(request);
            const { onPaymentAuthorized } = this.#callbacks;
            const answer = await onPaymentAuthorized?.(data);
            sheet.close();
            if (answer?.transactionState === "ERROR") return reject({ statusCode: "CANCELED", ...answer.error });
            resolve(data);
          },
        });
      });
    }
  }

  function paymentData({ allowedPaymentMethods = [], emailRequired }) {
    const [method] = allowedPaymentMethods;
    const asksAddress = method?.parameters?.billingAddressRequired === true;
    return {
      apiVersion: 2,
      apiVersionMinor: 0,
      paymentMethodData: {
        type: "CARD",
        description: "Visa •••• 4242",
        info: { ...INFO, ...(asksAddress ? { billingAddress: ADDRESS } : {}) },
        tokenizationData: {
          type: method?.tokenizationSpecification?.type ?? "PAYMENT_GATEWAY",
          token: JSON.stringify({ protocolVersion: "ECv2", signature: "stand-in", id: crypto.randomUUID() }),
        },
      },
      ...(emailRequired ? { email: "ada@example.com" } : {}),
    };
  }

  const google = globalThis.google ?? {};
  google.payments = { ...google.payments, api: { PaymentsClient } };
  globalThis.google = google;
})();
