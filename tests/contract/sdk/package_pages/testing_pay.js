// A merchant's tests that pay with one call, in each layout and with each mistake.
import { Payrails } from "@payrails/web-sdk";
import { openFakeCheckout } from "@payrails/web-sdk/testing";

const CARD = { number: "4242 4242 4242 4242", expiry: "12/39", cvv: "123" };
const ENDS = ["onSuccess", "onFailed", "onPending"];

function listen() {
  const heard = [];
  const events = Object.fromEntries(
    ENDS.map((name) => [name, (_action, event) => heard.push([name, event.message].filter(Boolean).join(" "))]),
  );
  return { heard, events };
}

const LAYOUTS = {
  form: (client, events) => {
    client.cardForm().mount("#card");
    client.paymentButton({ events }).mount("#pay");
  },
  dropin: (client, events) => client.dropin({ events }).mount("#card"),
  shadow: (client, events) => {
    const root = document.querySelector("#card").attachShadow({ mode: "open" });
    root.append(document.createElement("div"), document.createElement("div"));
    client.cardForm().mount(root.firstChild);
    client.paymentButton({ events }).mount(root.lastChild);
  },
  refusing: (client, events) => LAYOUTS.form(client, { ...events, onButtonClicked: () => false }),
  throwing: (client, events) => {
    const onSuccess = () => {
      throw new TypeError("the page's own");
    };
    LAYOUTS.form(client, { ...events, onSuccess });
  },
  deaf: (client, events) => {
    const taken = globalThis.fetch;
    globalThis.fetch = async () => new Response("{}");
    LAYOUTS.form(client, events);
    LAYOUTS.giveBack = () => globalThis.fetch = taken;
  },
  nothing: () => {},
  noButton: (client) => client.cardForm().mount("#card"),
};

/** Pays with `pay` and returns its answer, or its error, and what the page was told. */
globalThis.pay = async ({ layout = "form", card = CARD, then, ...options }) => {
  document.body.innerHTML = '<div id="card"></div><div id="pay"></div>';
  const { heard, events } = listen();
  const hear = (event) => {
    event.preventDefault();
    heard.push(`error ${event.error.message}`);
  };
  addEventListener("error", hear);
  const checkout = openFakeCheckout(options);
  const client = Payrails.init(checkout.init);
  LAYOUTS[layout](client, events);
  const end = await checkout.pay(card ?? undefined).catch((error) => `${error.name}: ${error.message}`);
  if (then === "complete" || then === "decline") checkout.bank[then]();
  if (then === "online") checkout.goOnline();
  if (then !== undefined) await checkout.clock.advance(20_000);
  LAYOUTS.giveBack?.();
  client.destroy();
  checkout.close();
  removeEventListener("error", hear);
  return [end, ...heard];
};

globalThis.refusalOf = (options) => {
  try {
    openFakeCheckout(options).close();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
};
