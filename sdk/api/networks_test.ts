/** The networks of a co-badged card: when a look-up is conclusive, and how a network is named to the merchant. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { type BinLookup, MAX_DIGITS } from "./bin.ts";
import { cardSchemeOf, networksOf } from "./networks.ts";

const BIN = "40355010";

describe("the networks of a card", () => {
  const found = (networks: unknown) => networksOf(BIN, (bin) => Promise.resolve({ bin, networks } as BinLookup));

  it("two or more are a choice; one, none, and a failed look-up are not", async () => {
    assertEquals(await found(["cartesbancaires", "visa"]), ["cartesbancaires", "visa"]);
    assertEquals(await found(["visa"]), []);
    assertEquals(await found([]), []);
    assertEquals(await networksOf(BIN, () => Promise.resolve(undefined)), []);
  });

  it("what the service sent is checked: only texts count", async () => {
    assertEquals(await found(["visa", 1, null, "mada"]), ["visa", "mada"]);
    assertEquals(await found(["visa", 1]), []);
    assertEquals(await found("visa mada"), []);
  });

  it("looks nothing up before the first eight digits are typed", async () => {
    const asked: string[] = [];
    const lookUp = (bin: string) => {
      asked.push(bin);
      return Promise.resolve({ bin, networks: ["visa", "mada"] });
    };
    assertEquals(await networksOf(BIN.slice(0, MAX_DIGITS - 1), lookUp), []);
    assertEquals(asked, []);
    assertEquals(await networksOf(BIN, lookUp), ["visa", "mada"]);
    assertEquals(asked, [BIN]);
  });

  it("a network has its own spelling or a capital, and is selected only when the shopper chose it", () => {
    const row = (code: string, name: string, selected: boolean) => ({ code, name, selected });
    assertEquals(cardSchemeOf("cartesbancaires"), row("cartesbancaires", "Cartes Bancaires", false));
    assertEquals(cardSchemeOf("mada"), row("mada", "mada", false));
    assertEquals(cardSchemeOf("visa", true), row("visa", "Visa", true));
    assertEquals(cardSchemeOf("visa", false), row("visa", "Visa", false));
  });
});
