import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { base64url, compactDecrypt, CompactEncrypt, generateKeyPair, importSPKI } from "jose";
import { fullCard, sealCard } from "../../../../tests/support/payments/pay_by_card.ts";
import {
  cardBody,
  faultOf,
  pay,
  send,
  type Session,
  start,
} from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { MAX_SEAL_CHARS } from "../context/constants.ts";
import { openNumber, sealNumber } from "./at_rest.ts";
import { addDataKey, loadVaultKeys } from "../keys/keys.ts";
import { OVERLAP_MS, rotateSealingKey } from "../keys/rotate.ts";

const NUMBER = "5555341244441115";

describe("vault", () => {
  let fixture: PaymentsFixture;
  let session: Session;
  beforeEach(async () => {
    fixture = await openPaymentsFixture();
    session = await start(fixture);
  });
  afterEach(() => fixture.close());

  const authorizeSealed = async (encryptedData: string, at: Session = session) => {
    const body = await cardBody(at, NUMBER);
    const [item] = body.paymentComposition;
    return await send(fixture, `/client/executions/${at.id}/authorize`, {
      token: at.token,
      key: crypto.randomUUID(),
      body: { ...body, paymentComposition: [{ ...item, paymentInstrumentData: { encryptedData } }] },
    });
  };

  async function attacks(): Promise<Readonly<Record<string, string>>> {
    const publicKey = session.config.vaultConfiguration.encryptionPublicKey;
    const spki = await importSPKI(
      `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----`,
      "RSA-OAEP-256",
      {
        extractable: true,
      },
    );
    const card = new TextEncoder().encode(JSON.stringify(fullCard({ cardNumber: NUMBER })));
    const sealWith = (
      header: { alg: string; enc: string; [name: string]: unknown },
      key: unknown = spki,
      plain = card,
    ) => new CompactEncrypt(plain).setProtectedHeader(header).encrypt(key as Uint8Array, { crit: { strange: true } });
    const good = await sealCard({ publicKey }, { cardNumber: NUMBER });
    const [header = "", key = "", iv = "", text = "", tag = ""] = good.split(".");
    const headed = (value: unknown) => [base64url.encode(JSON.stringify(value)), key, iv, text, tag].join(".");
    const stranger = await generateKeyPair("RSA-OAEP-256");
    const parts = { alg: "RSA-OAEP-256", enc: "A256CBC-HS512" };
    return {
      none: headed({ alg: "none", enc: "A256CBC-HS512" }),
      dir: await sealWith({ alg: "dir", enc: "A256GCM" }, new Uint8Array(32)),
      "a password with 2^31 rounds": headed({ alg: "PBES2-HS256+A128KW", enc: "A256GCM", p2c: 2 ** 31, p2s: "AAAA" }),
      "RSA-OAEP with SHA-1": headed({ alg: "RSA-OAEP", enc: "A256CBC-HS512" }),
      "another content cipher": await sealWith({ alg: "RSA-OAEP-256", enc: "A128GCM" }),
      "a shorter content key": await sealWith({ alg: "RSA-OAEP-256", enc: "A128CBC-HS256" }),
      "a content key of 192 bits": await sealWith({ alg: "RSA-OAEP-256", enc: "A192GCM" }),
      compressed: headed({ ...parts, zip: "DEF" }),
      "an unknown critical header": await sealWith({ ...parts, crit: ["strange"], strange: 1 }),
      "a header that is not allowed": await sealWith({ ...parts, cty: "JWT" }),
      "another key id": await sealWith({ ...parts, kid: "another" }),
      "another vault's key": await sealWith(parts, stranger.publicKey),
      "swapped parts": [header, key, iv, tag, text].join("."),
      "a part too few": [header, key, iv, text].join("."),
      "a valid seal of more than 8 KB": await sealWith(parts, spki, padded(MAX_SEAL_CHARS)),
      "a flipped bit": [header, key, iv, text.replace(/^./, (char) => (char === "A" ? "B" : "A")), tag].join("."),
      "no JSON": await sealWith(parts, spki, new TextEncoder().encode("4242")),
      "another shape": await sealWith(parts, spki, new TextEncoder().encode('{"cardNumber":4242424242424242}')),
      empty: "",
    };
  }
  /** The card followed by spaces: JSON may end with them, so nothing but its length is wrong. */
  const padded = (bytes: number) =>
    new TextEncoder().encode(JSON.stringify(fullCard({ cardNumber: NUMBER })).padEnd(bytes));

  it("SECURITY M4: answers everything that is not a valid seal with the same 400, quickly", async () => {
    const texts = new Set<string>();
    for (const [name, jwe] of Object.entries(await attacks())) {
      const startedMs = performance.now();
      const { status, text } = await authorizeSealed(jwe);
      const tookMs = performance.now() - startedMs;
      assertEquals(status, 400, name);
      // Generous for a busy machine: 2^31 rounds would take many minutes.
      assert(tookMs < 30_000, `${name} took ${tookMs} ms`);
      texts.add(text);
    }
    assertEquals(texts.size, 1);
    assertEquals((await pay(fixture, session, NUMBER)).status, 200);
  });

  it("SECURITY M4: opens A256GCM as well, up to 8 KB", async () => {
    const pem =
      `-----BEGIN PUBLIC KEY-----\n${session.config.vaultConfiguration.encryptionPublicKey}\n-----END PUBLIC KEY-----`;
    // Base64url makes four characters of three bytes; the other parts need less than the rest.
    const plain = padded((MAX_SEAL_CHARS - 600) * 3 / 4);
    const jwe = await new CompactEncrypt(plain).setProtectedHeader({ alg: "RSA-OAEP-256", enc: "A256GCM" })
      .encrypt(await importSPKI(pem, "RSA-OAEP-256"));
    assert(jwe.length > MAX_SEAL_CHARS - 600 && jwe.length <= MAX_SEAL_CHARS, `${jwe.length} characters`);
    assertEquals((await authorizeSealed(jwe)).status, 200);
  });

  it("SECURITY M4: accepts a sealed card once, from one execution", async () => {
    const { publicKey } = { publicKey: session.config.vaultConfiguration.encryptionPublicKey };
    const jwe = await sealCard({ publicKey }, { cardNumber: "4000000000000002" });
    assertEquals((await authorizeSealed(jwe)).status, 200);
    for (const at of [session, await start(fixture)]) {
      const { status, body } = await authorizeSealed(jwe, at);
      assertEquals([status, faultOf(body)], [409, "seal-used"]);
    }
  });

  const publicKeyOf = ({ config }: Session) => config.vaultConfiguration.encryptionPublicKey;
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  /** Other texts that decode to the same or equivalent bytes. */
  function rewritten(jwe: string): Readonly<Record<string, string>> {
    const parts = jwe.split(".");
    const [header = "", key = "", iv = "", text = "", tag = ""] = parts;
    const spare = parts.flatMap((part, index) => {
      const last = alphabet.indexOf(part.at(-1) ?? "");
      if (part.length % 4 === 0) return [];
      const other = parts.with(index, part.slice(0, -1) + alphabet[last ^ 1]);
      return [[`spare bits of part ${index + 1}`, other.join(".")]];
    });
    const longerKey = base64url.encode(new Uint8Array([0, ...base64url.decode(key)]));
    const moved = new Uint8Array([...base64url.decode(text), ...base64url.decode(tag).slice(0, 1)]);
    return {
      ...Object.fromEntries(spare),
      "a zero before the key": [header, longerKey, iv, text, tag].join("."),
      "a border moved": [header, key, iv, base64url.encode(moved), base64url.encode(base64url.decode(tag).slice(1))]
        .join("."),
      padding: [header, key, `${iv}==`, text, tag].join("."),
      "a space": ` ${jwe}`,
      "a line break": `${jwe}\n`,
      "the other alphabet": jwe.replaceAll("-", "+").replaceAll("_", "/"),
      "JSON of it": JSON.stringify({ protected: header, encrypted_key: key, iv, ciphertext: text, tag }),
    };
  }

  for (const enc of ["A256CBC-HS512", "A256GCM"] as const) {
    it(`SECURITY X8: a sealed card (${enc}) is used once, however its bytes are encoded`, async () => {
      const jwe = await sealCard({ publicKey: publicKeyOf(session), enc }, { cardNumber: "4000000000000002" });
      const texts = Object.entries(rewritten(jwe)).filter(([, text]) => text !== jwe);
      assert(texts.length > 9, texts.map(([name]) => name).join());
      for (const [name, text] of texts) {
        assertEquals((await authorizeSealed(text)).status, 400, `${name}, before`);
      }
      assertEquals((await authorizeSealed(jwe)).status, 200);
      for (const [name, text] of [["the same", jwe], ...texts] as const) {
        const { status } = await authorizeSealed(text);
        assert(status === 400 || status === 409, `${name}, after: ${status}`);
      }
    });
  }

  it("SECURITY X8: refuses a card sealed long ago or in the future, and accepts one within minutes", async () => {
    const nowS = fixture.clock.nowMs / 1000;
    const at = async (iat: unknown) => {
      const sealer = { publicKey: publicKeyOf(session), header: { iat } };
      return (await authorizeSealed(await sealCard(sealer, { cardNumber: "4000000000000002" }))).status;
    };
    for (const iat of [nowS - 366 * 86_400, nowS - 15 * 60 - 1, nowS + 5 * 60 + 1, String(nowS), null, 1e300, -1]) {
      assertEquals(await at(iat), 400, String(iat));
    }
    for (const iat of [nowS - 15 * 60, nowS, nowS + 5 * 60]) assertEquals(await at(iat), 200, String(iat));
  });

  it("SECURITY X8: a card sealed for one execution pays and is stored for no other", async () => {
    const other = await start(fixture);
    const sealer = { publicKey: publicKeyOf(session) };
    const foreign = await sealCard(sealer, { cardNumber: NUMBER, execution: other.id });
    assertEquals((await authorizeSealed(foreign)).status, 400);
    const { links, providerConfigId } = session.config.vaultConfiguration;
    const { status } = await send(fixture, links.saveInstrument.href, {
      token: session.token,
      key: crypto.randomUUID(),
      body: {
        holderReference: "holder-1",
        paymentMethod: "card",
        data: { encryptedData: foreign, vaultProviderConfigId: providerConfigId },
      },
    });
    assertEquals(status, 400);
    assertEquals((await authorizeSealed(foreign, other)).status, 200);
    const own = await sealCard(sealer, { cardNumber: NUMBER, execution: session.id });
    assertEquals((await authorizeSealed(own)).status, 200);
  });

  describe("what a seal may leave out", () => {
    /** As the published encryption library writes it: two header parameters, and what the caller adds to the card. */
    const sealPublished = async (at: Session, added: Readonly<Record<string, unknown>>, header = {}) => {
      const pem = `-----BEGIN PUBLIC KEY-----\n${publicKeyOf(at)}\n-----END PUBLIC KEY-----`;
      const plain = JSON.stringify({ ...fullCard({ cardNumber: NUMBER }), ...added });
      return await new CompactEncrypt(new TextEncoder().encode(plain))
        .setProtectedHeader({ alg: "RSA-OAEP-256", enc: "A256CBC-HS512", ...header })
        .encrypt(await importSPKI(pem, "RSA-OAEP-256"));
    };
    const save = async (encryptedData: string, at: Session) => {
      const { links, providerConfigId } = at.config.vaultConfiguration;
      const body = {
        holderReference: "holder-1",
        paymentMethod: "card",
        data: { encryptedData, vaultProviderConfigId: providerConfigId },
      };
      return await send(fixture, links.saveInstrument.href, { token: at.token, key: crypto.randomUUID(), body });
    };

    /** Pays with a card of the holder, whose security code the page asked for again. */
    const payStored = async (encryptedData: string, at: Session) => {
      const { body: stored } = await pay(fixture, await start(fixture), NUMBER, { storeInstrument: true });
      const { amount, vaultConfiguration } = at.config;
      const item = {
        paymentMethodCode: "card",
        integrationType: "api",
        amount,
        paymentInstrumentId: stored.paymentInstrumentId,
        paymentInstrumentData: { encryptedData, vaultProviderConfigId: vaultConfiguration.providerConfigId },
      };
      const body = { amount, paymentComposition: [item] };
      const path = `/client/executions/${at.id}/authorize`;
      return await send(fixture, path, { token: at.token, key: crypto.randomUUID(), body });
    };

    const uses = [["paying", authorizeSealed], ["storing", save], ["a stored card's code", payStored]] as const;
    for (const [act, bring] of uses) {
      it(`SECURITY X8: ${act} takes a seal without a time, a holder or an execution, and refuses each that is wrong`, async () => {
        const other = await start(fixture);
        const nowS = Math.floor(fixture.clock.nowMs / 1_000);
        const times = { "no time": {}, "a time": { iat: nowS }, "a late time": { iat: nowS - 3_600 } };
        const holders = {
          "no holder": {},
          "the holder": { holderReference: "holder-1" },
          "another holder": { holderReference: "holder-2" },
        };
        const executions = { "no execution": undefined, "the execution": "own", "another execution": other.id };
        for (const [time, header] of Object.entries(times)) {
          for (const [holder, bound] of Object.entries(holders)) {
            for (const [named, id] of Object.entries(executions)) {
              const at = await start(fixture);
              const execution = id === "own" ? at.id : id;
              const { status, body } = await bring(await sealPublished(at, { ...bound, execution }, header), at);
              const name = `${time}, ${holder}, ${named}`;
              const expected = /late|another/.test(name) ? "seal-invalid" : "taken";
              assertEquals(status < 300 ? "taken" : faultOf(body), expected, name);
            }
          }
        }
      });
    }

    it("SECURITY X8, M4: a seal that names nothing belongs permanently to the execution that uses it first", async () => {
      const other = await start(fixture);
      const jwe = await sealPublished(session, {});
      assertEquals((await authorizeSealed(jwe)).status, 200);
      // Whatever the service deletes meanwhile, it remembers the seal for longer than its keys live.
      fixture.clock.nowMs += OVERLAP_MS + 86_400_000;
      await fixture.work();
      const nextDay = await start(fixture);
      const replays = [[nextDay, authorizeSealed], [nextDay, save], [nextDay, payStored]] as const;
      for (const [at, bring] of [[other, save], ...replays] as const) {
        const { status, body } = await bring(jwe, at);
        if (at === other) assertEquals(status, 401);
        else assertEquals([status, faultOf(body)], [409, "seal-used"]);
      }
    });
  });

  it("refuses a card sealed for another holder", async () => {
    const { publicKey } = { publicKey: session.config.vaultConfiguration.encryptionPublicKey };
    const foreign = await sealCard({ publicKey }, { cardNumber: NUMBER, holderReference: "holder-2" });
    assertEquals((await authorizeSealed(foreign)).status, 400);
    const own = await sealCard({ publicKey }, { cardNumber: NUMBER, holderReference: "holder-1" });
    assertEquals((await authorizeSealed(own)).status, 200);
  });

  it("publishes in init the key of the frame document, of at least 2048 bits", async () => {
    const { vaultId, encryptionPublicKey } = session.config.vaultConfiguration;
    const { status, body } = await send(fixture, `/vault/${vaultId}/frame-document`);
    assertEquals(status, 200);
    assertEquals(String(body.publicKey), encryptionPublicKey);
    assertEquals<unknown>([body.vaultId, body.environment, body.parents], [vaultId, "TEST", ["http://localhost:*"]]);
    const keys = await loadVaultKeys(fixture.settings.keysDir);
    assertEquals(String(body.keyId), keys.sealing[0].keyId);
    assert(atob(encryptionPublicKey).length >= 294, "an RSA key of 2048 bits has 294 bytes of SPKI");
    const sealed = await sealCard({ publicKey: encryptionPublicKey }, { cardNumber: NUMBER });
    await compactDecrypt(sealed, keys.sealing[0].privateKey);
    assertEquals((await send(fixture, "/vault/00000000-0000-5000-a000-000000000000/frame-document")).status, 404);
  });

  it("opens cards sealed before a key rotation, and seals for the new key", async () => {
    const { encryptionPublicKey: before } = session.config.vaultConfiguration;
    const [named] = (await loadVaultKeys(fixture.settings.keysDir)).sealing;
    const early = await sealCard({ publicKey: before, keyId: named.keyId }, { cardNumber: NUMBER });
    const unnamed = await sealCard({ publicKey: before }, { cardNumber: NUMBER });
    assertEquals(await rotateSealingKey(fixture.settings.keysDir, fixture.clock.nowMs), 2);
    const next = await fixture.restart();
    for (const encryptedData of [early, unnamed]) {
      const paid = await start(next);
      assert(paid.config.vaultConfiguration.encryptionPublicKey !== before);
      const body = await cardBody(paid, NUMBER);
      const item = { ...body.paymentComposition[0], paymentInstrumentData: { encryptedData } };
      const path = `/client/executions/${paid.id}/authorize`;
      const options = { token: paid.token, key: "k", body: { ...body, paymentComposition: [item] } };
      assertEquals((await send(next, path, options)).status, 200);
    }
    assertEquals((await pay(next, await start(next), NUMBER)).status, 200);
  });

  it("rotates the key while servers run: new sessions use the new key, and a server that has not loaded it yet opens it", async () => {
    const { encryptionPublicKey: before } = session.config.vaultConfiguration;
    const other = await fixture.restart();
    await rotateSealingKey(fixture.settings.keysDir, fixture.clock.nowMs);
    await other.work();
    const elsewhere = await start(other);
    const { encryptionPublicKey: after } = elsewhere.config.vaultConfiguration;
    assert(after !== before);
    const here = await start(fixture);
    assertEquals(here.config.vaultConfiguration.encryptionPublicKey, before);
    assertEquals((await pay(fixture, elsewhere, NUMBER)).status, 200);
    assertEquals((await start(fixture)).config.vaultConfiguration.encryptionPublicKey, after);
    assertEquals((await pay(fixture, here, NUMBER)).status, 200);
  });

  it("drops a key when the overlap is over, and keeps the file readable only by its owner", async () => {
    const { keysDir } = fixture.settings;
    assertEquals(await rotateSealingKey(keysDir, 1_000), 2);
    assertEquals(await rotateSealingKey(keysDir, 1_000 + OVERLAP_MS), 2);
    assertEquals(((await Deno.stat(`${keysDir}/payments_sealing.json`)).mode ?? 0) & 0o777, 0o600);
  });

  it("keeps keys in files only their owner can read, and the same ones over a restart", async () => {
    const before = (await start(fixture)).config.vaultConfiguration;
    for await (const file of Deno.readDir(fixture.settings.keysDir)) {
      const { mode } = await Deno.stat(`${fixture.settings.keysDir}/${file.name}`);
      assertEquals((mode ?? 0) & 0o777, 0o600, file.name);
    }
    const after = (await start(await fixture.restart())).config.vaultConfiguration;
    assertEquals([after.encryptionPublicKey, after.vaultId], [before.encryptionPublicKey, before.vaultId]);
  });

  it("SECURITY M5: the same number has another nonce in every record, and opens only in its own record", async () => {
    const keys = await loadVaultKeys(fixture.settings.keysDir);
    const records = ["one", "two", "three"];
    const sealed = await Promise.all(records.map((id) => sealNumber(keys, NUMBER, id)));
    const parts = sealed.flatMap((text) => text.split(".").slice(1));
    assertEquals(new Set(parts).size, 2 * records.length);
    assertEquals(await openNumber(keys, sealed[0] ?? "", "one"), NUMBER);
    await assertRejects(() => openNumber(keys, sealed[0] ?? "", "two"));
  });

  it("stored numbers name their key: a new one encrypts, the old one opens, a running server loads the new one", async () => {
    const { keysDir } = fixture.settings;
    const running = await loadVaultKeys(keysDir);
    const idOf = (sealed: string) => sealed.split(".")[0];
    const old = await sealNumber(running, NUMBER, "one");
    assertEquals(await addDataKey(keysDir, 0), 2);
    const restarted = await loadVaultKeys(keysDir);
    const fresh = await sealNumber(restarted, NUMBER, "two");
    assert(idOf(fresh) !== idOf(old));
    assertEquals(await openNumber(restarted, old, "one"), NUMBER);
    assertEquals(await openNumber(restarted, old.split(".").slice(1).join("."), "one"), NUMBER);
    assertEquals(await openNumber(running, fresh, "two"), NUMBER);
    assertEquals(idOf(await sealNumber(running, NUMBER, "three")), idOf(fresh));
    await assertRejects(
      () => openNumber(running, `0123456789abcdef${fresh.slice(16)}`, "two"),
      TypeError,
      "0123456789",
    );
  });

  it("a data file from before keys had ids opens what it encrypted, and gets new keys", async () => {
    const dir = await Deno.makeTempDir();
    try {
      const first = await loadVaultKeys(dir);
      const sealed = await sealNumber(first, NUMBER, "one");
      const path = `${dir}/payments_data.json`;
      const data = JSON.parse(await Deno.readTextFile(path));
      await Deno.writeTextFile(path, JSON.stringify({ ...data, numbers: data.numbers[0] }));
      assertEquals(await openNumber(await loadVaultKeys(dir), sealed, "one"), NUMBER);
      assertEquals(await addDataKey(dir, 0), 2);
      assertEquals(await openNumber(await loadVaultKeys(dir), sealed, "one"), NUMBER);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  });
});
