// What custom elements do in a page, each as a function that returns what the page saw.
import { Payrails } from "@payrails/web-sdk";
import { defineElements } from "@payrails/web-sdk/elements";
import { openFakeCheckout } from "@payrails/web-sdk/testing";

const FORM = "<payrails-card-form></payrails-card-form><payrails-payment-button></payrails-payment-button>";
const EVENTS = ["client-initialized", "ready", "button-clicked", "request-start", "validate", "success", "failed"];
const tick = () => new Promise((done) => setTimeout(done));

function find(selector, root = document) {
  return root.querySelector(selector);
}

/** A page with a checkout; the events are heard at the document. */
function openPage(html, options) {
  const checkout = openFakeCheckout(options);
  const heard = [];
  const stop = new AbortController();
  for (const name of EVENTS) {
    const hear = ({ detail }) => heard.push([`payrails-${name}`, detail?.code ?? detail?.action ?? detail?.isValid ?? ""]);
    document.addEventListener(`payrails-${name}`, hear, { signal: stop.signal });
  }
  document.body.innerHTML = html;
  const close = () => {
    document.body.innerHTML = "";
    stop.abort();
    return tick().then(() => checkout.close());
  };
  return { checkout, heard, close, frames: () => document.querySelectorAll("iframe[src*='/card/5/'], .payrails-container-wrapper iframe").length };
}

