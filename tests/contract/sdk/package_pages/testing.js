// A merchant's own test of a checkout: no network, no waiting.
import { Payrails } from "@payrails/web-sdk";
import { openFakeCheckout, SCENARIOS } from "@payrails/web-sdk/testing";

const CARD = { number: "4242 4242 4242 4242", expiry: "12/39", cvv: "123" };
const ENDS = ["onSuccess", "onFailed", "onPending"];

async function run(scenario) {
  const checkout = openFakeCheckout({ scenario, stopsClock: true });
  const { clock, frame, bank, payments } = checkout;
  const heard = [];
  const events = Object.fromEntries(ENDS.map((name) => [name, () => heard.push(name)]));
  const client = Payrails.init(checkout.init);
  client.cardForm({ showSingleExpiryDateField: true }).mount("#card");
  client.paymentButton({ events }).mount("#pay");
  await clock.advance(100);
  frame.type(CARD);
  await clock.advance(100);
  document.querySelector("#payrails-card-payment-button").click();
  await clock.advance(5000);
  const first = [...heard];
  if (scenario === "3ds") bank.complete();
  if (scenario === "offline") checkout.goOnline();
  await clock.advance(20_000);
  const authorizes = payments.calls.filter(({ path }) => path === "/authorize");
  client.destroy();
  checkout.close();
  return { first, heard, attempts: new Set(authorizes.map(({ idempotencyKey }) => idempotencyKey)).size };
}

/** A card of two networks, and what is sent of the choice. */
async function choose() {
  const checkout = openFakeCheckout({ networks: ["cartesbancaires", "visa"], stopsClock: true });
  const { clock, frame, payments } = checkout;
  const client = Payrails.init(checkout.init);
  client.cardForm({ showSingleExpiryDateField: true }).mount("#card");
  client.paymentButton().mount("#pay");
  await clock.advance(100);
  frame.type(CARD);
  await clock.advance(1000);
  const offered = [...document.querySelectorAll(".payrails-schemes input")].map(({ value }) => value);
  document.querySelector(".payrails-schemes input").click();
  document.querySelector("#payrails-card-payment-button").click();
  await clock.advance(5000);
  const [item] = payments.calls.find(({ path }) => path === "/authorize").body.paymentComposition;
  client.destroy();
  checkout.close();
  return { offered, chosen: item.paymentInstrumentData.preferredScheme };
}

globalThis.start = async () => {
  const results = {};
  for (const scenario of Object.keys(SCENARIOS)) results[scenario] = await run(scenario);
  globalThis.choice = await choose();
  globalThis.results = results;
};
