/** What the test helpers add to a page: only what it lacks, and nothing stays. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { supplyMissing } from "./environment.ts";

class Dialog {
  close(): string {
    return "the page's own";
  }
}
/** As in browsers: values of a prototype are read from its objects only. */
class Style {
  get colorScheme(): string {
    if (this === Style.prototype) throw new TypeError("Illegal invocation");
    return "light";
  }
}

describe("parts that a test's page lacks", () => {
  const given = {
    HTMLDialogElement: Dialog,
    CSSStyleDeclaration: Style,
    // jsdom has some names without a value.
    matchMedia: undefined,
    MessageChannel: globalThis.MessageChannel,
    navigator: { userAgent: "Chromium" },
  };
  const before = Object.keys(given).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  const scheme = Object.getOwnPropertyDescriptor(Style.prototype, "colorScheme");
  beforeEach(() => {
    for (const [name, value] of Object.entries(given)) {
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    }
  });
  afterEach(() => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
    }
  });

  it("are supplied, even where the page has a name without a value, and what it has stays", () => {
    const { TextDecoder, MessageChannel } = globalThis;
    const undo = supplyMissing();
    assertEquals(matchMedia("(width > 1px)").matches, false);
    const dialog = Object.assign(new Dialog(), attributes());
    Reflect.get(dialog, "showModal").call(dialog);
    assertEquals(dialog.names, ["open"]);
    assertEquals(dialog.close(), "the page's own");
    assertEquals(Object.getOwnPropertyDescriptor(Style.prototype, "colorScheme"), scheme);
    assert(globalThis.TextDecoder === TextDecoder);
    assert(globalThis.MessageChannel === MessageChannel, "a browser's own channel");
    undo();
    assertEquals(Reflect.get(globalThis, "matchMedia"), undefined);
    assertEquals("showModal" in Dialog.prototype, false);
  });

  it("include a channel in a simulated page, which has that of the runtime; it delivers later and in order", async () => {
    Object.defineProperty(globalThis, "navigator", {
      value: { userAgent: "Mozilla/5.0 jsdom/27" },
      configurable: true,
    });
    const { MessageChannel } = globalThis;
    const undo = supplyMissing();
    assert(globalThis.MessageChannel !== MessageChannel);
    const { port1, port2 } = new globalThis.MessageChannel();
    const heard: unknown[] = [];
    const all = Promise.withResolvers<void>();
    port2.onmessage = ({ data }) => {
      heard.push(data);
      if (heard.length === 2) all.resolve();
    };
    port1.postMessage("first");
    port1.postMessage("second");
    assertEquals(heard, []);
    await all.promise;
    assertEquals(heard, ["first", "second"]);
    undo();
    assert(globalThis.MessageChannel === MessageChannel);
  });
});

/** What an element keeps of its attributes. */
function attributes() {
  const names: string[] = [];
  return {
    names,
    setAttribute: (name: string) => void names.push(name),
    removeAttribute: (name: string) => void names.splice(names.indexOf(name), 1),
  };
}
