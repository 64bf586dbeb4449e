/** Below a lone pay button the shopper reads how the payment ended, unless the page shows it itself. */
import { assert, assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { turns, until as untilSo } from "../../tests/support/small_page/small_channel.ts";
import { asElement, openSmallPage, SmallElement, type SmallPage } from "../../tests/support/small_page/small_page.ts";
import { Payrails } from "../client.ts";
import { PACK as GERMAN } from "../locales/de.ts";
import { Language } from "../locales/language.ts";
import type { CardPaymentButtonOptions } from "./options.ts";

const PAGE = "http://localhost:5563";
const BASE = `${PAGE}/services/payments/client`;
const STORED = { id: "s1", paymentMethod: "card", status: "enabled", data: { bin: "424242" } };
const METHODS = [{ paymentMethodCode: "card", integrationType: "api", paymentInstruments: [STORED] }];
const at = (code: string, second: number, result?: string) => ({
  code,
  time: `2026-11-21T06:00:0${second}.000Z`,
  ...(result === undefined ? {} : { errors: [{ reason: { result } }] }),
});

let made = 0;

describe("the notice beside a lone pay button", () => {
  let page: SmallPage;
  let client: Payrails;
  let place: SmallElement;
  let status: object[];
  const { fetch, setTimeout } = globalThis;

  beforeEach(() => {
    page = openSmallPage({ origin: PAGE });
    status = [at("authorizeRequested", 1), at("authorizeFailed", 2, "ExpiredInstrument")];
    globalThis.fetch = () => Promise.resolve(Response.json({ id: `notice${made}`, status, links: {} }));
    const hurried = (run: () => void, ms: number) => setTimeout(run, [680, 2000, 5000].includes(ms) ? 0 : ms);
    Object.assign(globalThis, { setTimeout: hurried });
  });
  afterEach(() => {
    client.destroy();
    page.close();
    Object.assign(globalThis, { fetch, setTimeout });
  });

  async function press(options: CardPaymentButtonOptions = {}, locale = "en") {
    const body = {
      name: "lookup",
      data: { paymentCompositionOptions: METHODS },
      links: { authorize: { href: `${BASE}/authorize` } },
    };
    const config = {
      token: "t",
      amount: { value: "1.00", currency: "EUR" },
      vaultConfiguration: { vaultId: "v", vaultUrl: "http://127.0.0.1:9", providerConfigId: "p", links: {} },
      execution: { id: `notice${++made}`, links: { self: `${BASE}/self` }, initialResults: [{ httpCode: 200, body }] },
    };
    const init = { version: "2", data: btoa(JSON.stringify(config)) };
    client = Payrails.init(init, { telemetry: { enabled: false }, locale });
    place = new SmallElement("div", () => {});
    page.body.append(place);
    const button = client.paymentButton(options).mount(asElement(place));
    client.setState({ instrument: client.getSavedCreditCards()[0] });
    await again();
    return button;
  }
  const node = () => place.all().find(({ tagName }) => tagName === "button");
  async function again() {
    node()?.fire("click");
    await turns();
    await untilSo(() => node()?.getAttribute("aria-busy") !== "true");
    for (let time = 0; time < 20; time++) await turns();
  }
  const until = (holds: () => boolean) => untilSo(holds, () => notice()?.textContent);
  const notice = () => place.all().find(({ id }) => id === "payrails-payment-notice");

  it("says why the issuer declined and what to do next; the next press removes it", async () => {
    const button = await press();
    assertEquals([notice()?.getAttribute("role"), notice()?.className], ["alert", "payrails-dropin-failed"]);
    assert(notice()?.textContent.startsWith("Your bank says this card has expired."), notice()?.textContent);
    status = [...status, at("authorizeRequested", 3), at("authorizeFailed", 4)];
    await again();
    assertEquals(place.all().filter(({ id }) => id === "payrails-payment-notice").length, 1);
    assert(!notice()?.textContent.includes("expired"), notice()?.textContent);
    status = [...status, at("authorizeRequested", 5), at("authorizeSuccessful", 6)];
    await again();
    assertEquals(notice(), undefined);
    button.unmount();
  });

  it("leaves the focus on a button that had it in a shadow root", async () => {
    let focused = 0;
    await press();
    const button = Object.assign(node() ?? {}, { focus: () => focused++ });
    Object.assign(button, { getRootNode: () => ({ activeElement: button }) });
    await again();
    assertEquals(focused, 1);
    Object.assign(button, { getRootNode: () => ({ activeElement: null }) });
    await again();
    assertEquals(focused, 1);
  });

  it("says that the payment is pending, in the language of the client; it is removed with the button", async () => {
    status = [at("authorizeRequested", 1), at("authorizePending", 2)];
    const button = await press({}, "de");
    assertEquals([notice()?.getAttribute("role"), notice()?.textContent], ["status", "Zahlung wird bearbeitet"]);
    button.unmount();
    assertEquals(notice(), undefined);
  });

  it("follows the language of the client while it shows", async () => {
    await press();
    client.update({ locale: "de" });
    const { declines: { reasons, nextSteps }, dropin } = GERMAN;
    await until(() => Reflect.get(notice() ?? {}, "lang") === "de");
    assertEquals(notice()?.textContent, `${reasons.expired} ${nextSteps.check_card}`);
    client.update({ locale: "en" });
    await until(() => Reflect.get(notice() ?? {}, "lang") === "en");
    assert(notice()?.textContent.startsWith("Your bank says this card has expired."), notice()?.textContent);
    status = [...status, at("authorizeRequested", 3), at("authorizePending", 4)];
    await again();
    client.update({ locale: "de" });
    await until(() => notice()?.textContent === dropin.pending);
  });

  it("listens to the language only while it shows", async () => {
    const { listen } = Language.prototype;
    const listeners = new Set<() => void>();
    Language.prototype.listen = function (listener) {
      listeners.add(listener);
      const end = listen.call(this, listener);
      return () => {
        listeners.delete(listener);
        end();
      };
    };
    try {
      const button = await press();
      const withOne = listeners.size;
      for (const second of [3, 5]) {
        status = [...status, at("authorizeRequested", second), at("authorizeFailed", second + 1)];
        await again();
      }
      assertEquals([notice() !== undefined, listeners.size], [true, withOne]);
      button.unmount();
      assertEquals(listeners.size, 0);
    } finally {
      Language.prototype.listen = listen;
    }
  });

  it("is not left behind when the page mounts the button elsewhere", async () => {
    const button = await press();
    assert(notice() !== undefined);
    const other = new SmallElement("div", () => {});
    page.body.append(other);
    button.mount(asElement(other));
    assertEquals([notice(), node(), other.all().filter(({ tagName }) => tagName === "button").length], [
      undefined,
      undefined,
      1,
    ]);
  });

  it("is shown where only a custom element has the callback and the page does not listen to its event", async () => {
    for (const isHeard of [false, true]) {
      const hears = (name: string) => name !== "onFailed" || isHeard;
      await press({ events: Object.defineProperty({ onFailed: () => {} }, "payrails-hears", { value: hears }) });
      assertEquals(notice() === undefined, isHeard);
      client.destroy();
    }
  });

  it("is still shown there after the custom element got another appearance", async () => {
    const events = Object.defineProperty({ onFailed: () => {} }, "payrails-hears", { value: () => false });
    const button = await press({ events });
    button.update({ appearance: { colorScheme: "dark" }, styles: {} });
    status = [...status, at("authorizeRequested", 3), at("authorizeFailed", 4)];
    await again();
    assert(notice() !== undefined && !notice()?.textContent.includes("expired"), notice()?.textContent);
  });

  it("is not shown on a page that listens: by onFailed, by its older name, or by client.on", async () => {
    for (const name of ["onFailed", "onAuthorizeFailed"]) {
      await press({ events: { [name]: () => {} } });
      assertEquals(notice(), undefined);
      client.destroy();
    }
    await press({ events: { onPending: () => {} } });
    assert(notice() !== undefined);
    client.on("failed", () => {});
    status = [...status, at("authorizeRequested", 3), at("authorizeFailed", 4)];
    await again();
    assertEquals(notice(), undefined);
  });
});
