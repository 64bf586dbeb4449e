/** A card form in a page: where it is after a move, and what takes the focus when something is wrong. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { openSdkStory } from "../../tests/support/small_page/sdk_story.ts";
import { turns } from "../../tests/support/small_page/small_channel.ts";
import { Payrails } from "../client.ts";
import type { CardFormChange } from "../events.ts";
import { openFakeCheckout } from "../testing/mod.ts";
import { Emitter } from "../emitter/emitter.ts";
import { Language } from "../locales/language.ts";
import { CoBadgedChoice } from "./co_badged_choice.ts";
import "./extras/extras.ts";

const STORED = { id: "i1", status: "enabled" };
const GOOD = { number: "4242 4242 4242 4242", expiry: "12/39", cvv: "123" };

describe("a card form in a page", () => {
  const story = openSdkStory();
  const placeOf = (id: string) => story.place(id) as HTMLElement;

  it("that moved to another place stays there when another form takes its old one", async () => {
    const checkout = openFakeCheckout({ stopsClock: true });
    const clients = [checkout.init, checkout.init].map((init) => Payrails.init(init));
    try {
      const [first, second] = [placeOf("first"), placeOf("second")];
      const form = clients[0]?.cardForm().mount(first);
      first.replaceChildren();
      form?.mount(second);
      clients[1]?.cardForm().mount(first);
      await checkout.clock?.advance(100);
      assertEquals([first, second].map((place) => place.querySelectorAll("iframe").length), [1, 1]);
    } finally {
      for (const client of clients) client.destroy();
      checkout.close();
    }
  });

  it("a choice of networks that arrives while a payment runs cannot be used before it has ended", async () => {
    const networks = Promise.withResolvers<{ bin: string; networks: readonly string[] }>();
    const shown: HTMLElement[] = [];
    const context = { language: new Language(undefined), lookUpBin: () => networks.promise };
    const choice = new CoBadgedChoice(context, {
      events: new Emitter(),
      options: () => ({}),
      show: (root) => void shown.push(root),
      send: () => {},
      changed: () => {},
    });
    const following = choice.follow("49730100");
    choice.lock(true);
    networks.resolve({ bin: "49730100", networks: ["visa", "cartesbancaires"] });
    await following;
    const isDisabled = () => shown.map((root) => Reflect.get(root, "disabled"));
    assertEquals(isDisabled(), [true]);
    choice.lock(false);
    assertEquals(isDisabled(), [false]);
  });

  it("tokenizes as the shopper chose where the page leaves an option undefined", async () => {
    const checkout = openFakeCheckout({ stopsClock: true, networks: ["cartesbancaires", "visa"] });
    const sent: unknown[] = [];
    class Request {
      readonly status = 200;
      readonly responseText = JSON.stringify(STORED);
      onload = () => {};
      open() {}
      setRequestHeader() {}
      getResponseHeader = () => "application/json";
      send(body: string) {
        sent.push(JSON.parse(body));
        queueMicrotask(() => this.onload());
      }
    }
    Object.assign(globalThis, { XMLHttpRequest: Request });
    const { data: session, ...init } = checkout.init;
    const signed = btoa(atob(session).replaceAll('"fake"', '"h.e30.s"'));
    const client = Payrails.init({ ...init, data: signed });
    try {
      const place = placeOf("card");
      const form = client.cardForm({ showStoreInstrumentCheckbox: true }).mount(place);
      await checkout.frame.ready();
      checkout.frame.type(GOOD);
      await checkout.clock?.advance(1_000);
      place.querySelector<HTMLInputElement>("input[value=cartesbancaires]")?.click();
      place.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
      const none = { futureUsage: undefined, storeInstrument: undefined, preferredScheme: undefined };
      const tokenized = form.tokenize(loose(none));
      await checkout.clock?.advance(1_000);
      assertEquals<unknown>(await tokenized, STORED);
      const { storeInstrument, data } = Object(sent[0]);
      assertEquals([sent.length, storeInstrument, data.preferredScheme], [1, true, "cartesbancaires"]);
    } finally {
      Reflect.deleteProperty(globalThis, "XMLHttpRequest");
      client.destroy();
      checkout.close();
    }
  });

  it("that the browser loads again, because the page moved it, is empty and locked as before, and says so", async () => {
    const checkout = openFakeCheckout({ stopsClock: true, networks: ["cartesbancaires", "visa"] });
    const client = Payrails.init(checkout.init);
    try {
      const place = placeOf("card");
      const changes: unknown[] = [];
      const events = {
        onChange: ({ isValid, bin, cardSchemes }: CardFormChange) => void changes.push([isValid, bin, cardSchemes]),
      };
      const form = client.cardForm({ events, showStoreInstrumentCheckbox: true }).mount(place);
      const load = loadOf(place.querySelector("iframe"));
      client.paymentButton().mount(placeOf("pay"));
      const save = () => place.querySelector<HTMLInputElement>("input[type=checkbox]")?.disabled;
      const button = () => document.querySelector<HTMLButtonElement>("#payrails-card-payment-button");
      await checkout.frame.ready();
      checkout.frame.type(GOOD);
      await checkout.clock?.advance(1_000);
      const isChosen = () => place.querySelector(".payrails-schemes") !== null;
      assertEquals([form.isValid, form.bin, isChosen(), button()?.disabled], [true, "42424242", true, false]);
      form.lock(true);
      assertEquals(save(), true);
      changes.length = 0;
      const heard = await load();
      await checkout.clock?.advance(1_000);
      assertEquals([form.isValid, form.bin, form.cardNetwork, isChosen(), button()?.disabled], [
        false,
        "",
        "",
        false,
        true,
      ]);
      assertEquals([changes, heard()], [[[false, "", undefined]], ["configure", "networks", "lock"]]);
      form.lock(false);
      checkout.frame.type(GOOD);
      await checkout.clock?.advance(1_000);
      assertEquals([form.isValid, isChosen(), button()?.disabled, save()], [true, true, false, false]);
    } finally {
      client.destroy();
      checkout.close();
    }
  });

  it("moves the focus to its billing address once its fields are right, also on Enter in one of them", async () => {
    const checkout = openFakeCheckout({ stopsClock: true });
    const client = Payrails.init(checkout.init);
    try {
      const form = client.cardForm({ showAddressSelector: true }).mount(placeOf("card"));
      await checkout.frame.ready();
      await checkout.clock?.advance(1_000);
      const address = document.querySelector("#payrails-address-selector");
      const focused = () => address?.contains(document.activeElement);
      form.focus();
      assertEquals(focused(), false);
      checkout.frame.type(GOOD);
      await checkout.clock?.advance(1_000);
      form.focus("CVV");
      assertEquals([form.isValid, focused()], [false, false]);
      form.focus();
      assertEquals(focused(), true);
      form.focus("CVV");
      assertEquals(focused(), false);
      checkout.frame.submit();
      await checkout.clock?.advance(1_000);
      assertEquals(focused(), true);
    } finally {
      client.destroy();
      checkout.close();
    }
  });
});

/** What pages without types pass. */
function loose<T>(value: unknown): T {
  return value as T;
}

/** Lets the iframe load once more, and tells what its new document hears. */
function loadOf(iframe: HTMLIFrameElement | null) {
  const { dispatchEvent } = iframe ?? new EventTarget();
  let load: Event | undefined;
  Object.assign(iframe ?? {}, {
    dispatchEvent: (event: Event) => Reflect.apply(dispatchEvent, iframe, [load = event]),
  });
  return async () => {
    const types: unknown[] = [];
    const { contentWindow } = iframe ?? {};
    const { postMessage } = Object(contentWindow);
    Object.assign(contentWindow ?? {}, {
      postMessage: (hello: unknown, origin: string, ports: readonly MessagePort[]) => {
        postMessage(hello, origin, ports);
        const [port] = ports;
        const { onmessage } = port ?? {};
        const hear = (event: MessageEvent) => {
          types.push(event.data.type);
          Reflect.apply(onmessage ?? (() => {}), port, [event]);
        };
        Object.assign(port ?? {}, { onmessage: hear });
      },
    });
    if (load !== undefined) iframe?.dispatchEvent(load);
    await turns();
    return () => types;
  };
}
