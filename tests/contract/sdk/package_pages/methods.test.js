// A merchant's tests of wallets, stored cards, hosted pages and the drop-in, in each test environment.
import { afterEach, expect, test } from "vitest";
import { Payrails } from "@payrails/web-sdk";
import { openFakeCheckout, STORED_CARD } from "@payrails/web-sdk/testing";

const WALLETS = ["googlePay", "applePay", "payPal"];
const HEARD = ["onSuccess", "onFailed", "onPending"];
let checkout;
let client;
let heard = [];

function open(options = {}) {
  document.body.innerHTML = `<div id="element"></div><div id="pay"></div>`;
  heard = [];
  checkout = openFakeCheckout({ methods: ["card", ...WALLETS, "iDeal", "pix"], stopsClock: true, ...options });
  client = Payrails.init(checkout.init, { telemetry: { enabled: false } });
  return Object.fromEntries(HEARD.map((name) => [name, (_action, event) => heard.push([name, event.message ?? ""])]));
}

const BUTTONS = {
  googlePay: (events) => client.googlePayButton({ environment: "TEST", events }),
  applePay: (events) => client.applePayButton({ events }),
  payPal: (events) => client.paypalButton({ events }),
};
const hosted = (events, paymentMethodCode, more) =>
  client.genericRedirectButton({ paymentMethod: { paymentMethodCode }, events, ...more }).mount("#element");

afterEach(() => {
  client.destroy();
  checkout.close();
});

for (const code of WALLETS) {
  test(`${code} pays`, async () => {
    const events = open();
    BUTTONS[code](events).mount("#element");
    expect(await checkout.payBy(code)).toBe("success");
    expect(heard).toEqual([["onSuccess", ""]]);
    const [item] = checkout.payments.calls.find(({ path }) => path === "/authorize").body.paymentComposition;
    expect(item.paymentMethodCode).toBe(code);
    expect(checkout.wallets.sheets).toBe(1);
  });

  test(`${code} in a drop-in`, async () => {
    const events = open();
    client.dropin({ events }).mount("#element");
    expect(await checkout.payBy(code)).toBe("success");
    expect(heard).toEqual([["onSuccess", ""]]);
  });

  test(`${code} is declined, and pays with the next press`, async () => {
    const events = open({ scenario: "ExpiredInstrument" });
    BUTTONS[code](events).mount("#element");
    expect(await checkout.payBy(code)).toBe("failed");
    expect(heard).toEqual([["onFailed", "ExpiredInstrument"]]);
  });

  test(`the shopper closes the sheet of ${code}, then approves it`, async () => {
    const events = open();
    BUTTONS[code](events).mount("#element");
    expect(await checkout.payBy(code, { closesSheet: true })).toBe("not_sent");
    expect(heard.map(([name]) => name)).toEqual(["onFailed"]);
    expect(await checkout.payBy(code)).toBe("success");
  });
}

test("Google Pay is refused by a callback of the page", async () => {
  const events = open();
  client.googlePayButton({ environment: "TEST", events: { ...events, onButtonClicked: () => false } }).mount("#element");
  expect(await checkout.payBy("googlePay")).toBe("not_sent");
  expect(checkout.wallets.sheets).toBe(0);
});

test("Google Pay asks the issuer", async () => {
  const events = open({ scenario: "3ds" });
  BUTTONS.googlePay(events).mount("#element");
  expect(await checkout.payBy("googlePay")).toBe("challenge");
  checkout.bank.decline();
  await checkout.clock.advance(5000);
  expect(heard).toEqual([["onFailed", "Authorization failed after 3DS challenge."]]);
});

test("a stored card pays, in the list of stored cards and in a drop-in", async () => {
  const events = open({ instruments: [STORED_CARD] });
  client.cardList().mount("#element");
  client.paymentButton({ events }).mount("#pay");
  expect(await checkout.payStored(STORED_CARD.id)).toBe("success");
  client.destroy();
  checkout.close();
  const again = open({ instruments: [STORED_CARD], scenario: "InsufficientBalance" });
  client.dropin({ events: again }).mount("#element");
  expect(await checkout.payStored(STORED_CARD.id)).toBe("failed");
  const [item] = checkout.payments.calls.find(({ path }) => path === "/authorize").body.paymentComposition;
  expect(item.paymentInstrumentId).toBe(STORED_CARD.id);
});

test("a stored card whose security code is asked for", async () => {
  const events = open({ instruments: [STORED_CARD] });
  client.cardList({ requireCvv: true }).mount("#element");
  client.paymentButton({ events }).mount("#pay");
  expect(await checkout.payStored(STORED_CARD.id, { cvv: "123" })).toBe("success");
});

