/** What a container seals beside the card: records of its other fields, and those that the page names. */
import { compactDecrypt, exportSPKI, generateKeyPair } from "jose";
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { CollectElementOptions } from "../../sdk/elements/options.ts";
import { specOf } from "../../sdk/elements/spec.ts";
import type { SealOptions } from "../../sdk/wire/elements.ts";
import type { SealedCard } from "../../sdk/wire/sealed.ts";
import { sealGroup } from "./seal_group.ts";
import { hubWith } from "../testing/hub_with.ts";

describe("what a container seals", () => {
  async function sealed(
    fields: readonly (readonly [CollectElementOptions, text: string])[],
    options: SealOptions = { tokens: true },
  ): Promise<Partial<SealedCard>> {
    const hub = hubWith(...fields.map(([made, text]) => [specOf(made, { warn: () => {} }), text] as const));
    const { publicKey, privateKey } = await generateKeyPair("RSA-OAEP-256", { extractable: true });
    const spki = (await exportSPKI(publicKey)).replace(/-----.*?-----|\s/g, "");
    const result = await sealGroup(hub, options, { publicKey: spki, keyId: "k1" });
    const jwe = result.type === "sealed" ? result.encryptedData : "";
    return JSON.parse(new TextDecoder().decode((await compactDecrypt(jwe, privateKey)).plaintext));
  }
  const people = (name: string, skyflowID?: string): CollectElementOptions => ({
    type: "INPUT_FIELD",
    name,
    table: "people",
    ...(skyflowID === undefined ? {} : { skyflowID }),
  });

  it("S-VALID-12, S-VAULT-02: fields of a table are one record, and one for each record that they name by skyflowID", async () => {
    const { records } = await sealed([
      [people("city"), "Oslo"],
      [people("email", "one"), "ada@example.test"],
      [people("street"), "Main Street 1"],
      [people("phone", "two"), "5550100"],
      [people("age", "one"), "36"],
      [people("note", "three"), ""],
      [{ type: "INPUT_FIELD", name: "vat", table: "firms", skyflowID: "one" }, "DE1"],
    ]);
    assertEquals(records, [
      { table: "people", fields: { city: "Oslo", street: "Main Street 1" } },
      { table: "people", fields: { skyflowID: "one", email: "ada@example.test", age: "36" } },
      { table: "people", fields: { skyflowID: "two", phone: "5550100" } },
      { table: "firms", fields: { skyflowID: "one", vat: "DE1" } },
    ]);
  });
  it("a card field is part of no record, and what nothing was said about is left out", async () => {
    const options = { tokens: false, records: JSON.stringify([{ table: "people", fields: { age: 36 } }]) };
    const number = { type: "CARD_NUMBER", skyflowID: "one" } as const;
    assertEquals(await sealed([[number, "4929 1837 5602 1238"]], options), {
      cardNumber: "4929183756021238",
      tokens: false,
      records: [{ table: "people", fields: { age: 36 } }],
    });
    assertEquals(await sealed([[{ type: "CARDHOLDER_NAME" }, " Ada Test "]]), { holderName: "Ada Test", tokens: true });
  });
});
