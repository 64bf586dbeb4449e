/** Elements that merchants mount, unmount and mount again while their code loads. */
import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { SdkError } from "../errors/sdk_error.ts";
import { asElement, openSmallPage, SmallElement } from "../../tests/support/small_page/small_page.ts";
import { LazyElement } from "./lazy_element.ts";
import { loadCode } from "./load_code.ts";

class Place {}

const SPOKEN = {
  common: { notLoaded: "Not there" },
  pack: { form: { retry: "Once more" } },
  listen: () => () => {},
};

describe("an element that loads its code", () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, "Element");
  beforeEach(() => Object.defineProperty(globalThis, "Element", { value: Place, configurable: true }));
  afterEach(() => {
    if (before === undefined) Reflect.deleteProperty(globalThis, "Element");
    else Object.defineProperty(globalThis, "Element", before);
  });

  it("is mounted once when it is unmounted and mounted again before its code has loaded, as in StrictMode", async () => {
    const seen: string[] = [];
    let made = 0;
    const code = Promise.withResolvers<void>();
    const lazy = new LazyElement(async () => {
      await code.promise;
      const name = `element ${++made}`;
      return { mount: () => seen.push(`${name} in`), unmount: () => seen.push(`${name} out`) };
    });
    const place = new Place() as unknown as Element;
    lazy.mount(place);
    const first = lazy.ready;
    lazy.unmount();
    lazy.mount(place);
    code.resolve();
    assertEquals(await first, undefined);
    await lazy.ready;
    lazy.unmount();
    assertEquals(seen, ["element 2 in", "element 2 out"]);
  });

  it("is unmounted when its signal is aborted, which keeps nothing of an element that is not mounted", async () => {
    const life = new AbortController();
    const { signal } = life;
    const listeners = new Set<unknown>();
    const { addEventListener, removeEventListener } = signal;
    Object.assign(signal, {
      addEventListener: (name: string, listener: () => void) => {
        listeners.add(listener);
        addEventListener.call(signal, name, listener);
      },
      removeEventListener: (name: string, listener: () => void) => {
        listeners.delete(listener);
        removeEventListener.call(signal, name, listener);
      },
    });
    const seen: string[] = [];
    const make = () => Promise.resolve({ mount: () => seen.push("in"), unmount: () => seen.push("out") });
    const lazy = new LazyElement(make, undefined, { signal });
    assertEquals(listeners.size, 0);
    const [one, other] = [new Place() as unknown as Element, new Place() as unknown as Element];
    for (const place of [one, other, one]) {
      await lazy.mount(place).ready;
      assertEquals(listeners.size, 1);
    }
    lazy.unmount();
    assertEquals([listeners.size, seen.splice(0).length], [0, 6]);
    await lazy.mount(one).ready;
    life.abort();
    assertEquals([seen, lazy.isMounted, listeners.size], [["in", "out"], false, 0]);
  });

  it("leaves its first place when it is mounted into a second one", async () => {
    const seen: string[] = [];
    let made = 0;
    const lazy = new LazyElement(() => {
      const name = `element ${++made}`;
      return Promise.resolve({ mount: () => seen.push(`${name} in`), unmount: () => seen.push(`${name} out`) });
    });
    const [first, second] = [new Place() as unknown as Element, new Place() as unknown as Element];
    await lazy.mount(first).ready;
    await lazy.mount(second).ready;
    assertEquals(seen, ["element 1 in", "element 1 out", "element 2 in"]);
    // Another element may take the first place without removing this one.
    await new LazyElement(() => Promise.resolve({ mount: () => {}, unmount: () => {} })).mount(first).ready;
    assertEquals(seen.length, 3);
  });

  it("S-ERR-11, S-ERR-25: a missing place and an element that cannot be made are reported by their codes", async () => {
    const { error } = console;
    const logged: string[] = [];
    console.error = (text: string) => void logged.push(text);
    const before = Object.getOwnPropertyDescriptor(globalThis, "document");
    const nothing = { querySelector: () => null, getElementById: () => null };
    Object.defineProperty(globalThis, "document", { value: nothing, configurable: true });
    try {
      const lazy = new LazyElement(() => Promise.reject(new TypeError("chunk")));
      assertEquals(assertThrows(() => lazy.mount("#nowhere"), SdkError).code, "payrails:client:element_missing");
      lazy.mount(new Place() as unknown as Element);
      assertEquals(await lazy.ready, undefined);
      assertMatch(logged.join(), /^payrails:client:unknown: .*TypeError: chunk/);
    } finally {
      console.error = error;
      if (before === undefined) Reflect.deleteProperty(globalThis, "document");
      else Object.defineProperty(globalThis, "document", before);
    }
  });

  it("shows the shopper a sentence and a button when its code does not load, reports it, and loads it on the next try", async () => {
    const page = openSmallPage({ origin: "https://shop.test" });
    const { error } = console;
    console.error = () => {};
    try {
      const reported: string[] = [];
      let tries = 0;
      const listeners = new Set<() => void>();
      const language = {
        ...SPOKEN,
        listen: (listener: () => void) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      };
      const lazy = new LazyElement(
        async () => {
          await loadCode(tries++ < 2 ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve());
          return { mount: () => void place.replaceChildren(), unmount: () => {} };
        },
        undefined,
        { language, report: ({ code }) => reported.push(code) },
      );
      const place = new SmallElement("div", () => {});
      const button = () => place.all().find(({ tagName }) => tagName === "button");
      lazy.mount(asElement(place));
      for (const failures of [1, 2]) {
        assertEquals([await lazy.ready, lazy.canRetry, lazy.isMounted], [undefined, true, true]);
        assertEquals(reported, new Array(failures).fill("payrails:client:code_not_loaded"));
        assertEquals(place.children.map((notice) => notice.getAttribute("role")), ["alert"]);
        const said = () => place.all().map(({ textContent }) => textContent).filter(Boolean);
        assertEquals(said(), ["Not there", "Once more"]);
        Object.assign(language, { common: { notLoaded: "Weg" }, pack: { form: { retry: "Noch einmal" } } });
        for (const listener of listeners) listener();
        assertEquals(said(), ["Weg", "Noch einmal"], "the notice follows the language of the client");
        Object.assign(language, SPOKEN, { listen: language.listen });
        button()?.fire("click");
      }
      assertEquals([await lazy.ready !== undefined, lazy.canRetry, place.children.length], [true, false, 0]);
      assertEquals(listeners.size, 0, "a notice that is gone listens to nothing");
    } finally {
      console.error = error;
      page.close();
    }
  });

  it("removes the notice when it is unmounted, and shows none when it was unmounted before", async () => {
    const page = openSmallPage({ origin: "https://shop.test" });
    const { error } = console;
    console.error = () => {};
    try {
      const reported: string[] = [];
      const lazy = new LazyElement(
        () => loadCode(Promise.reject<never>(new TypeError("Failed to fetch"))),
        undefined,
        { language: SPOKEN, report: ({ code }) => reported.push(code) },
      );
      const place = new SmallElement("div", () => {});
      lazy.mount(asElement(place));
      await lazy.ready;
      lazy.unmount();
      assertEquals([place.children.length, reported.length], [0, 1]);
      lazy.mount(asElement(place));
      const { ready } = lazy;
      lazy.unmount();
      await ready;
      assertEquals([place.children.length, reported.length], [0, 1]);
    } finally {
      console.error = error;
      page.close();
    }
  });
});
