/** The list of stored cards in a page: it follows the card form and the session, and stays as it is while a card pays. */
import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { turns, until as untilSo } from "../../tests/support/small_page/small_channel.ts";
import { loadFrame, type SmallFrame } from "../../tests/support/small_page/small_frame.ts";
import { asElement, openSmallPage, SmallElement, type SmallPage } from "../../tests/support/small_page/small_page.ts";
import { CardForm } from "../card_form/card_form.ts";
import type { CardFormOptions } from "../card_form/options.ts";
import { Payrails } from "../client.ts";
import { Emitter } from "../emitter/emitter.ts";
import { PACK as GERMAN } from "../locales/de.ts";
import type { PayrailsClientOptions } from "../options.ts";
import { Session } from "../session/session.ts";
import type { CardListOptions } from "./options.ts";

const PAGE = "http://localhost:5571";
const BASE = `${PAGE}/services/payments/client`;
const stored = (id: string) => ({ id, paymentMethod: "card", status: "enabled", data: { bin: "555555" } });
const METHODS = [{
  paymentMethodCode: "card",
  integrationType: "api",
  paymentInstruments: [stored("s1"), stored("s2")],
}];
/** Instalments for the first card, whose issuer's country is known. */
const IN_PARTS = [{
  ...METHODS[0],
  clientConfig: {
    supportsInstallments: true,
    installments: { US: [{ count: 3, amount: { value: "0.34", currency: "EUR" } }] },
  },
  paymentInstruments: [{ ...stored("s1"), data: { binLookup: { issuerCountry: { code: "US" } } } }],
}];
const FIELD = { isEmpty: false, isComplete: true, isValid: true, isFocused: true };
const FORM = { isValid: true, brand: "VISA", bin: "42424242", fields: { CARD_NUMBER: FIELD } };

let made = 0;

