// A shop whose checkout is a component with a shadow root. It moves once the form is ready, and comes back once
// removed.
import { defineElements } from "@payrails/web-sdk/elements";

class ShopCheckout extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({ mode: "open" }).innerHTML =
      `<link rel="stylesheet" href="/node_modules/@payrails/web-sdk/payrails-styles.css">
      <payrails-provider>
        <payrails-card-form showSingleExpiryDateField></payrails-card-form>
        <payrails-payment-button></payrails-payment-button>
      </payrails-provider>`;
  }

  set init(init) {
    this.shadowRoot.querySelector("payrails-provider").init = init;
  }
}

customElements.define("shop-checkout", ShopCheckout);
defineElements();
const main = document.querySelector("main");
const checkout = document.createElement("shop-checkout");
const say = (text) => document.querySelector("p[role=status]").textContent = text;
document.addEventListener("payrails-success", ({ detail }) => say(`Paid: ${detail.executionId}`));
const ready = (times) =>
  new Promise((done) => {
    document.addEventListener("payrails-ready", () => --times === 0 && done());
  });
checkout.init = await (await fetch("/init", { method: "POST" })).json();
const twice = [ready(1), ready(2), ready(3)];
main.prepend(checkout);
await twice[0];
main.append(checkout);
await twice[1];
checkout.remove();
await new Promise((done) => setTimeout(done));
main.append(checkout);
await twice[2];
globalThis.isSettled = true;
