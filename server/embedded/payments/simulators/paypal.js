// Simulates `paypal.Buttons` under the name in the script's `data-namespace`, with one-time orders and billing
// agreements.
(() => {
  const namespace = document.currentScript?.dataset.namespace || "paypal";
  const FUNDING = { PAYPAL: "paypal", CARD: "card", CREDIT: "credit", PAYLATER: "paylater", VENMO: "venmo" };
  const COLORS = { gold: "#ffc439", blue: "#0070ba", silver: "#eee", white: "#fff", black: "#000" };
  const DARK = ["blue", "black"];
  const ADDRESS = { city: "Berlin", state: "BE", countryCode: "DE", country_code: "DE", postalCode: "10115" };

  class Refused extends Error {}

  async function checkAddress({ onShippingAddressChange, onShippingChange }, orderID) {
    const actions = {
      reject: () => {
        throw new Refused("The shop does not deliver to this address");
      },
      resolve: () => {},
      order: { patch: () => Promise.resolve() },
    };
    await onShippingAddressChange?.({ orderID, shippingAddress: ADDRESS, errors: {} }, actions);
    await onShippingChange?.({ orderID, shipping_address: ADDRESS }, actions);
  }

  async function run(options) {
    const fail = (error) => options.onError?.(error);
    try {
      const create = options.createBillingAgreement ?? options.createOrder;
      const id = await create({ paymentSource: "paypal" }, {});
      if (typeof id !== "string" || id === "") throw new Error("The shop gave no order id");
      const sheet = trustcheckSheet.open({
        wallet: "PayPal",
        line: options.createBillingAgreement === undefined ? "Pay this order" : "Pay now and in future",
        choose: async (isPaid) => {
          sheet.close();
          const ids = { orderID: id, ...(options.createBillingAgreement === undefined ? {} : { billingToken: id }) };
          try {
            if (isPaid) await options.onApprove?.({ ...ids, payerID: "STANDIN", facilitatorAccessToken: "" }, {});
            else await options.onCancel?.(ids, {});
          } catch (error) {
            fail(error);
          }
        },
      });
      sheet.wait(true);
      try {
        await checkAddress(options, id);
        sheet.wait(false);
      } catch (error) {
        sheet.say(error instanceof Refused ? error.message : "This address cannot be used");
      }
    } catch (error) {
      fail(error);
    }
  }

  function Buttons(options = {}) {
    const { color = "gold", height = 40, shape = "rect", label = "paypal" } = options.style ?? {};
    const face = trustcheckSheet.part("button", label === "pay" ? "Pay with PayPal (test)" : "PayPal (test)", {
      font: "inherit",
      width: "100%",
      height: `${height}px`,
      borderRadius: shape === "pill" ? `${height / 2}px` : "4px",
      border: "0",
      background: COLORS[color] ?? COLORS.gold,
      color: DARK.includes(color) ? "#fff" : "#000",
      cursor: "pointer",
    });
    face.type = "button";
    face.dataset.testid = "paypal-stand-in";
    const actions = {
      enable: () => Promise.resolve(face.disabled = false),
      disable: () => Promise.resolve(face.disabled = true),
    };
    face.addEventListener("click", async () => {
      let isAllowed = true;
      const veto = { ...actions, resolve: () => true, reject: () => (isAllowed = false) };
      if (await options.onClick?.({ fundingSource: "paypal" }, veto) === false || !isAllowed) return;
      await run(options);
    });
    return {
      isEligible: () => options.fundingSource === undefined || options.fundingSource === FUNDING.PAYPAL,
      async render(place) {
        const container = typeof place === "string" ? document.querySelector(place) : place;
        if (container === null || container === undefined) {
          throw new Error("Document is ready and element does not exist");
        }
        container.append(face);
        await options.onInit?.({}, actions);
      },
      close() {
        face.remove();
        return Promise.resolve();
      },
    };
  }

  globalThis[namespace] = {
    version: "stand-in",
    FUNDING,
    Buttons,
    getFundingSources: () => [FUNDING.PAYPAL],
    isFundingEligible: (source) => source === FUNDING.PAYPAL,
  };
})();
