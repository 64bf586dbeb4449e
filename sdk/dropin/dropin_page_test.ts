/**
 * The drop-in in a page: giving up a payment that waits, callbacks of single methods, and what programs change later.
 */
import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { turns, until as untilSo } from "../../tests/support/small_page/small_channel.ts";
import { loadFrame, type SmallFrame } from "../../tests/support/small_page/small_frame.ts";
import { asElement, openSmallPage, SmallElement, type SmallPage } from "../../tests/support/small_page/small_page.ts";
import { Payrails } from "../client.ts";
import { PACK as GERMAN } from "../locales/de.ts";
import { VENDOR_MS } from "../methods/load_script.ts";
import type { DropinOptions } from "./options.ts";

const PAGE = "http://localhost:5559";
const BASE = `${PAGE}/services/payments/client`;
const CHOICES = { US: [{ count: 3, amount: { value: "0.34", currency: "EUR" } }] };
const STORED = {
  id: "s1",
  paymentMethod: "card",
  status: "enabled",
  data: { bin: "42424242", network: "visa", binLookup: { issuerCountry: { code: "US" } } },
};
const METHODS = [
  {
    paymentMethodCode: "card",
    integrationType: "api",
    clientConfig: { supportsInstallments: true, installments: CHOICES },
    paymentInstruments: [STORED],
  },
  ...["pix", "mercadoPago"].map((paymentMethodCode) => ({
    paymentMethodCode,
    integrationType: "hpp",
    paymentInstruments: [],
  })),
  ...["payPal", "googlePay", "applePay"].map((paymentMethodCode) => ({
    paymentMethodCode,
    integrationType: "api",
    config: { clientId: "c", parameters: {}, createSessionLink: `${BASE}/session` },
    clientConfig: { supportsSaveInstrument: true },
    paymentInstruments: [],
  })),
];
const at = (code: string, second: number, result?: string) => ({
  code,
  time: `2026-11-21T06:00:0${second}.000Z`,
  ...(result === undefined ? {} : { errors: [{ reason: { result } }] }),
});
const VALID = { isValid: true, brand: "VISA", bin: "42424242", fields: {} };
const WAITS = [at("authorizeRequested", 1), at("authorizePending", 2)];

let made = 0;