const EVERY = ["ButtonClicked", "RequestStart", "Success", "Failed", "Pending"].flatMap((name) => [
  `on${name}`,
  name === "ButtonClicked" ? "onPaymentButtonClicked" : `onAuthorize${name}`,
]).concat("onGooglePayAvailable", "onApplePayAvailable", "onPaypalAvailable", "onThreeDSecureChallenge");
/** What a page reads from a payload; instead of the execution's id, whether it is that of the session. */
const READ = ["bin", "paymentMethodCode", "code", "message", "result", "reason", "paymentInstrumentId"];

function listen() {
  const told = [];
  const { execution } = JSON.parse(atob(checkout.init.data));
  const read = (given) => {
    if (typeof given !== "object") return given;
    const known = READ.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]);
    return { ...Object.fromEntries(known), ...("executionId" in given ? { isOurs: given.executionId === execution.id } : {}) };
  };
  const events = EVERY.map((name) => [name, (...given) => (told.push([name, ...given.map(read)]), true)]);
  return { told, events: Object.fromEntries(events) };
}

const gates = (bin = "") => [
  ["onButtonClicked", "AUTHORIZE", { bin }],
  ["onPaymentButtonClicked", { bin }],
  ["onRequestStart", "AUTHORIZE"],
  ["onAuthorizeRequestStart"],
];
const paid = (paymentMethodCode, more = {}) => {
  const event = { paymentMethodCode, isOurs: true, ...more };
  return [["onSuccess", "AUTHORIZE", event], ["onAuthorizeSuccess", event]];
};
const declinedBy = (more = {}) => {
  const event = { code: "AUTHORIZATION_ERROR", message: "FraudRisk", result: "FraudRisk", isOurs: true, ...more };
  return [["onFailed", "AUTHORIZE", event], ["onAuthorizeFailed", event]];
};
const pendingBy = (paymentMethodCode, more = {}) => {
  const event = { paymentMethodCode, reason: "processing", isOurs: true, ...more };
  return [["onPending", "AUTHORIZE", event], ["onAuthorizePending", event]];
};
const withForm = (events) => {
  client.cardForm().mount("#element");
  client.paymentButton({ events }).mount("#pay");
};
const withList = (events) => {
  client.cardList().mount("#element");
  client.paymentButton({ events }).mount("#pay");
};
const STORED = { instruments: [STORED_CARD] };
const stored = { paymentInstrumentId: STORED_CARD.id };
/** Name, how the page mounts it, how the shopper pays, what comes before the gates, and what differs. */
const EACH = [
  ["card", withForm, () => checkout.pay(), [], { bin: "42424242" }],
  ["card", withList, () => checkout.payStored(STORED_CARD.id), [], { options: STORED, bin: "424242", more: stored }],
  ["googlePay", BUTTONS.googlePay, undefined, [["onGooglePayAvailable"]], {}],
  ["applePay", BUTTONS.applePay, undefined, [["onApplePayAvailable"]], {}],
  ["payPal", BUTTONS.payPal, undefined, [["onPaypalAvailable"]], {}],
  ["iDeal", (events) => client.genericRedirectButton({ ...IDEAL, openInNewTab: true, events }), undefined, [], {}],
  ["pix", (events) => client.genericRedirectButton({ ...PIX, events }), undefined, [], {}],
];
const IDEAL = { paymentMethod: { paymentMethodCode: "iDeal" } };
const PIX = { paymentMethod: { paymentMethodCode: "pix" } };

for (const [code, make, press = () => checkout.payBy(code), before, { options = {}, bin = "", more = {} }] of EACH) {
  const name = `${code}${options.instruments ? " that is stored" : ""}`;
  async function pay(scenario) {
    open({ ...options, scenario });
    const { told, events } = listen();
    make(events)?.mount("#element");
    if ((await press()) === "redirect") {
      checkout.hostedPage[scenario === "success" ? "complete" : "decline"]();
      await checkout.clock.advance(20_000);
    }
    return told;
  }

  test(`${name} tells its callbacks in order, with their payloads: paid`, async () => {
    expect(await pay("success")).toEqual([...before, ...gates(bin), ...paid(code, more)]);
  });

  test(`${name} tells its callbacks in order, with their payloads: declined`, async () => {
    const told = await pay("FraudRisk");
    // A hosted page declines with its own reason.
    const hosted = ["iDeal", "pix"].includes(code) ? { message: "InsufficientBalance", result: "InsufficientBalance" } : {};
    expect(told).toEqual([...before, ...gates(bin), ...declinedBy({ ...hosted })]);
  });

  if (!["iDeal", "pix"].includes(code)) {
    test(`${name} tells its callbacks in order, with their payloads: still open`, async () => {
      expect(await pay("pending")).toEqual([...before, ...gates(bin), ...pendingBy(code, more)]);
    });
  }
}

