/** Which hello messages open the channel between a page and the card frame. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { awaitParent } from "./bridge.ts";

const PARENT = "https://shop.test";
const HELLO = { type: "trustcheck:hello", version: 1, nonce: "n1" };

interface Said {
  readonly data?: unknown;
  readonly origin?: string;
  readonly source?: unknown;
  readonly ports?: readonly MessagePort[];
}

describe("the channel to the parent window", () => {
  it("SECURITY I2: opens with the first valid hello of the registered parent, and with no other", () => {
    const parent = {};
    const given = Object.getOwnPropertyDescriptor(globalThis, "parent");
    Object.defineProperty(globalThis, "parent", { value: parent, configurable: true });
    const { port1, port2 } = new MessageChannel();
    const nonces: string[] = [];
    awaitParent({ parents: [PARENT], parse: () => undefined }, ({ nonce }) => {
      nonces.push(nonce);
      return () => {};
    });
    const say = ({ data = HELLO, origin = PARENT, source = parent, ports = [port1] }: Said) => {
      globalThis.dispatchEvent(Object.assign(new Event("message"), { data, origin, source, ports }));
      return nonces.length;
    };
    try {
      const forged: readonly Said[] = [
        { source: {} },
        { source: null },
        { origin: "https://evil.test" },
        { origin: "null" },
        { data: { ...HELLO, version: 2 } },
        { data: "trustcheck:hello" },
        { ports: [] },
      ];
      assertEquals(forged.map(say), forged.map(() => 0));
      assertEquals([say({}), say({ data: { ...HELLO, nonce: "n2" } }), nonces], [1, 1, ["n1"]]);
    } finally {
      for (const port of [port1, port2]) port.close();
      if (given === undefined) Reflect.deleteProperty(globalThis, "parent");
      else Object.defineProperty(globalThis, "parent", given);
    }
  });
});