const RUNS = {
  /** The page changes its language, and the merchant's own text with it. */
  async language() {
    const page = openPage(`<payrails-provider locale="de">${FORM}</payrails-provider>`);
    defineElements();
    const [provider, button] = [find("payrails-provider"), find("payrails-payment-button")];
    provider.init = page.checkout.init;
    const read = async (text) => {
      const label = () => find(".payrails-button-label", button)?.textContent;
      for (let turn = 0; turn < 500 && label() !== text; turn++) await tick();
      return label();
    };
    const first = await read("Bezahlen");
    const made = button.querySelector("button");
    provider.locale = "fr";
    const texts = [first, await read("Payer")];
    button.translations = { label: "Régler" };
    texts.push(await read("Régler"));
    button.translations = undefined;
    texts.push(await read("Payer"));
    provider.locale = "en";
    texts.push(await read("Pay"));
    const isSame = made === button.querySelector("button");
    await page.close();
    return { texts, isSame };
  },
  /** The page and its frameworks come first, the definitions late. */
  async late() {
    const page = openPage(`<payrails-provider>${FORM}</payrails-provider>`);
    const [provider, form] = [find("payrails-provider"), find("payrails-card-form")];
    provider.init = page.checkout.init;
    form.showCardHolderName = true;
    const before = Object.hasOwn(form, "showCardHolderName");
    defineElements();
    defineElements();
    await page.checkout.frame.ready();
    const fields = page.checkout.frame.fields;
    const end = await page.checkout.pay();
    const kept = [form.showCardHolderName, Object.hasOwn(form, "showCardHolderName"), form.getAttribute("style")];
    await page.close();
    return { before, fields, end, kept, heard: page.heard };
  },

  async attributes() {
    const checkout = openFakeCheckout();
    const init = JSON.stringify(checkout.init).replaceAll('"', "&quot;");
    checkout.close();
    const page = openPage(
      `<payrails-provider init="${init}" locale="de"><payrails-card-form showCardHolderName showSingleExpiryDateField>` +
        `</payrails-card-form><payrails-payment-button disabledByDefault="false"></payrails-payment-button></payrails-provider>`,
    );
    await page.checkout.frame.ready();
    const { fields } = page.checkout.frame;
    const button = find("#payrails-card-payment-button");
    const seen = { fields, isDisabled: button.disabled, label: button.textContent };
    await page.close();
    return seen;
  },

  async shadow() {
    const page = openPage(`<payrails-provider><section></section></payrails-provider>`);
    find("payrails-provider").init = page.checkout.init;
    const root = find("section").attachShadow({ mode: "open" });
    root.innerHTML = FORM;
    const end = await page.checkout.pay();
    const hasForm = root.querySelector("#payrails-card-form") !== null;
    await page.close();
    return { end, hasForm, heard: page.heard.map(([name]) => name) };
  },

  async moved() {
    const page = openPage(`<payrails-provider><div id="one">${FORM}</div><div id="two"></div></payrails-provider>`);
    find("payrails-provider").init = page.checkout.init;
    await page.checkout.frame.ready();
    const form = find("payrails-card-form");
    const { element } = form;
    find("#two").append(...find("#one").childNodes);
    await tick();
    const isSame = form.element === element;
    const end = await page.checkout.pay();
    await page.close();
    return { isSame, end };
  },

  async removed() {
    const page = openPage(`<payrails-provider>${FORM}</payrails-provider>`);
    const provider = find("payrails-provider");
    provider.init = page.checkout.init;
    await page.checkout.frame.ready();
    const form = find("payrails-card-form");
    form.remove();
    await tick();
    const gone = [page.frames(), form.element === undefined, form.childElementCount];
    provider.prepend(form);
    await page.checkout.frame.ready();
    const back = [page.frames(), form.element === undefined];
    provider.remove();
    await tick();
    const all = [page.frames(), provider.client === undefined, form.element === undefined];
    document.body.append(provider);
    const end = await page.checkout.pay();
    await page.close();
    return { gone, back, all, end };
  },

  async prevented() {
    const ends = [];
    for (const name of ["button-clicked", "request-start"]) {
      const page = openPage(`<payrails-provider>${FORM}</payrails-provider>`);
      find("payrails-provider").init = page.checkout.init;
      find("payrails-payment-button").addEventListener(`payrails-${name}`, (event) => event.preventDefault());
      ends.push([name, await page.checkout.pay(), ...page.heard.filter(([heard]) => heard === "payrails-failed")]);
      await page.close();
    }
    return ends;
  },

  /** The callbacks of 5.x beside the events, with the client of the page's own. */
  async callbacks() {
    const ends = [];
    for (const answer of [true, false, undefined]) {
      const page = openPage(FORM);
      const client = Payrails.init(page.checkout.init);
      const called = [];
      const button = find("payrails-payment-button");
      button.events = {
        onButtonClicked: (action, { bin }) => (called.push([action, bin]), answer),
        onAuthorizeSuccess: () => called.push(["old"]),
      };
      for (const element of document.body.children) element.client = client;
      ends.push([answer ?? null, await page.checkout.pay(), called]);
      await page.close();
      client.destroy();
    }
    return ends;
  },

  async another() {
    const page = openPage(`<payrails-provider>${FORM}</payrails-provider>`);
    const provider = find("payrails-provider");
    provider.init = page.checkout.init;
    await page.checkout.frame.ready();
    const { client } = provider;
    provider.init = { ...page.checkout.init };
    await tick();
    const isKept = provider.client === client;
    page.checkout.close();
    const next = openFakeCheckout({ amount: { value: "20.00", currency: "EUR" } });
    provider.init = next.init;
    const end = await next.pay();
    const isReplaced = provider.client !== client;
    const { body } = next.payments.calls.find(({ path }) => path === "/authorize");
    const client2 = provider.client;
    provider.init = undefined;
    await tick();
    const left = [page.frames(), provider.client === undefined];
    let refused;
    try {
      client2.cardForm();
    } catch (error) {
      refused = error.message;
    }
    next.close();
    document.body.innerHTML = "";
    return { isKept, isReplaced, end, amount: body.amount, left, refused };
  },

  async malformed() {
    const seen = [];
    const page = openPage(`<payrails-provider>${FORM}</payrails-provider>`);
    const provider = find("payrails-provider");
    provider.addEventListener("payrails-error", (event) => {
      seen.push(event.detail.code);
      event.preventDefault();
    });
    provider.init = { version: "5", data: "?" };
    await tick();
    seen.push(provider.client === undefined, find("payrails-card-form").childElementCount);
    await page.close();
    return seen;
  },

  async provider() {
    const page = openPage(`<payrails-provider>${FORM}</payrails-provider>`);
    const provider = find("payrails-provider");
    const called = [];
    provider.options = { locale: "es", events: { onClientInitialized: ({ id }) => called.push(typeof id) } };
    provider.locale = "de";
    provider.setAttribute("init", JSON.stringify(page.checkout.init));
    await page.checkout.frame.ready();
    const label = find("#payrails-card-payment-button").textContent;
    const heard = page.heard.map(([name]) => name);
    await page.close();
    return { called, label, heard };
  },

  async outside() {
    const { warn } = console;
    const warned = [];
    console.warn = (text) => warned.push(text);
    const page = openPage(`${FORM}${FORM}<payrails-provider>${FORM}</payrails-provider>`);
    await tick();
    await page.close();
    console.warn = warn;
    return warned;
  },

  /** Nothing prevents the event, so the page's own error handler gets it. */
  async unhandled() {
    const page = openPage("<payrails-provider></payrails-provider>");
    const error = new Promise((done) => {
      addEventListener("error", (event) => done([event.preventDefault(), event.error.code]), { once: true });
    });
    find("payrails-provider").init = { version: "5", data: "?" };
    const [, code] = await error;
    await page.close();
    return code;
  },

  async appearance() {
    const page = openPage(`<payrails-provider>${FORM}</payrails-provider>`);
    find("payrails-provider").init = page.checkout.init;
    const button = find("payrails-payment-button");
    button.appearance = { colorPrimary: "#111111" };
    await page.checkout.frame.ready();
    const read = () => /#[1-9]{6}/.exec(find("#payrails-card-payment-button").style.cssText)?.[0];
    const seen = [read()];
    button.appearance = { colorPrimary: "#222222" };
    await tick();
    seen.push(read());
    await page.close();
    return seen;
  },

  async others() {
    const tags = ["dropin", "card-list", "google-pay-button", "apple-pay-button", "paypal-button", "generic-redirect-button"];
    const methods = ["card", "googlePay", "applePay", "payPal", "mercadoPago"].map((paymentMethodCode) => ({
      paymentMethodCode,
      integrationType: "api",
      paymentInstruments: [],
    }));
    const page = openPage("<payrails-provider></payrails-provider>", { methods });
    const provider = find("payrails-provider");
    provider.init = page.checkout.init;
    provider.append(...tags.map((tag) => document.createElement(`payrails-${tag}`)));
    await tick();
    const kinds = tags.map((tag) => [tag, typeof find(`payrails-${tag}`).element?.mount]);
    await page.close();
    return kinds;
  },
};

globalThis.run = (name) => RUNS[name]();