describe("the list of stored cards", () => {
  let page: SmallPage;
  let client: Payrails;
  let sent: { readonly path: string; readonly body: unknown }[];
  let end: string;
  let answer: (path: string) => object;
  /** What the frames find wrong in their fields. */
  let faults: object;
  const frames: SmallFrame[] = [];
  const { fetch, setTimeout } = globalThis;

  beforeEach(() => {
    page = openSmallPage({ origin: PAGE });
    [sent, end, faults] = [[], "authorizeSuccessful", {}];
    answer = () => ({
      status: ["authorizeRequested", end].map((code, at) => ({ code, time: `2026-11-21T06:00:0${at}.000Z` })),
      links: {},
    });
    globalThis.fetch = (url, request) => {
      sent.push({ path: String(url).replace(BASE, ""), body: JSON.parse(String(request?.body ?? "{}")) });
      const given = answer(String(url).replace(BASE, ""));
      return Promise.resolve(given instanceof Response ? given : Response.json({ id: `list${made}`, ...given }));
    };
    const hurried = (run: () => void, ms: number) => setTimeout(run, [680, 2000, 5000].includes(ms) ? 0 : ms);
    Object.assign(globalThis, { setTimeout: hurried });
    start(METHODS);
  });
  function start(methods: readonly object[], options: PayrailsClientOptions = {}): void {
    const body = {
      name: "lookup",
      data: { paymentCompositionOptions: methods },
      links: { authorize: { href: `${BASE}/authorize` } },
    };
    const config = {
      token: "t",
      amount: { value: "1.00", currency: "EUR" },
      links: {
        instrumentDelete: { href: `${BASE}/instruments/:instrumentId` },
        instrumentUpdate: { href: `${BASE}/instruments/:instrumentId` },
      },
      vaultConfiguration: { vaultId: "v", vaultUrl: "http://127.0.0.1:9", providerConfigId: "p", links: {} },
      execution: { id: `list${++made}`, links: { self: `${BASE}/self` }, initialResults: [{ httpCode: 200, body }] },
    };
    const init = { version: "2", data: btoa(JSON.stringify(config)) };
    client = Payrails.init(init, { telemetry: { enabled: false }, ...options });
  }
  afterEach(() => {
    client.destroy();
    for (const frame of frames.splice(0)) frame.close();
    page.close();
    Object.assign(globalThis, { fetch, setTimeout });
  });

  const until = (holds: () => boolean) => untilSo(holds, () => sent);
  function placeIn(): SmallElement {
    const place = new SmallElement("div", () => {});
    page.body.append(place);
    return place;
  }
  const tagged = (place: SmallElement, tag: string) => place.all().filter(({ tagName }) => tagName === tag);
  /** A frame with a valid card, or a valid security code. */
  async function load(place: SmallElement): Promise<SmallFrame> {
    const answer = ({ type }: { readonly type?: unknown }) =>
      type === "validate"
        ? { type: "validated", faults }
        : type === "collect"
        ? { type: "collected", encryptedData: "sealed" }
        : undefined;
    const frame = await loadFrame(tagged(place, "iframe")[0] ?? place, { answer });
    frames.push(frame);
    return frame;
  }
  async function list(options: CardListOptions = {}) {
    const place = placeIn();
    const element = client.cardList(options);
    await element.mount(asElement(place)).ready;
    const radios = () => tagged(place, "input");
    const choose = (id: string) => {
      for (const radio of radios()) Object.assign(radio, { checked: Reflect.get(radio, "value") === id });
      radios().find((radio) => Reflect.get(radio, "checked"))?.fire("change");
    };
    const chosen = () =>
      radios().filter((radio) => Reflect.get(radio, "checked")).map((radio) => Reflect.get(radio, "value"));
    return { element, place, radios, choose, chosen };
  }
  async function form(options: CardFormOptions = {}, place = placeIn()) {
    client.cardForm(options).mount(asElement(place));
    const frame = await load(place);
    await frame.say({ type: "event", name: "CHANGE", field: "CARD_NUMBER", form: FORM });
    return frame;
  }
  const enter = (frame: SmallFrame) => frame.say({ type: "event", name: "FOCUS", field: "CARD_NUMBER", form: FORM });
  function button(options: Parameters<Payrails["paymentButton"]>[0] = {}) {
    const place = placeIn();
    client.paymentButton(options).mount(asElement(place));
    return () => tagged(place, "button")[0]?.fire("click");
  }
  const authorized = () => Object(sent.findLast(({ path }) => path === "/authorize")?.body);
  const item = () => Object(authorized().paymentComposition?.[0]);
  const paid = () => item().paymentInstrumentId ?? "the new card";

  it("offers another card once the page makes a card form", async () => {
    const { radios, choose, chosen } = await list();
    choose("s1");
    assertEquals(radios().length, 2);
    await form();
    assertEquals([radios().map((radio) => Reflect.get(radio, "value")), chosen()], [["s1", "s2", "another"], ["s1"]]);
    choose("another");
    assertEquals(client.paymentButton().selectedInstrument, null);
  });

  it("the instalments of its card follow language and texts", async () => {
    client.destroy();
    start(IN_PARTS);
    const { element, place, choose } = await list();
    choose("s1");
    const shown = () => ["label", "option"].flatMap((tag) => tagged(place, tag).map(({ textContent }) => textContent));
    await until(() => shown().includes("3 x €0.34"));
    client.update({ locale: "de" });
    await until(() => shown().includes("3 x 0,34\u00a0€"));
    assertEquals([shown().includes(GERMAN.extras.installments), shown().includes(GERMAN.extras.inFull)], [true, true]);
    element.update({ translations: { cardForm: { labels: { paymentInstallments: "In Teilen" } } } });
    assertEquals([shown().includes("In Teilen"), shown().includes(GERMAN.extras.inFull)], [true, true]);
  });

  it("keeps one listener of the session's amount however often a card is chosen, and none once it is gone", async () => {
    client.destroy();
    start(IN_PARTS);
    const { listenAmount } = Session.prototype;
    let listeners = 0;
    Session.prototype.listenAmount = function (listener) {
      const end = listenAmount.call(this, listener);
      listeners++;
      return () => (listeners--, end());
    };
    try {
      const { element, choose } = await list();
      for (let time = 0; time < 10; time++) choose("s1");
      assertEquals(listeners, 1);
      element.unmount();
      assertEquals(listeners, 0);
      const place = placeIn();
      const dropin = client.dropin();
      await dropin.mount(asElement(place)).ready;
      const row = () => tagged(place, "input").find((radio) => Reflect.get(radio, "value") === "s1");
      row()?.fire("change");
      await until(() => listeners > 0);
      dropin.unmount();
      assertEquals(listeners, 0);
    } finally {
      Session.prototype.listenAmount = listenAmount;
    }
  });

  it("gives up its choice when the shopper enters the card form, which pays then", async () => {
    const told: unknown[] = [];
    const { choose, chosen } = await list({
      events: { onCardSelected: ({ instrument }) => told.push(instrument?.id) },
    });
    const press = button();
    const frame = await form();
    choose("s1");
    await enter(frame);
    await enter(frame);
    assertEquals([chosen(), told], [["another"], ["s1", undefined]]);
    press();
    await until(() => sent.some(({ path }) => path === "/authorize"));
    assertEquals(paid(), "the new card");
  });

  it("S-BUTTON-06, S-BUTTON-08, S-BUTTON-13: the card of the press pays, whatever is chosen while the page is asked", async () => {
    const { radios, choose } = await list();
    const frame = await form();
    const gate = Promise.withResolvers<boolean>();
    const told: unknown[] = [];
    const events = {
      onButtonClicked: (_action: unknown, { bin }: { bin?: string }) => (told.push(bin), gate.promise),
      onSuccess: () => told.push("success"),
    };
    const press = button({ events });
    press();
    await until(() => told.length === 1);
    assertEquals(radios().map(({ disabled }) => disabled), [true, true, true]);
    client.setState({ instrument: client.getSavedCreditCards()[0] });
    choose("s2");
    gate.resolve(true);
    await until(() => told.length === 2);
    await turns();
    assertEquals([told, paid()], [["42424242", "success"], "the new card"]);
    const heard = frame.heard.filter(({ type }) => type === "lock" || type === "clear");
    assertEquals(heard.map(({ locked }) => locked), [true, undefined, false]);
    assertEquals(radios().map(({ disabled }) => disabled), [false, false, false]);
  });

  it("keeps its choice while that card pays; the form that the shopper entered meanwhile pays next", async () => {
    end = "authorizeFailed";
    const { choose, chosen } = await list();
    const frame = await form();
    const gate = Promise.withResolvers<boolean>();
    const told: string[] = [];
    const press = button({
      events: { onButtonClicked: () => (told.push("asked"), gate.promise), onFailed: () => void told.push("failed") },
    });
    choose("s1");
    press();
    await until(() => told.length === 1);
    await enter(frame);
    assertEquals(chosen(), ["s1"]);
    gate.resolve(true);
    await until(() => told.length === 2);
    await turns();
    assertEquals([paid(), chosen()], ["s1", ["another"]]);
  });

  it("S-AUTHZ-01, S-CONFIG-13: the button's own result pages go with the payment, and the client's beside them", async () => {
    client.destroy();
    const returnInfo = { success: `${PAGE}/paid`, error: `${PAGE}/again` };
    start(METHODS, { returnInfo });
    const press = button({ returnInfo: { success: `${PAGE}/thanks` } });
    client.setState({ instrument: client.getSavedCreditCards()[0] });
    press();
    await until(() => sent.some(({ path }) => path === "/authorize"));
    const { success, error } = authorized().returnInfo;
    assertEquals([success, error], [`${PAGE}/thanks`, `${PAGE}/again`]);
  });

  it("a form that is pressed again and again is followed once, however its payments end", async () => {
    const { on, off } = Emitter.prototype;
    let following = 0;
    const isFollowing = (name: string) => Number(name === "saveInstrumentCheckboxChanged");
    Emitter.prototype.on = function (name, handler) {
      following += isFollowing(name);
      return on.call(this, name, handler);
    };
    Emitter.prototype.off = function (name, handler) {
      following -= isFollowing(name);
      off.call(this, name, handler);
    };
    try {
      const status: object[] = [];
      answer = (path) => {
        if (path === "/authorize") {
          for (const code of ["authorizeRequested", "authorizeFailed"]) {
            status.push({ code, time: new Date(status.length).toISOString() });
          }
        }
        return { status, links: {} };
      };
      let failures = 0;
      const press = button({ events: { onFailed: () => void failures++ } });
      await form();
      for (let count = 1; count <= 50; count++) {
        press();
        await until(() => failures === count);
        await turns();
      }
      assertEquals(following, 1);
    } finally {
      Object.assign(Emitter.prototype, { on, off });
    }
  });

  const DELETE = { operation: "deleteInstrument" } as const;
  const DISABLE = { operation: "updateInstrument", body: { status: "disabled" } } as const;
  for (const call of [DELETE, DISABLE]) {
    it(`${call.operation}: without a list, too, a card that is gone no longer pays, and the typed one does`, async () => {
      const press = button();
      await form();
      const pays = client.paymentButton();
      const [first, second] = client.getSavedCreditCards();
      const given = { ...stored("merchant"), status: "enabled", data: {} } as const;
      for (const instrument of [first, given]) {
        client.setState({ instrument });
        await client.api({ ...call, resourceId: "another" });
        assertEquals(pays.selectedInstrument?.id, instrument?.id);
        await client.api({ ...call, resourceId: instrument?.id ?? "" });
        assertEquals(pays.selectedInstrument, null);
      }
      client.setState({ instrument: second });
      await client.api({ operation: "updateInstrument", resourceId: "s2", body: { default: true } });
      assertEquals(pays.selectedInstrument?.id, "s2");
      await client.api({ ...call, resourceId: "s2" });
      press();
      await until(() => sent.some(({ path }) => path === "/authorize"));
      const body = Object(sent.find(({ path }) => path === "/authorize")?.body);
      assertEquals(body.paymentComposition[0].paymentInstrumentData.encryptedData, "sealed");
    });
  }

  it("pays when the shopper presses Enter in the security code", async () => {
    const { choose, place } = await list({ requireCvv: true });
    const pays = client.paymentButton().mount(asElement(placeIn()));
    choose("s1");
    choose("s2");
    const frame = await load(place);
    const submit = () => frame.say({ type: "event", name: "SUBMIT", field: "CVV", form: { ...FORM, bin: "" } });
    pays.unmount();
    await submit();
    assertEquals(sent, []);
    pays.mount(asElement(placeIn()));
    await submit();
    await until(() => sent.some(({ path }) => path === "/authorize"));
    assertEquals(paid(), "s2");
  });

  it("pays by Enter in the card form only while the button is mounted", async () => {
    const pays = client.paymentButton();
    const frame = await form();
    const submit = () => frame.say({ type: "event", name: "SUBMIT", field: "CVV", form: FORM });
    await submit();
    pays.mount(asElement(placeIn()));
    pays.unmount();
    client.cardForm();
    await submit();
    await turns();
    assertEquals(sent, []);
    pays.mount(asElement(placeIn()));
    await submit();
    await until(() => sent.some(({ path }) => path === "/authorize"));
  });

  describe("a challenge that the shopper closed", () => {
    const GIVE_UP = `${BASE}/give-up`;
    const at = (code: string, second: number, result?: string) => ({
      code,
      time: `2026-11-21T06:00:0${second}.000Z`,
      ...(result === undefined ? {} : { errors: [{ reason: { result } }] }),
    });
    const challenged = { actionRequired: "3ds", links: { "3ds": `${PAGE}/bank`, giveUp: { href: GIVE_UP } } };
    const waits = [at("authorizeRequested", 1), at("authorizePending", 2)];
    const calls = () => sent.map(({ path }) => path).filter((path) => path !== "/self");
    const popup = () => page.body.all().find(({ id }) => id === "payrails-popup-cancel-button");
    const told: string[] = [];
    const note = (name: string, pick: (event: object) => unknown = () => "") => (_action: unknown, event: object) =>
      void told.push(`${name} ${pick(event) ?? ""}`.trim());
    const events = {
      onPending: note("pending", (event) => Reflect.get(event, "reason")),
      onFailed: note("failed", (event) => Reflect.get(event, "code")),
      onSuccess: note("success", (event) => Reflect.get(event, "paymentInstrumentId")),
      onRequestStart: () => told.push("asked") > 0,
    };
    /** The bank asks for a challenge. `then` is the history once the payment is given up. */
    function waitsFor(then: readonly object[]) {
      let status: readonly object[] = [];
      answer = (path) => {
        if (path === "/give-up") status = then;
        const isAgain = path === "/authorize" && status.length > 0;
        if (path === "/authorize") status = isAgain ? [...status, ...PAID] : waits;
        return { status, ...(status === waits ? challenged : { links: {} }) };
      };
    }
    const PAID = [at("authorizeRequested", 4), at("authorizeSuccessful", 5)];
    const GIVEN_UP = [...waits, at("authorizeFailed", 3, "PayerCanceled")];
    async function closes(press: () => unknown) {
      press();
      await until(() => popup() !== undefined);
      popup()?.fire("click");
      await until(() => told.includes("pending challenge_closed"));
      await turns();
      told.length = sent.length = 0;
    }
    /** The challenge of the first card is closed. */
    async function closedWithFirst() {
      const { choose } = await list();
      const press = button({ events });
      choose("s1");
      await closes(press);
      return { choose, press };
    }
    beforeEach(() => void (told.length = 0));
    afterEach(async () => {
      client.destroy();
      await turns();
    });

    it("opens again for the same card, and no second payment is sent", async () => {
      waitsFor(GIVEN_UP);
      const { press } = await closedWithFirst();
      await closes(press);
      assertEquals([calls(), told], [[], []]);
    });

    it("is given up for another card, which pays then", async () => {
      waitsFor(GIVEN_UP);
      const { choose, press } = await closedWithFirst();
      choose("s2");
      press();
      await until(() => told.some((line) => line.startsWith("success")));
      assertEquals([told, calls()], [["failed USER_CANCELLED", "asked", "success s2"], ["/give-up", "/authorize"]]);
      assertEquals(paid(), "s2");
    });

    it("is given up when another page began it, whose card is not known here", async () => {
      let status: readonly object[] = waits;
      answer = (path) => {
        if (path === "/give-up") status = GIVEN_UP;
        if (path === "/authorize" && status === waits) {
          return Response.json({ errors: [{ code: "execution-waiting" }] }, { status: 409 });
        }
        if (path === "/authorize") status = [...status, ...PAID];
        return { status, ...(status === waits ? challenged : { links: {} }) };
      };
      const { choose } = await list();
      const press = button({ events });
      choose("s1");
      press();
      await until(() => told.includes("pending challenge_closed"));
      await turns();
      told.length = sent.length = 0;
      press();
      await until(() => told.some((line) => line.startsWith("success")));
      assertEquals([told, calls()], [["failed USER_CANCELLED", "asked", "success s1"], ["/give-up", "/authorize"]]);
      assertEquals(popup(), undefined);
    });

    it("is given up once something else is typed into the form, whose card pays then", async () => {
      waitsFor(GIVEN_UP);
      const press = button({ events });
      const frame = await form();
      await closes(press);
      await frame.say({ type: "event", name: "BLUR", field: "CARD_NUMBER", form: FORM });
      await closes(press);
      await frame.say({ type: "event", name: "CHANGE", field: "CARD_NUMBER", form: FORM });
      press();
      await until(() => told.some((line) => line.startsWith("success")));
      assertEquals([told, calls()], [["failed USER_CANCELLED", "asked", "success"], ["/give-up", "/authorize"]]);
    });

    it("S-INSTR-08: is given up once the shopper ticks that the card is stored", async () => {
      waitsFor(GIVEN_UP);
      const press = button({ events });
      const place = placeIn();
      await form({ showStoreInstrumentCheckbox: true }, place);
      await closes(press);
      const [box] = tagged(place, "input");
      Object.assign(box ?? {}, { checked: true });
      box?.fire("change");
      press();
      await until(() => told.some((line) => line.startsWith("success")) || popup() !== undefined);
      assertEquals([told, calls()], [["failed USER_CANCELLED", "asked", "success"], ["/give-up", "/authorize"]]);
      assertEquals(item().storeInstrument, true);
    });

    for (const dropdown of ["the list's", "the page's own"]) {
      it(`S-COMPOSE-08, S-INSTAL-01: is given up for other instalments of the same stored card, from ${dropdown} dropdown`, async () => {
        client.destroy();
        start(IN_PARTS);
        waitsFor(GIVEN_UP);
        const { choose, place } = await list();
        const press = button({ events });
        choose("s1");
        await until(() => tagged(place, "option").length > 1);
        await closes(press);
        if (dropdown === "the list's") {
          const [select] = tagged(place, "select");
          Object.assign(select ?? {}, { value: "3" });
          select?.fire("change");
        } else {
          client.paymentButton().setPaymentInstallmentsDropdown({ selectedInstallmentValue: 3 });
        }
        press();
        await until(() => told.some((line) => line.startsWith("success")) || popup() !== undefined);
        assertEquals([told, calls()], [["failed USER_CANCELLED", "asked", "success s1"], ["/give-up", "/authorize"]]);
        assertEquals(item().installments, { count: 3 });
      });
    }

    it("S-3DS-09: opens where the button says, whatever the client says", async () => {
      client.destroy();
      for (const redirectFor3DS of [true, false]) {
        start(METHODS, { redirectFor3DS: !redirectFor3DS });
        waitsFor(GIVEN_UP);
        page.left.length = 0;
        const press = button({ redirectFor3DS });
        client.setState({ instrument: client.getSavedCreditCards()[0] });
        press();
        await until(() => page.left.length > 0 || popup() !== undefined);
        assertEquals([page.left, popup() !== undefined], redirectFor3DS ? [[`${PAGE}/bank`], false] : [[], true]);
        client.destroy();
        await turns();
      }
    });

    it("is given up for other instalments of the form, and not for what a look-up brings while it is open", async () => {
      waitsFor(GIVEN_UP);
      let count: number | undefined = 12;
      const own = Object.getOwnPropertyDescriptor(CardForm.prototype, "installments") ?? {};
      Object.defineProperty(CardForm.prototype, "installments", { get: () => count, configurable: true });
      try {
        const press = button({ events });
        const frame = await form();
        press();
        await until(() => popup() !== undefined);
        await frame.say({ type: "event", name: "CHANGE", field: "CARD_NUMBER", form: FORM });
        await closes(press);
        await closes(press);
        assertEquals(calls(), []);
        count = undefined;
        press();
        await until(() => told.some((line) => line.startsWith("success")));
        assertEquals(calls(), ["/give-up", "/authorize"]);
      } finally {
        Object.defineProperty(CardForm.prototype, "installments", own);
      }
    });

    it("is not forgotten by a press with an invalid form: the next press gives it up, and its card pays", async () => {
      waitsFor(GIVEN_UP);
      const press = button({ events });
      const frame = await form();
      await closes(press);
      await frame.say({ type: "event", name: "CHANGE", field: "CARD_NUMBER", form: FORM });
      faults = { CVV: "empty" };
      press();
      await until(() => frame.heard.some(({ type }) => type === "focus"));
      await turns();
      assertEquals([told, sent], [[], []]);
      faults = {};
      await frame.say({ type: "event", name: "CHANGE", field: "CVV", form: FORM });
      press();
      await until(() => told.some((line) => line.startsWith("success") || line.startsWith("pending")));
      assertEquals([told, calls()], [["failed USER_CANCELLED", "asked", "success"], ["/give-up", "/authorize"]]);
    });

    it("is not forgotten by a press that the page refuses: with its own card it opens again", async () => {
      waitsFor(GIVEN_UP);
      const bank = answer;
      answer = (path) => Object.assign({}, bank(path), { links: { "3ds": `${PAGE}/bank` } });
      let isAllowed = true;
      const { choose } = await list();
      const press = button({ events: { ...events, onRequestStart: () => isAllowed } });
      choose("s1");
      await closes(press);
      isAllowed = false;
      choose("s2");
      const { error } = console;
      console.error = () => {};
      press();
      await until(() => told.length > 0);
      await turns();
      console.error = error;
      isAllowed = true;
      choose("s1");
      press();
      await until(() => popup() !== undefined || calls().length > 0);
      assertEquals([told, calls()], [["failed VALIDATION_FAILED"], []]);
    });

    it("that was passed in the meantime has paid, and the other card pays nothing", async () => {
      waitsFor([...waits, at("authorizeSuccessful", 3)]);
      const { choose, press } = await closedWithFirst();
      choose("s2");
      press();
      await until(() => told.some((line) => line.startsWith("success")));
      assertEquals([told, calls()], [["success"], ["/give-up"]]);
    });

    it("is still that of the first card when it cannot be given up", async () => {
      waitsFor(waits);
      const { choose, press } = await closedWithFirst();
      choose("s2");
      for (const tries of [1, 2]) {
        press();
        await until(() => told.length === tries);
        await turns();
      }
      assertEquals([told, calls()], [Array(2).fill("pending challenge_closed"), Array(2).fill("/give-up")]);
      assertEquals(popup(), undefined);
    });
  });

  it("keeps what a program changed when it is mounted for the first time or again", async () => {
    const element = client.cardList({ translations: { legend: "First" } });
    element.update({ translations: { legend: "Second" } });
    const { place } = await list();
    assertEquals(tagged(place, "legend").map(({ textContent }) => textContent), ["Second"]);
    element.update({ translations: { legend: "Third" } });
    element.unmount();
    await element.mount(asElement(place)).ready;
    assertEquals(tagged(place, "legend").map(({ textContent }) => textContent), ["Third"]);
  });

  it("redraws without a card that is gone, and without its choice; the code of a card that stays is kept", async () => {
    const { choose, chosen, place, radios } = await list({ requireCvv: true });
    await form();
    choose("s2");
    const [code] = tagged(place, "iframe");
    await client.api({ operation: "deleteInstrument", resourceId: "s1" });
    assertEquals([radios().length, chosen(), tagged(place, "iframe")[0] === code], [2, ["s2"], true]);
    await client.api({ operation: "deleteInstrument", resourceId: "s2" });
    assertEquals([radios(), client.paymentButton().selectedInstrument], [[], null]);
    assertEquals(tagged(place, "p").map(({ className }) => className), ["payrails-dropin-empty"]);
  });
});
