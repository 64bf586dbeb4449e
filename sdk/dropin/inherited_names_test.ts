/** Properties that every object inherits are neither methods, networks nor options (SECURITY S7). */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { cardSchemeOf } from "../api/networks.ts";
import { isListed } from "../session/stored_instruments.ts";
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
