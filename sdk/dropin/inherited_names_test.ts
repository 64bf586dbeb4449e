/** Properties that every object inherits are neither methods, networks nor options (SECURITY S7). */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { cardSchemeOf } from "../api/networks.ts";
import { isListed } from "../session/stored_instruments.ts";
import { merge } from "../core/merge.ts";
import { own } from "../wire/own.ts";
import { methodOptions } from "./offered_options.ts";
import { walletOf } from "./wallets.ts";

type Asked = Parameters<typeof walletOf>;
type Stored = Parameters<typeof isListed>[0];

it("SECURITY S7: inherited names such as constructor are not a method, network, option or entry", () => {
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"]) {
    assertEquals(own({}, name), undefined);
    assertEquals(cardSchemeOf(name).name, name.charAt(0).toUpperCase() + name.slice(1));
    const stored = (status: Stored["status"]) => ({ paymentMethod: name, status }) as Stored;
    assertEquals([isListed(stored("enabled")), isListed(stored("disabled"))], [true, false]);
    assertEquals(walletOf({ paymentMethodCode: name } as Asked[0], {} as Asked[1]), undefined);
    assertEquals(methodOptions({ paymentMethodsConfiguration: {} }, name), {});
  }
});

it("SECURITY S7: settings that are merged take over no prototype, at any depth", () => {
  const hostile = JSON.parse(
    '{"__proto__":{"polluted":1},"inner":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}',
  );
  const below: readonly ({ readonly inner?: object } | undefined)[] = [undefined, {}, { inner: {} }, {
    inner: { constructor: {} },
  }];
  for (const into of below) {
    const merged = Object(merge(into, hostile));
    for (const part of [merged, merged.inner, {}]) {
      assertEquals([part.polluted, Object.getPrototypeOf(part)], [undefined, Object.prototype]);
      // Deno has no accessor of this name; in a browser, writing the key would replace the prototype.
      if (part === merged || into?.inner !== undefined) assertEquals(Object.hasOwn(part, "__proto__"), false);
    }
  }
});
