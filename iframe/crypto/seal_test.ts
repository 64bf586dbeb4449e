/** Only the vault's key opens a sealed card. */
import { compactDecrypt, exportSPKI, generateKeyPair } from "jose";
import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { SealedCard } from "../../sdk/wire/sealed.ts";
import { collect } from "../controller/collect.ts";
import { skewOf } from "../frame_document.ts";
import { seal } from "./seal.ts";

async function keyPair() {
  const { publicKey, privateKey } = await generateKeyPair("RSA-OAEP-256", { extractable: true });
  return { publicKey: (await exportSPKI(publicKey)).replace(/-----.*?-----|\s/g, ""), privateKey };
}

async function open(jwe: string, privateKey: CryptoKey) {
  const { plaintext, protectedHeader } = await compactDecrypt(jwe, privateKey);
  const card: unknown = JSON.parse(new TextDecoder().decode(plaintext));
  return { card, protectedHeader };
}

const CARD: SealedCard = {
  cardNumber: "4929183756021230",
  holderName: "Ada Ünïcode 李",
  expiryMonth: "12",
  expiryYear: "2039",
  securityCode: "123",
};

describe("sealing", () => {
  it("S-VAULT-03: opens with the vault's private key to exactly what was typed", async () => {
    const { publicKey, privateKey } = await keyPair();
    const { card, protectedHeader } = await open(await seal(CARD, { publicKey, keyId: "k1" }), privateKey);
    assertEquals(card, CARD);
    const { alg, enc, kid, iat, jti, ...rest } = protectedHeader;
    assertEquals([alg, enc, kid, typeof iat, typeof jti, rest], [
      "RSA-OAEP-256",
      "A256CBC-HS512",
      "k1",
      "number",
      "string",
      {},
    ]);
  });
  it("does not open with another key, nor after one character of it was changed", async () => {
    const { publicKey, privateKey } = await keyPair();
    const jwe = await seal(CARD, { publicKey, keyId: "k1" });
    await assertRejects(async () => await open(jwe, (await keyPair()).privateKey));
    const parts = jwe.split(".");
    for (const index of [1, 2, 3, 4]) {
      const part = parts[index] ?? "";
      const changed = (part.startsWith("A") ? "B" : "A") + part.slice(1);
      await assertRejects(() => open(parts.with(index, changed).join("."), privateKey), Error, "");
    }
  });
  it("S-VAULT-03: leaves neither a key nor the card in memory that it handed to the browser, even when it fails", async () => {
    const { publicKey } = await keyPair();
    const handed: Uint8Array[] = [];
    const keep = (data: unknown) => {
      if (data instanceof Uint8Array && data.length > 16) handed.push(data);
    };
    const { importKey, encrypt } = crypto.subtle;
    const spied = {
      importKey: (...args: Parameters<typeof importKey>) => {
        if (args[0] === ("raw" as string)) keep(args[1]);
        return importKey.apply(crypto.subtle, args);
      },
      encrypt: (...args: Parameters<typeof encrypt>) => {
        keep(args[2]);
        return encrypt.apply(crypto.subtle, args);
      },
    };
    Object.assign(crypto.subtle, spied);
    try {
      await seal(CARD, { publicKey, keyId: "k" });
      assertEquals(handed.length, 4);
      await assertRejects(() => seal(CARD, { publicKey: "AAAA", keyId: "k" }));
    } finally {
      Object.assign(crypto.subtle, { importKey, encrypt });
    }
    assertEquals(handed.flatMap((bytes) => [...bytes]).filter((byte) => byte !== 0), []);
  });
  it("two sealed texts of the same card have nothing in common", async () => {
    const { publicKey } = await keyPair();
    const [first = [], second = []] = [
      await seal(CARD, { publicKey, keyId: "k" }),
      await seal(CARD, { publicKey, keyId: "k" }),
    ]
      .map((jwe) => jwe.split("."));
    for (let index = 0; index < 5; index++) assertNotEquals(first[index], second[index]);
  });
});

describe("collecting", () => {
  const texts = {
    CARD_NUMBER: "4929 1837 5602 1238",
    EXPIRATION_MONTH: "1",
    EXPIRATION_YEAR: "2039",
    CVV: "123",
    CARDHOLDER_NAME: " Ada Lovelace ",
  };
  it("returns the sealed card and nothing else", async () => {
    const { publicKey, privateKey } = await keyPair();
    const result = await collect(texts, { key: { publicKey, keyId: "k1" }, holderReference: "h1" });
    if (result.type !== "sealed") throw new Error(`got ${result.type}`);
    assertEquals(Object.keys(result), ["type", "encryptedData"]);
    const { card } = await open(result.encryptedData, privateKey);
    assertEquals(card, {
      cardNumber: "4929183756021238",
      expiryMonth: "01",
      expiryYear: "2039",
      securityCode: "123",
      holderName: "Ada Lovelace",
      holderReference: "h1",
    });
  });
  it("SECURITY X8: names the execution, and the time of sealing by the server's clock", async () => {
    const { publicKey, privateKey } = await keyPair();
    const nowMs = Date.now();
    for (const [servedMs, skewMs] of [[nowMs - 4 * 60_000, 0], [nowMs + 7 * 86_400_000, 7 * 86_400_000]] as const) {
      const key = { publicKey, keyId: "k", skewMs: skewOf(servedMs, nowMs) };
      const result = await collect(texts, { key, execution: "e1" });
      if (result.type !== "sealed") throw new Error(`got ${result.type}`);
      const { card, protectedHeader } = await open(result.encryptedData, privateKey);
      assertEquals(Reflect.get(Object(card), "execution"), "e1");
      assert(Math.abs(Number(protectedHeader.iat) - (nowMs + skewMs) / 1000) < 60, `${protectedHeader.iat}`);
    }
  });
  it("a number without an expiry is not sealed", async () => {
    const { publicKey } = await keyPair();
    const { EXPIRATION_MONTH: _month, ...others } = texts;
    assertEquals(await collect(others, { key: { publicKey, keyId: "k" } }), { type: "invalid" });
  });
  it("a key that cannot seal reveals nothing", async () => {
    assertEquals(await collect(texts, { key: { publicKey: "AAAA", keyId: "k" } }), { type: "sealing" });
  });
});