test("the issuer takes the whole page, and the shopper returns", async () => {
  open({ scenario: "3ds" });
  client.destroy();
  client = Payrails.init(checkout.init, { telemetry: { enabled: false }, redirectFor3DS: true });
  client.cardForm().mount("#element");
  client.paymentButton().mount("#pay");
  expect(await checkout.pay()).toBe("challenge");
  expect(location.hash).toBe("#payrails-issuer-page");
  expect(document.querySelector("dialog")).toBe(null);
  client.destroy();
  checkout.bank.complete();
  expect(location.hash).toBe("");
  client = Payrails.init(checkout.init, { telemetry: { enabled: false } });
  const resumed = client.resume({ mayHaveBegun: true });
  await checkout.clock.advance(5000);
  expect((await resumed).type).toBe("success");
});

test("the issuer of a wallet's card takes the whole page, and declines", async () => {
  const events = open({ scenario: "3ds" });
  client.googlePayButton({ environment: "TEST", redirectFor3DS: true, events }).mount("#element");
  expect(await checkout.payBy("googlePay")).toBe("challenge");
  expect(location.hash).toBe("#payrails-issuer-page");
  client.destroy();
  checkout.bank.decline();
  client = Payrails.init(checkout.init, { telemetry: { enabled: false } });
  const resumed = client.resume({ mayHaveBegun: true });
  await checkout.clock.advance(5000);
  expect((await resumed).type).toBe("failed");
});

test("an issuer's page that the test leaves open is gone for the next test", async () => {
  open({ scenario: "3ds" });
  client.googlePayButton({ environment: "TEST", redirectFor3DS: true }).mount("#element");
  expect(await checkout.payBy("googlePay")).toBe("challenge");
  client.destroy();
  checkout.close();
  expect(location.hash).toBe("");
});

test("the billing address: pay() enters it, and a test may enter its own", async () => {
  const events = open();
  client.cardForm({ showAddressSelector: true }).mount("#element");
  client.paymentButton({ events }).mount("#pay");
  expect(await checkout.pay()).toBe("success");
  const authorized = () => checkout.payments.calls.findLast(({ path }) => path === "/authorize").body;
  expect(JSON.stringify(authorized())).toContain('"postalCode":"94103"');
  client.destroy();
  checkout.close();
  open();
  client.cardForm({ showAddressSelector: true }).mount("#element");
  client.paymentButton({ events }).mount("#pay");
  const card = { number: "4242 4242 4242 4242", expiry: "12/39", cvv: "123" };
  expect(await checkout.pay({ ...card, country: "AE" })).toBe("success");
  expect(JSON.stringify(authorized())).toContain('"code":"AE"');
  expect(JSON.stringify(authorized())).not.toContain("postalCode");
});

test("a billing address that is left out is answered with what to do", async () => {
  open();
  client.cardForm({ showAddressSelector: true }).mount("#element");
  client.paymentButton().mount("#pay");
  const card = { number: "4242 4242 4242 4242", expiry: "12/39", cvv: "123", country: "US" };
  await expect(checkout.pay(card)).rejects.toThrow("with showAddressSelector country and postalCode");
});

test("a hosted page takes the whole page, and the shopper returns", async () => {
  hosted(open(), "iDeal");
  expect(await checkout.payBy("iDeal")).toBe("redirect");
  expect(location.hash).toBe("#payrails-hosted-page");
  client.destroy();
  checkout.hostedPage.complete();
  expect(location.hash).toBe("");
  client = Payrails.init(checkout.init, { telemetry: { enabled: false } });
  const resumed = client.resume({ mayHaveBegun: true });
  await checkout.clock.advance(5000);
  expect((await resumed).type).toBe("success");
});

test("a hosted page in a tab declines", async () => {
  hosted(open(), "iDeal", { openInNewTab: true });
  expect(await checkout.payBy("iDeal")).toBe("redirect");
  checkout.hostedPage.decline();
  await checkout.clock.advance(20_000);
  expect(heard).toEqual([["onFailed", "InsufficientBalance"]]);
});

test("a hosted page in a popup pays", async () => {
  hosted(open(), "pix");
  expect(await checkout.payBy("pix")).toBe("redirect");
  checkout.hostedPage.complete();
  await checkout.clock.advance(20_000);
  expect(heard).toEqual([["onSuccess", ""]]);
});

test("a missing button is answered with what to do", async () => {
  open({ methods: ["card"] });
  await expect(checkout.payBy("googlePay")).rejects.toThrow('The page shows no button for googlePay. Pass methods: ["goo');
});

test("a missing instrument is answered with what to do", async () => {
  open({ methods: ["card"] });
  await expect(checkout.payStored("x")).rejects.toThrow("The page does not list this instrument");
});

test("a visit that did not begin is answered with what to do", () => {
  open({ methods: ["card"] });
  expect(() => checkout.hostedPage.complete()).toThrow("The shopper was not sent to a hosted page: call payBy first");
});

test("nothing stays behind", () => {
  open();
  client.destroy();
  checkout.close();
  expect(["google", "ApplePaySession", "payrailsPaypal"].filter((name) => name in globalThis)).toEqual([]);
});
