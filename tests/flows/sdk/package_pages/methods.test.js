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
