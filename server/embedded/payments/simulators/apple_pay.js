// Simulates `globalThis.ApplePaySession` and `<apple-pay-button>`, so that Apple Pay runs without a device.
(() => {
  const VALIDATION_URL = new URL("apple-pay/paymentSession", document.currentScript.src).href;
  const SUCCESS = 0;
  const FAILURE = 1;
  const CLOSE_AFTER_MS = 400;
  const CARD = { displayName: "Visa 4242", network: "Visa", type: "debit" };
  const PERSON = {
    givenName: "Ada",
    familyName: "Test",
    addressLines: ["1 Test Street"],
    locality: "Berlin",
    administrativeArea: "BE",
    postalCode: "10115",
    country: "Germany",
    countryCode: "DE",
  };
  let current;

  class StandInSession extends EventTarget {
    #request;
    #sheet;
    #state = "new";
    #answer;

    constructor(version, request) {
      super();
      if (!StandInSession.supportsVersion(version)) throw new TypeError("The version is not supported");
      if (typeof request?.total?.amount !== "string" || typeof request.countryCode !== "string") {
        throw new TypeError("The payment request needs countryCode and total.amount");
      }
      this.#request = request;
    }

    static canMakePayments() {
      return true;
    }

    static canMakePaymentsWithActiveCard() {
      return Promise.resolve(true);
    }

    static applePayCapabilities() {
      return Promise.resolve({ paymentCredentialStatus: "paymentCredentialsAvailable" });
    }

    static supportsVersion(version) {
      return Number.isInteger(version) && version >= 1 && version <= 14;
    }

    #emit(name, values) {
      const event = Object.assign(new Event(name), values);
      this[`on${name}`]?.(event);
      this.dispatchEvent(event);
    }

    begin() {
      if (this.#state !== "new") throw new DOMException("The session has begun", "InvalidStateError");
      if (current !== undefined) throw new DOMException("Another sheet is open", "InvalidAccessError");
      current = this;
      this.#state = "validating";
      const { total, currencyCode } = this.#request;
      this.#sheet = trustcheckSheet.open({
        wallet: "Apple Pay",
        line: `${total.label}: ${total.amount} ${currencyCode}`,
        choose: (isPaid) => isPaid ? this.#authorize() : this.#cancel(),
      });
      this.#sheet.wait(true);
      queueMicrotask(() => this.#emit("validatemerchant", { validationURL: VALIDATION_URL }));
    }

    completeMerchantValidation(session) {
      if (this.#state !== "validating") throw new DOMException("Nothing to validate", "InvalidStateError");
      if (typeof session?.nonce !== "string" || !(session.expiresAt > session.epochTimestamp)) return this.#cancel();
      this.#state = "validated";
      this.#sheet.wait(false);
      this.#emit("paymentmethodselected", { paymentMethod: CARD });
      const { locality, administrativeArea, postalCode, country, countryCode } = PERSON;
      const shippingContact = { locality, administrativeArea, postalCode, country, countryCode };
      this.#emit("shippingcontactselected", { shippingContact });
    }

    completePaymentMethodSelection() {}

    completeShippingContactSelection(update) {
      const [error] = update?.errors ?? [];
      this.#sheet.wait(error !== undefined);
      this.#sheet.say(error?.message ?? "");
    }

    completeShippingMethodSelection() {}

    #authorize() {
      this.#state = "authorizing";
      this.#sheet.say("Processing");
      const token = {
        paymentData: { version: "EC_v1", data: "stand-in", signature: "stand-in", header: {} },
        paymentMethod: CARD,
        transactionIdentifier: crypto.randomUUID(),
      };
      const { requiredBillingContactFields, requiredShippingContactFields } = this.#request;
      this.#emit("paymentauthorized", {
        payment: {
          token,
          ...(requiredBillingContactFields?.length > 0 ? { billingContact: PERSON } : {}),
          ...(requiredShippingContactFields?.length > 0 ? { shippingContact: PERSON } : {}),
        },
      });
    }

    completePayment(result) {
      if (this.#state !== "authorizing") throw new DOMException("Nothing to complete", "InvalidStateError");
      this.#answer = typeof result === "number" ? result : result?.status;
      this.#sheet.say(this.#answer === SUCCESS ? "Done" : "Payment not completed");
      this.#end(CLOSE_AFTER_MS);
    }

    abort() {
      this.#end(0);
    }

    #cancel() {
      this.#end(0);
      this.#emit("cancel", { sessionError: { code: "unknown", info: {} } });
    }

    #end(afterMs) {
      this.#state = "over";
      if (current === this) current = undefined;
      setTimeout(() => this.#sheet?.close(), afterMs);
    }
  }
  Object.assign(StandInSession, { STATUS_SUCCESS: SUCCESS, STATUS_FAILURE: FAILURE });
  globalThis.ApplePaySession = StandInSession;

  if (customElements.get("apple-pay-button") !== undefined) return;
  class StandInButton extends HTMLElement {
    connectedCallback() {
      if (this.shadowRoot !== null) return;
      const isWhite = this.getAttribute("buttonstyle")?.startsWith("white") ?? false;
      const face = trustcheckSheet.part("button", "Pay with Apple Pay (test)", {
        font: "inherit",
        width: "var(--apple-pay-button-width, 100%)",
        height: "var(--apple-pay-button-height, 44px)",
        borderRadius: "var(--apple-pay-button-border-radius, 4px)",
        border: "1px solid #000",
        background: isWhite ? "#fff" : "#000",
        color: isWhite ? "#000" : "#fff",
        cursor: "pointer",
      });
      face.type = "button";
      face.lang = this.getAttribute("locale") ?? "en";
      this.attachShadow({ mode: "open" }).append(face);
    }
  }
  customElements.define("apple-pay-button", StandInButton);
})();
