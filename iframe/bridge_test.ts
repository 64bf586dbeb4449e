/** Which hello messages open the channel between a page and the card frame. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { awaitParent, isParentOrigin } from "./bridge.ts";

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
        { origin: "https://shop.test.evil.test" },
        { origin: "https://shop.test:8443" },
        { origin: "http://shop.test" },
        { origin: "https://evil-shop.test" },
        { origin: "https://sub.shop.test" },
        { origin: "" },
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

  it("SECURITY I2: an entry for any port is one host over one protocol, and an empty list allows no page", () => {
    const parents = ["http://localhost:*", PARENT];
    for (const origin of ["http://localhost", "http://localhost:1", "http://localhost:65535", PARENT]) {
      assertEquals(isParentOrigin(origin, parents), true, origin);
      assertEquals(isParentOrigin(origin, []), false, origin);
    }
    const others = [
      "https://localhost:1",
      "http://localhost.evil.test:1",
      "http://localhost:evil.test",
      "http://localhostx:1",
    ]
      .concat([
        "http://evil.test:1",
        "http://127.0.0.1:1",
        "http://localhost:",
        "null",
        "",
        "*",
        "https://shop.test:1",
      ]);
    for (const origin of others) assertEquals(isParentOrigin(origin, parents), false, origin);
  });
});
