/** Elements that merchants mount, unmount and mount again while their code loads. */
import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { SdkError } from "../errors/sdk_error.ts";
import { LazyElement } from "./lazy_element.ts";

class Place {}

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

  it("S-ERR-11, S-ERR-25: a missing place and code that does not load are reported by their codes", async () => {
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
});
