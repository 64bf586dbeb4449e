/** Elements whose code is still on its way while merchants mount, unmount and mount again. */
import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { LazyElement } from "./lazy_element.ts";

class Place {}

describe("an element whose code is loaded", () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, "Element");
  beforeEach(() => Object.defineProperty(globalThis, "Element", { value: Place, configurable: true }));
  afterEach(() => {
    if (before === undefined) Reflect.deleteProperty(globalThis, "Element");
    else Object.defineProperty(globalThis, "Element", before);
  });

  it("is there once when it leaves a place and takes it again before its code came, as in StrictMode", async () => {
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
});