describe("a drop-in in its page", () => {
  let page: SmallPage;
  let client: Payrails;
  let place: SmallElement;
  let answer: (path: string, method: string) => { readonly status?: number; readonly body: object };
  let asked: string[];
  /** What each authorize call sent. */
  let authorized: { readonly returnInfo: object; readonly paymentComposition: readonly object[] }[];
  /** What the call for Apple's merchant session sent. */
  let validated: unknown[];
  let seen: unknown[];
  let runScript: (script: SmallElement) => void;
  const frames: SmallFrame[] = [];
  const { fetch, setTimeout } = globalThis;

  beforeEach(() => {
    [asked, seen, authorized, validated] = [[], [], [], []];
    runScript = () => {};
    page = openSmallPage({ origin: PAGE, script: (script) => runScript(script) });
    answer = () => ({ body: { links: {} } });
    globalThis.fetch = (url, request) => {
      const path = String(url).replace(BASE, "");
      asked.push(`${request?.method} ${path}`);
      if (path === "/authorize") authorized.push(JSON.parse(String(request?.body)));
      if (path === "/session") validated.push(JSON.parse(String(request?.body)));
      const { status = 200, body } = answer(path, request?.method ?? "GET");
      return Promise.resolve(Response.json({ id: `dropin${made}`, ...body }, { status }));
    };
    const hurried = (run: () => void, ms: number) =>
      setTimeout(run, [300, 680, 1000, 2000, 5000].includes(ms) ? 0 : ms);
    Object.assign(globalThis, { setTimeout: hurried });
  });
  afterEach(() => {
    client.destroy();
    for (const frame of frames.splice(0)) frame.close();
    page.close();
    Object.assign(globalThis, { fetch, setTimeout });
  });

  const until = (holds: () => boolean) => untilSo(holds, () => [seen, asked]);
  async function open(options: DropinOptions = {}) {
    const body = {
      name: "lookup",
      data: { paymentCompositionOptions: METHODS },
      links: { authorize: { href: `${BASE}/authorize` } },
    };
    const config = {
      token: "t",
      amount: { value: "1.00", currency: "EUR" },
      links: {
        binLookup: { href: `${BASE}/bin` },
        instrumentDelete: { href: `${BASE}/instruments/:instrumentId` },
        instrumentUpdate: { href: `${BASE}/instruments/:instrumentId` },
      },
      vaultConfiguration: { vaultId: "v", vaultUrl: "http://127.0.0.1:9", providerConfigId: "p", links: {} },
      execution: { id: `dropin${++made}`, links: { self: `${BASE}/self` }, initialResults: [{ httpCode: 200, body }] },
    };
    const scripts = Object.fromEntries(
      ["googlePay", "applePay", "payPal"].map((code) => [code, `${PAGE}/${code}.js?${made}`]),
    );
    const init = { version: "2", data: btoa(JSON.stringify(config)) };
    client = Payrails.init(init, { telemetry: { enabled: false }, scripts });
    place = new SmallElement("div", () => {});
    page.body.append(place);
    const dropin = client.dropin(options);
    await dropin.mount(asElement(place)).ready;
    return dropin;
  }
  const find = (id: string) => place.all().find((node) => node.id === id);
  const tagged = (tag: string) => place.all().filter(({ tagName }) => tagName === tag);
  const texts = (tag: string) => tagged(tag).map(({ textContent }) => textContent);
  const note = (name: string) => (...given: unknown[]) => void seen.push([name, ...given]);
  const heard = () => seen.map((line) => Array.isArray(line) ? `${line[0]} ${Object(line[2]).code ?? ""}`.trim() : "");
  function choose(id: string): void {
    const radio = place.all().find((node) => Reflect.get(node, "value") === id);
    Object.assign(radio ?? {}, { checked: true });
    radio?.fire("change");
  }
  const press = () => tagged("button").find(({ id }) => id === "payrails-card-payment-button")?.fire("click");
  const events = { onSuccess: note("onSuccess"), onPending: note("onPending"), onFailed: note("onFailed") };

  describe("another way to pay than the page that the shopper closed", () => {
    const giveUp = { method: "POST", href: `${BASE}/give-up` };
    const redirect = "https://shop.example/pay";
    /** The service waits for a hosted page of this execution; `then` is its history after the call. */
    function waits(then: readonly object[], links: object = { giveUp }) {
      let status: readonly object[] = WAITS;
      answer = (path, method) => {
        if (path === "/give-up") status = then;
        if (path === "/authorize") return { status: 409, body: { errors: [{ code: "execution-waiting" }] } };
        const isWaiting = method === "GET" && status === WAITS;
        return {
          body: {
            status,
            ...(isWaiting ? { actionRequired: "redirect", links: { redirect, ...links } } : { links: {} }),
          },
        };
      };
    }
    async function leaves() {
      await open({ events });
      choose("s1");
      press();
      await until(() => find("payrails-choose-other") !== undefined);
      asked.length = 0;
      find("payrails-choose-other")?.fire("click");
    }

    it("gives the payment up at the service first, reports it as cancelled, and the next method pays", async () => {
      waits([...WAITS, at("authorizeFailed", 3, "PayerCanceled")]);
      await leaves();
      assertEquals(find("payrails-dropin-loader") !== undefined, true);
      await until(() => heard().includes("onFailed USER_CANCELLED"));
      assertEquals(heard(), ["onPending", "onFailed USER_CANCELLED"]);
      assertEquals(asked.filter((call) => call.startsWith("POST")), ["POST /give-up"]);
      assertEquals([find("payrails-choose-other"), find("authorization-failed-message")], [undefined, undefined]);
      const paid = [...WAITS, at("authorizeFailed", 3), at("authorizeRequested", 4), at("authorizeSuccessful", 5)];
      answer = () => ({ body: { status: paid, links: {} } });
      choose("s1");
      press();
      await until(() => heard().includes("onSuccess"));
      assertEquals(find("payrails-authorization-success") !== undefined, true);
    });

    it("shows and reports success when the shopper had paid there in the meantime, and nothing more is paid", async () => {
      waits([...WAITS, at("authorizeSuccessful", 3)]);
      await leaves();
      await until(() => heard().includes("onSuccess"));
      assertEquals(heard(), ["onPending", "onSuccess"]);
      assertEquals(find("payrails-authorization-success") !== undefined, true);
    });

    it("keeps the question while the payment cannot be given up, and asks again on the next press", async () => {
      waits(WAITS);
      await leaves();
      await until(() => asked.filter((call) => call === "GET /self").length === 4);
      await until(() => find("payrails-dropin-loader") === undefined);
      assertEquals([heard(), find("payrails-choose-other") !== undefined], [["onPending"], true]);
      find("payrails-choose-other")?.fire("click");
      await until(() => asked.filter((call) => call === "POST /give-up").length === 2);
    });

    it("can be opened again after a press that did nothing, because the page itself was giving the payment up", async () => {
      waits(WAITS);
      await leaves();
      await until(() => find("payrails-dropin-loader") === undefined && heard().length > 0);
      const given = client.giveUp();
      find("payrails-open-again")?.fire("click");
      await given;
      await until(() => find("payrails-dropin-loader") === undefined);
      assertEquals(find("payrails-open-again") !== undefined, true);
    });

    it("offers only another way while it waits for PayPal, whose window this page cannot open", async () => {
      waits([...WAITS, at("authorizeFailed", 3, "PayerCanceled")], {
        giveUp,
        redirect: undefined,
        confirm: { href: `${BASE}/confirm` },
      });
      await open({ events });
      choose("s1");
      press();
      await until(() => find("payrails-choose-other") !== undefined);
      assertEquals([Object(Object(seen[0])[2]).reason, find("payrails-open-again")], ["page_closed", undefined]);
      find("payrails-choose-other")?.fire("click");
      await until(() => heard().includes("onFailed USER_CANCELLED"));
    });

    it("shows the options where the service has no such call, as before", async () => {
      waits([], {});
      await leaves();
      assertEquals(asked, []);
      assertEquals(find("payrails-choose-other"), undefined);
    });

    it("client.giveUp resolves to what became of it: cancelled, paid, untouched; it calls no callback", async () => {
      waits([...WAITS, at("authorizeFailed", 3, "PayerCanceled")]);
      await open({ events });
      const given = await client.giveUp();
      assertEquals([given.type, Reflect.get(given, "code")], ["failed", "USER_CANCELLED"]);
      assertEquals((await client.giveUp()).type, "failed");
      assertEquals(asked.filter((call) => call === "POST /give-up").length, 1);
      answer = () => ({ body: { status: [...WAITS, at("authorizeFailed", 3, "FraudRisk")], links: {} } });
      assertEquals(Reflect.get(await client.giveUp(), "code"), "AUTHORIZATION_ERROR");
      answer = () => ({
        body: {
          status: WAITS,
          actionRequired: "redirect",
          links: { redirect, giveUp: { href: "https://evil.example/" } },
        },
      });
      assertEquals(Reflect.get(await client.giveUp(), "reason"), "page_closed");
      assertEquals([seen, asked.some((call) => call.includes("evil"))], [[], false]);
    });
  });

  describe("what can be done with a stored card", () => {
    const action = (text: string) => tagged("button").find(({ textContent }) => textContent === text);
    const instruments = () => asked.filter((call) => call.includes("/instruments/"));

    it("waits until a payment has ended", async () => {
      const gate = Promise.withResolvers<boolean>();
      await open({ events: { ...events, onButtonClicked: () => gate.promise } });
      choose("s1");
      press();
      await until(() => find("payrails-dropin-loader") !== undefined);
      const inert = () => find("payrails-payment-instrument-s1")?.parentElement;
      assertEquals(Reflect.get(inert() ?? {}, "inert"), true);
      action("Remove")?.fire("click");
      await turns();
      assertEquals(instruments(), []);
      gate.resolve(false);
      await until(() => heard().length > 0);
      assertEquals(Reflect.get(inert() ?? {}, "inert"), false);
    });

    it("leaves the option open, selects nothing again, and moves the focus to what is left", async () => {
      const focused: unknown[] = [];
      const selected: unknown[] = [];
      await open({
        events: {
          onPaymentOptionSelected: ({ instrument, paymentMethod }) =>
            void selected.push(instrument?.id ?? paymentMethod?.paymentMethodCode),
        },
      });
      choose("s1");
      const follow = (id: string) =>
        Object.assign(place.all().find((node) => Reflect.get(node, "value") === id) ?? {}, {
          focus: () => focused.push(id),
        });
      follow("s1");
      follow("card");
      const [button] = tagged("button");
      /** Pressed by the keyboard; it leaves the page with its focus. */
      const pressIt = async (text: string) => {
        Object.assign(document, { activeElement: action(text) });
        action(text)?.fire("click");
        Object.assign(document, { activeElement: page.body });
        await until(() => action(text) === undefined);
        await turns();
      };
      await pressIt("Use as default");
      assertEquals([focused, selected, tagged("button")[0] === button], [["s1"], ["s1"], true]);
      assertEquals(texts("span").includes("Default"), true);
      await pressIt("Remove");
      assertEquals([focused, selected, find("payrails-payment-instrument-s1")], [["s1", "card"], ["s1"], undefined]);
      assertEquals(instruments(), ["PATCH /instruments/s1", "DELETE /instruments/s1"]);
    });
  });

  it("shows no failure when the shopper closes the wallet's sheet: the option stays open, and the page is told", async () => {
    class PaymentsClient {
      isReadyToPay = () => Promise.resolve({ result: true });
      loadPaymentData = () => Promise.reject({ statusCode: "CANCELED" });
      createButton({ onClick }: { readonly onClick: () => unknown }) {
        const button = new SmallElement("google-button", () => {});
        button.addEventListener("click", onClick);
        return button;
      }
    }
    Reflect.set(globalThis, "google", { payments: { api: { PaymentsClient } } });
    try {
      await open({ events });
      choose("googlePay");
      await until(() => tagged("google-button").length === 1);
      tagged("google-button")[0]?.fire("click");
      await until(() => heard().length > 0);
      assertEquals([heard(), find("authorization-failed-message")], [["onFailed USER_CANCELLED"], undefined]);
      assertEquals([tagged("google-button").length, find("payrails-dropin-loader")], [1, undefined]);
    } finally {
      Reflect.deleteProperty(globalThis, "google");
    }
  });

  describe("a wallet whose script does not load", () => {
    for (
      const [method, key] of [["payPal", "paypal"], ["googlePay", "google_pay"], ["applePay", "apple_pay"]] as const
    ) {
      it(`S-ERR-14: ${method} leaves a sentence and a button that tries again, and onError gets the reason, once for each try`, async () => {
        const { error } = console;
        console.error = () => {};
        // A blocked script notifies its listeners after the task in which it was added.
        runScript = (script) => queueMicrotask(() => script.fire("error"));
        try {
          const codes: string[] = [];
          await open({ events: { onError: (error) => codes.push(Reflect.get(error, "code")) } });
          const panel = () => place.all().filter((node) => node.className === "payrails-frame-failed");
          choose(method);
          for (const tries of [1, 2]) {
            await until(() => codes.length === tries && panel().length === 1);
            assertEquals(codes, new Array(tries).fill(`payrails:client:${key}.loading`));
            assertEquals([tagged("checkbox").length, find("payrails-paypal-button-wrapper")], [0, undefined]);
            tagged("button").find(({ textContent }) => textContent === "Try again")?.fire("click");
            await until(() => panel().length === 0);
          }
        } finally {
          console.error = error;
        }
      });
    }

    it("one that never answers does so after ten seconds, and appears on the next try once it came", async () => {
      const { error } = console;
      console.error = () => {};
      const hurried = globalThis.setTimeout;
      const waited: number[] = [];
      const noted = (run: () => void, ms: number) => {
        if (ms !== VENDOR_MS) return hurried(run, ms);
        waited.push(ms);
        return hurried(run, 0);
      };
      let script: SmallElement | undefined;
      runScript = (asked) => script = Object.assign(asked, { fire() {} });
      Reflect.set(
        globalThis,
        "ApplePaySession",
        class {
          static canMakePayments = () => true;
        },
      );
      try {
        await open();
        Object.assign(globalThis, { setTimeout: noted });
        choose("applePay");
        await until(() => texts("button").includes("Try again"));
        Object.assign(globalThis, { setTimeout: hurried });
        if (script !== undefined) SmallElement.prototype.fire.call(script, "load");
        tagged("button").find(({ textContent }) => textContent === "Try again")?.fire("click");
        await until(() => tagged("apple-pay-button").length === 1);
        assertEquals(waited, [VENDOR_MS]);
      } finally {
        console.error = error;
        Reflect.deleteProperty(globalThis, "ApplePaySession");
      }
    });

    it("PayPal's button appears on the next try", async () => {
      const { error } = console;
      console.error = () => {};
      let isBlocked = true;
      runScript = (script) => {
        if (isBlocked) return queueMicrotask(() => script.fire("error"));
        const render = (host: SmallElement) => Promise.resolve(void host.append(new SmallElement("paypal", () => {})));
        Reflect.set(globalThis, script.getAttribute("data-namespace") ?? "", {
          Buttons: () => ({ render, close() {} }),
        });
      };
      try {
        await open();
        choose("payPal");
        await until(() => tagged("button").some(({ textContent }) => textContent === "Try again"));
        isBlocked = false;
        tagged("button").find(({ textContent }) => textContent === "Try again")?.fire("click");
        await until(() => tagged("paypal").length === 1);
        assertEquals(texts("p").includes("Not available"), false);
      } finally {
        console.error = error;
      }
    });
  });

  describe("what a program changes after the mount", () => {
    const choices = () => texts("option").filter((text) => / x /.test(text));
    const FIVE = { installmentOptions: { US: [{ count: 5, amount: 0.2 }] } };

    it("updateInstallmentConfig replaces the choices of the open option and of options opened later; null restores the session's", async () => {
      const dropin = await open();
      choose("s1");
      await until(() => choices().length > 0);
      assertEquals(choices(), ["3 x €0.34"]);
      dropin.updateInstallmentConfig(FIVE);
      await until(() => choices().join() === "5 x €0.20");
      choose("card");
      choose("s1");
      await until(() => choices().length > 0);
      assertEquals(choices(), ["5 x €0.20"]);
      dropin.updateInstallmentConfig(null);
      await until(() => choices().join() === "3 x €0.34");
      dropin.updateInstallmentConfig(FIVE);
      dropin.updateInstallmentConfig();
      await until(() => choices().join() === "3 x €0.34");
    });

    it("updateInstallmentConfig counts before the drop-in is mounted, while it loads, and when it is mounted again", async () => {
      const dropin = await open();
      const shown = async () => {
        await dropin.ready;
        choose("s1");
        await until(() => choices().length > 0);
        return choices();
      };
      dropin.unmount();
      dropin.updateInstallmentConfig(FIVE);
      dropin.mount(asElement(place));
      assertEquals(await shown(), ["5 x €0.20"]);
      dropin.updateInstallmentConfig({ installmentOptions: { US: [{ count: 7, amount: 0.15 }] } });
      await until(() => choices().join() === "7 x €0.15");
      dropin.mount(asElement(place));
      assertEquals(await shown(), ["7 x €0.15"]);
      dropin.mount(asElement(place)).updateInstallmentConfig(null);
      assertEquals(await shown(), ["3 x €0.34"]);
    });

    it("the instalments of an open stored card follow language and texts, and the shopper's choice stays", async () => {
      const dropin = await open();
      choose("s1");
      await until(() => choices().length > 0);
      const [select] = tagged("select").filter(({ id }) => id.startsWith("payrails-installments"));
      Object.assign(select ?? {}, { value: "3" });
      select?.fire("change");
      client.update({ locale: "de" });
      await until(() => choices().join() === "3 x 0,34\u00a0€");
      const { installments, inFull } = GERMAN.extras;
      assertEquals([texts("label").includes(installments), texts("option").includes(inFull)], [true, true]);
      assertEquals(Reflect.get(select ?? {}, "value"), "3");
      const labels = { paymentInstallments: "In Teilen", paymentInFull: "Auf einmal" };
      dropin.update({ translations: { cardForm: { labels } } });
      await until(() => texts("option").includes("Auf einmal"));
      assertEquals(texts("label").includes("In Teilen"), true);
    });

    describe("an open wallet", () => {
      class PaymentsClient {
        isReadyToPay = () => Promise.resolve({ result: true });
        createButton = () => new SmallElement("google-button", () => {});
      }
      const render = (host: SmallElement) => Promise.resolve(void host.append(new SmallElement("paypal", () => {})));
      beforeEach(() => {
        Object.assign(globalThis, {
          google: { payments: { api: { PaymentsClient } } },
          ApplePaySession: Object.assign(() => {}, { canMakePayments: () => true }),
        });
        runScript = (script) => {
          const name = script.getAttribute("data-namespace");
          if (name) Reflect.set(globalThis, name, { Buttons: () => ({ render, close() {} }) });
        };
      });
      afterEach(() => {
        Reflect.deleteProperty(globalThis, "google");
        Reflect.deleteProperty(globalThis, "ApplePaySession");
      });

      const WALLETS = [
        ["googlePay", "googlePayButton", "google-button"],
        ["applePay", "applePayButton", "apple-pay-button"],
        ["payPal", "paypalButton", "paypal"],
      ] as const;
      for (const [code, part, tag] of WALLETS) {
        it(`${code} shows texts of the method beside those of the button, and follows an update; the choice stays`, async () => {
          const dropin = await open({
            paymentMethodsConfiguration: {
              [code]: {
                showStoreInstrumentCheckbox: true,
                translations: { labels: { storeInstrument: "Remember it" } },
              },
            },
            translations: { [part]: { labels: { label: "My wallet" } } },
          });
          choose(code);
          await until(() => tagged(tag).length === 1);
          const box = () => tagged("input").find((node) => Reflect.get(node, "type") === "checkbox");
          const label = () => box()?.parentElement?.all().find(({ tagName }) => tagName === "span")?.textContent;
          assertEquals([label(), texts("span").includes("My wallet")], ["Remember it", true]);
          Object.assign(box() ?? {}, { checked: true });
          box()?.fire("change");
          const changed = { [part]: { labels: { label: "Wallet", storeInstrument: "Keep it" } } };
          dropin.update({ translations: changed });
          await until(() => label() === "Keep it");
          assertEquals([Reflect.get(box() ?? {}, "checked"), texts("span").includes("Wallet")], [true, true]);
          await until(() => tagged(tag).length === 1);
          const [button] = tagged(tag);
          dropin.update({ translations: { ...changed, paymentResult: { pending: "Wait" } } });
          await turns();
          assertEquals(tagged(tag)[0] === button, true, "other texts draw no other button");
        });
      }
    });

    it("fetchBinLookup looks up the number in the open card form; without a number it resolves to none", async () => {
      const dropin = await open();
      answer = () => ({ body: { network: "visa", issuerCountry: { code: "US" } } });
      assertEquals([await dropin.fetchBinLookup(), asked], [undefined, []]);
      choose("card");
      await until(() => tagged("iframe").length > 0);
      const frame = await loadFrame(tagged("iframe")[0] ?? place);
      frames.push(frame);
      await until(() => frame.heard.length > 0);
      const form = { isValid: false, brand: "VISA" as const, bin: "42424242", fields: {} };
      await frame.say({ type: "event", name: "CHANGE", field: "CARD_NUMBER", form });
      const found = await dropin.fetchBinLookup();
      assertEquals([found?.bin, found?.network], ["42424242", "visa"]);
      client.cardForm();
      assertEquals((await client.binLookup())?.bin, "42424242", "an empty form hides no digits");
    });
  });

  it("S-AUTHZ-01, S-CONFIG-13: the drop-in's own result pages go with each of its payments", async () => {
    const status = [at("authorizeRequested", 1), at("authorizeFailed", 2)];
    answer = () => ({ body: { status, links: {} } });
    const returnInfo = { success: `${PAGE}/thanks`, error: `${PAGE}/again` };
    await open({ events, returnInfo });
    const pays = async (option: string, press: () => unknown) => {
      const before = authorized.length;
      choose(option);
      await press();
      await until(() => authorized.length > before && find("payrails-dropin-loader") === undefined);
    };
    await pays("s1", press);
    await pays("pix", async () => {
      const button = () => tagged("button").find(({ id }) => id === "payrails-generic-redirect-pix");
      await until(() => button() !== undefined);
      button()?.fire("click");
    });
    await pays("card", async () => {
      const frame = await loadFrame(tagged("iframe")[0] ?? place, {
        answer: ({ type }) =>
          type === "validate"
            ? { type: "validated", faults: {} }
            : type === "collect"
            ? { type: "collected", encryptedData: "sealed" }
            : undefined,
      });
      frames.push(frame);
      await frame.say({ type: "event", name: "CHANGE", field: "CARD_NUMBER", form: VALID });
      press();
    });
    const sent = authorized.map(({ paymentComposition: [item], returnInfo: { ...links } }) => [
      Reflect.get(item ?? {}, "paymentInstrumentId") ?? Reflect.get(item ?? {}, "paymentMethodCode"),
      Reflect.get(links, "success"),
      Reflect.get(links, "error"),
    ]);
    assertEquals(sent, ["s1", "pix", "card"].map((what) => [what, returnInfo.success, returnInfo.error]));
  });

  describe("a wallet's settings in the drop-in", () => {
    const looks: object[] = [];
    const requests: unknown[] = [];
    class PaymentsClient {
      isReadyToPay = () => Promise.resolve({ result: true });
      loadPaymentData = (request: unknown) => {
        requests.push(request);
        return Promise.resolve({ paymentMethodData: { tokenizationData: { token: "g" } } });
      };
      createButton(look: { readonly onClick: () => unknown }) {
        looks.push(look);
        const button = new SmallElement("google-button", () => {});
        button.addEventListener("click", look.onClick);
        return button;
      }
    }
    beforeEach(() => {
      looks.length = requests.length = 0;
      Reflect.set(globalThis, "google", { payments: { api: { PaymentsClient } } });
      const render = (host: SmallElement) => Promise.resolve(void host.append(new SmallElement("paypal", () => {})));
      runScript = (script) => {
        const name = script.getAttribute("data-namespace");
        if (!name) return;
        const Buttons = (options: { readonly style: object }) => (looks.push(options.style), { render, close() {} });
        Reflect.set(globalThis, name, { Buttons });
      };
    });
    afterEach(() => Reflect.deleteProperty(globalThis, "google"));

    it("S-GPAY-02, S-AUTHZ-01: Google's sheet gets the merchant, and the payment the drop-in's result pages", async () => {
      const status = [at("authorizeRequested", 1), at("authorizeSuccessful", 2)];
      answer = () => ({ body: { status, links: {} } });
      const merchantInfo = { merchantId: "M1" };
      const returnInfo = { success: `${PAGE}/thanks` };
      await open({ events, returnInfo, paymentMethodsConfiguration: { googlePay: { merchantInfo } } });
      choose("googlePay");
      await until(() => tagged("google-button").length === 1);
      tagged("google-button")[0]?.fire("click");
      await until(() => heard().includes("onSuccess"));
      assertEquals(requests.map((request) => Object(request).merchantInfo), [merchantInfo]);
      assertEquals(authorized.map((body) => Reflect.get(body.returnInfo, "success")), [returnInfo.success]);
    });

    it("S-APPLE-10: Apple's merchant is validated for the domain that the page names", async () => {
      class ApplePaySession {
        static canMakePayments = () => true;
        onvalidatemerchant: (event: object) => void = () => {};
        begin() {
          queueMicrotask(() => this.onvalidatemerchant({ validationURL: "https://apple.test/start" }));
        }
        completeMerchantValidation() {}
        abort() {}
      }
      Reflect.set(globalThis, "ApplePaySession", ApplePaySession);
      try {
        await open({ events, paymentMethodsConfiguration: { applePay: { clientDomain: "pay.shop.test" } } });
        choose("applePay");
        await until(() => tagged("apple-pay-button").length === 1);
        tagged("apple-pay-button")[0]?.fire("click");
        await until(() => validated.length > 0);
        assertEquals(validated.map((body) => Object(body).meta.clientContext.host), ["pay.shop.test"]);
      } finally {
        Reflect.deleteProperty(globalThis, "ApplePaySession");
      }
    });

    it("S-GPAY-01, S-PAYPAL-01: the vendor's button looks as the drop-in's styles say, its checkbox as the method's", async () => {
      const storeInstrumentCheckbox = { fontWeight: "700" };
      const wallet = { showStoreInstrumentCheckbox: true, styles: { storeInstrumentCheckbox } };
      const paypalButton = { color: "silver", height: 52, shape: "pill", label: "checkout", tagline: true };
      await open({
        styles: { googlePayButton: { buttonColor: "white", buttonType: "plain" }, paypalButton },
        paymentMethodsConfiguration: { googlePay: wallet, payPal: wallet },
      });
      for (const [code, tag] of [["googlePay", "google-button"], ["payPal", "paypal"]] as const) {
        choose(code);
        await until(() => tagged(tag).length === 1);
        const box = tagged("input").find((node) => Reflect.get(node, "type") === "checkbox");
        assertEquals(box?.parentElement?.style["font-weight"], "700");
      }
      const [google, paypal] = looks;
      assertEquals([Object(google).buttonColor, Object(google).buttonType, paypal], ["white", "plain", paypalButton]);
    });
  });

  it("a decline that shows follows the language of the client, there and back", async () => {
    const status = [at("authorizeRequested", 1), at("authorizeFailed", 2, "ExpiredInstrument")];
    answer = () => ({ body: { status, links: {} } });
    await open({ events });
    choose("s1");
    press();
    await until(() => heard().includes("onFailed AUTHORIZATION_ERROR"));
    const shown = () => [
      find("authorization-failed-message")?.textContent,
      find("authorization-failed-advice")?.textContent,
      Reflect.get(find("authorization-failed-message") ?? {}, "title"),
    ];
    const english = [
      "Authorization failed, please try again.",
      "Your bank says this card has expired. You haven't been charged.",
      "Dismiss",
    ];
    assertEquals(shown(), english);
    client.update({ locale: "de" });
    await until(() => shown()[0] !== english[0]);
    const { dropin: { fail, dismiss }, declines: { reasons } } = GERMAN;
    assertEquals(shown(), [fail, reasons.expired, dismiss]);
    client.update({ locale: "en" });
    await until(() => shown()[0] === english[0]);
    assertEquals(shown(), english);
    find("authorization-failed-message")?.fire("click");
    client.update({ locale: "de" });
    await until(() => place.all().some((node) => Reflect.get(node, "lang") === "de"));
    assertEquals(find("authorization-failed-message"), undefined, "what the shopper dismissed stays away");
  });

  it("S-DROPIN-13: without a time a decline stays until the shopper dismisses it, with one it goes by itself", async () => {
    const status = [at("authorizeRequested", 1), at("authorizeFailed", 2, "ExpiredInstrument")];
    answer = () => ({ body: { status, links: {} } });
    const { setTimeout: before } = globalThis;
    const never = [undefined, null, Infinity, NaN, -1, 2 ** 31];
    for (const autoHideTTL of [...never, 7_777]) {
      const waits: number[] = [];
      Object.assign(globalThis, {
        setTimeout: (run: () => void, ms = 0) => {
          if (/dropin\/dropin\.ts/.test(new Error().stack ?? "")) waits.push(ms);
          return before(run, ms === 7_777 ? 0 : ms);
        },
      });
      try {
        await open({ events, configuration: { authFailMsg: loose({ autoHideTTL }) } });
        choose("s1");
        press();
        await until(() => find("authorization-failed-message") !== undefined || waits.length > 0);
        await turns();
        assertEquals(waits, autoHideTTL === 7_777 ? [7_777] : []);
        const isShown = () => find("authorization-failed-message") !== undefined;
        if (autoHideTTL === 7_777) await until(() => !isShown());
        else assertEquals(isShown(), true);
        client.destroy();
      } finally {
        globalThis.setTimeout = before;
      }
    }
  });

  it("S-DROPIN-11: null as texts of failures leaves the SDK's own, and the options can be used again", async () => {
    const status = [at("authorizeRequested", 1), at("authorizeFailed", 2, "ExpiredInstrument")];
    answer = () => ({ body: { status, links: {} } });
    await open({ events, translations: loose({ errorMessages: null }) });
    choose("s1");
    press();
    await until(() => find("authorization-failed-message") !== undefined);
    assertEquals([heard(), find("payrails-dropin-loader")], [["onFailed AUTHORIZATION_ERROR"], undefined]);
  });

  it("a layout that the card form refuses leaves a sentence in its option, and onError gets the reason once", async () => {
    const { error } = console;
    console.error = () => {};
    try {
      const codes: string[] = [];
      const cards = loose<object>({ layout: [["CARD_NUMBER", "IBAN"]] });
      const onError = (error: object) => codes.push(Reflect.get(error, "code"));
      const dropin = await open({ events: { onError }, paymentMethodsConfiguration: { cards } });
      const unavailable = () => place.all().filter((node) => node.className === "payrails-dropin-unavailable").length;
      choose("card");
      dropin.update({ translations: {}, appearance: {} });
      assertEquals([codes, unavailable()], [["payrails:client:layout_unknown_type"], 1]);
      choose("s1");
      assertEquals([codes.length, unavailable(), tagged("button").length > 0], [1, 0, true]);
    } finally {
      console.error = error;
    }
  });

  it("S-INSTAL-02: null as country of instalments is the known issuer's, at first and after an update", async () => {
    const installmentConfig = { installmentCountry: null };
    const dropin = await open({ paymentMethodsConfiguration: { cards: { installmentConfig } } });
    choose("s1");
    const choices = () => tagged("select").flatMap(({ children }) => children.map(({ textContent }) => textContent));
    await until(() => choices().length > 0);
    const before = choices();
    client.update({ installmentConfig });
    await turns();
    assertEquals([before.length, choices()], [2, before]);
    dropin.unmount();
    await dropin.mount(asElement(place)).ready;
    choose("s1");
    await until(() => choices().length > 0);
    assertEquals(choices(), before);
  });

  /** What pages without types pass. */
  function loose<T>(value: unknown): T {
    return value as T;
  }

  it("callbacks of a method are called for that method only, before those of the drop-in, and can stop the payment", async () => {
    await open({
      paymentMethodsConfiguration: {
        cards: {
          events: {
            onButtonClicked: () => (note("cards clicked")(), true),
            onRequestStart: () => false,
            onFailed: note("cards failed"),
          },
        },
        pix: { events: { onButtonClicked: () => (note("pix clicked")(), false), onFailed: note("pix failed") } },
      },
      events: { onFailed: note("failed") },
    });
    choose("s1");
    press();
    await until(() => heard().includes("failed VALIDATION_FAILED"));
    assertEquals(heard(), ["cards clicked", "cards failed VALIDATION_FAILED", "failed VALIDATION_FAILED"]);
    seen.length = 0;
    choose("pix");
    await until(() => tagged("button").some(({ id }) => id === "payrails-generic-redirect-pix"));
    tagged("button").find(({ id }) => id === "payrails-generic-redirect-pix")?.fire("click");
    await until(() => heard().includes("failed VALIDATION_FAILED"));
    assertEquals(heard(), ["pix clicked", "pix failed VALIDATION_FAILED", "failed VALIDATION_FAILED"]);
    assertEquals(asked, []);
  });

  it("a callback of a method does not replace the drop-in's: both are called, and both gates have to return true", async () => {
    let mayPay = false;
    const gate = (name: string, answer: () => boolean) => () => (note(name)(), answer());
    const events = { onButtonClicked: gate("cards clicked", () => true), onSuccess: note("cards success") };
    await open({
      paymentMethodsConfiguration: { cards: { events } },
      events: { onButtonClicked: gate("clicked", () => mayPay), onSuccess: note("success"), onFailed: note("failed") },
    });
    choose("s1");
    press();
    await until(() => heard().includes("failed VALIDATION_FAILED"));
    assertEquals([heard(), asked], [["cards clicked", "clicked", "failed VALIDATION_FAILED"], []]);
    seen.length = 0;
    mayPay = true;
    answer = () => ({ body: { status: [at("authorizeRequested", 1), at("authorizeSuccessful", 2)], links: {} } });
    press();
    await until(() => heard().includes("success"));
    assertEquals(heard(), ["cards clicked", "clicked", "cards success", "success"]);
  });

  it("the theme of cards is over that of the drop-in, also when that one changes", async () => {
    const dropin = await open({
      appearance: { colorPrimary: "red", colorText: "black" },
      paymentMethodsConfiguration: { cards: { appearance: { colorPrimary: "blue" }, requireCvv: true } },
    });
    const colors = (node: SmallElement | undefined) =>
      ["primary", "text"].map((name) => node?.style[`--payrails-color-${name}`]);
    const form = () => find("payrails-credit-card-wrapper")?.children[0];
    const code = () => place.all().find(({ className }) => className === "payrails-dropin-code")?.children[0];
    const button = () => tagged("button").find(({ id }) => id === "payrails-card-payment-button");
    for (const [id, shown] of [["card", form], ["s1", code]] as const) {
      choose(id);
      assertEquals([colors(shown()), colors(button())], [["blue", "black"], ["red", "black"]], id);
      dropin.update({ appearance: { colorPrimary: "green", colorText: "white" } });
      assertEquals([colors(shown()), colors(button())], [["blue", "white"], ["green", "white"]], id);
      dropin.update({ appearance: { colorPrimary: "red", colorText: "black" } });
    }
  });

  it("the pay button of a stored and of a new card looks as the page says, and shows the amount where it says so", async () => {
    const button = () => tagged("button").find(({ id }) => id === "payrails-card-payment-button");
    const looks = () => [button()?.style["font-weight"], button()?.children[0]?.textContent];
    for (const id of ["s1", "card"]) {
      await open({
        styles: { cardPaymentButton: { base: { fontWeight: "700" } } },
        paymentMethodsConfiguration: { cards: { showAmount: true } },
      });
      choose(id);
      await until(() => texts("span").includes("Pay €1.00"));
      assertEquals(looks(), ["700", "Pay €1.00"], id);
      client.destroy();
      await open();
      choose(id);
      await until(() => button() !== undefined);
      assertEquals(looks(), [undefined, "Pay"], id);
      client.destroy();
    }
  });

  it("a hosted page opens in a tab where its method says so, also when it is opened again", async () => {
    const links = { redirect: `${PAGE}/hosted` };
    answer = () => ({ body: { status: WAITS, actionRequired: "redirect", links } });
    const { open: openWindow } = globalThis;
    const visited: unknown[] = [];
    const tab = { location: { replace: (link: string) => visited.push(link) }, closed: true, close() {} };
    Object.assign(globalThis, { open: (_link: string, target: string) => (visited.push(target), tab) });
    try {
      await open({ events, paymentMethodsConfiguration: { mercadoPago: { openInNewTab: true } } });
      choose("mercadoPago");
      await until(() => find("payrails-generic-redirect-mercadoPago") !== undefined);
      find("payrails-generic-redirect-mercadoPago")?.fire("click");
      await until(() => find("payrails-open-again") !== undefined);
      find("payrails-open-again")?.fire("click");
      await until(() => heard().length === 2);
      assertEquals(visited, ["_blank", links.redirect, "_blank", links.redirect]);
      assertEquals(heard(), ["onPending", "onPending"]);
    } finally {
      Object.assign(globalThis, { open: openWindow });
    }
  });

  it("a hosted page's button has the id, the class and the test id that its method names", async () => {
    await open({ paymentMethodsConfiguration: { pix: { id: "pay-by-pix", className: "wide", dataTestId: "pix" } } });
    choose("pix");
    await until(() => find("pay-by-pix") !== undefined);
    const button = find("pay-by-pix");
    assertEquals([button?.classes.has("wide"), button?.getAttribute("data-testid")], [true, "pix"]);
  });
});
