import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { sealCard, type TestCard } from "../../../../tests/support/payments/pay_by_card.ts";
import {
  act,
  codesOf,
  faultOf,
  type Json,
  pay,
  readAsMerchant,
  send,
  type Session,
  start,
} from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";

const VISA = "4242424242424242";

describe("instruments", () => {
  let fixture: PaymentsFixture;
  beforeEach(async () => {
    fixture = await openPaymentsFixture();
  });
  afterEach(() => fixture.close());

  const list = async ({ merchant }: Session, holder = "holder-1"): Promise<readonly Json[]> => {
    const { body } = await send(fixture, `/merchant/holders/${holder}/instruments`, { token: merchant });
    return Array.isArray(body.results) ? body.results : [];
  };

  const save = async (session: Session, card: TestCard, overrides: Readonly<Record<string, unknown>> = {}) => {
    const { encryptionPublicKey, links, providerConfigId } = session.config.vaultConfiguration;
    const encryptedData = await sealCard({ publicKey: encryptionPublicKey }, card);
    return await send(fixture, links.saveInstrument.href, {
      token: session.token,
      key: crypto.randomUUID(),
      body: {
        holderReference: "holder-1",
        paymentMethod: "card",
        storeInstrument: true,
        futureUsage: "CardOnFile",
        data: { encryptedData, vaultProviderConfigId: providerConfigId },
        ...overrides,
      },
    });
  };

  it("are changed 200 times in one session, whose answers are kept; a repeat of a change counts as none", async () => {
    const session = await start(fixture);
    const id = String((await save(session, { cardNumber: VISA })).body.id);
    const change = (key: string) =>
      send(fixture, `/client/instruments/${id}`, {
        method: "PATCH",
        token: session.token,
        key,
        body: { default: true },
      });
    for (let at = 0; at < 200; at++) assertEquals((await change(`change-${at}`)).status, 200);
    assertEquals((await change("change-7")).headers.get("idempotent-replayed"), "true");
    for (let at = 200; at < 300; at++) {
      const refused = await change(`change-${at}`);
      assertEquals([refused.status, faultOf(refused.body)], [429, "too-many-updates"]);
    }
    const kept = await fixture.db.selectFrom("pay_idempotency").select("key").where("key", "like", "change-%")
      .execute();
    assertEquals(kept.length, 200);
    fixture.clock.nowMs += 30 * 60_000;
    const later = await start(fixture);
    const again = { method: "PATCH", token: later.token, key: "later", body: { default: true } };
    assertEquals((await send(fixture, `/client/instruments/${id}`, again)).status, 200);
  });

  const payStored = (session: Session, id: string, more: Readonly<Record<string, unknown>> = {}) =>
    send(fixture, `/client/executions/${session.id}/authorize`, {
      token: session.token,
      key: crypto.randomUUID(),
      body: {
        amount: session.config.amount,
        paymentComposition: [{
          paymentMethodCode: "card",
          integrationType: "api",
          amount: session.config.amount,
          paymentInstrumentId: id,
          ...more,
        }],
      },
    });

  it("stores a card only when requested, and never twice for one holder", async () => {
    const first = await start(fixture);
    assertEquals((await pay(fixture, first, VISA)).body.paymentInstrumentId, undefined);
    assertEquals((await list(first)).length, 0);
    const { body } = await pay(fixture, await start(fixture), VISA, { storeInstrument: true });
    const id = String(body.paymentInstrumentId);
    assertMatch(id, /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const again = await pay(fixture, await start(fixture), { cardNumber: VISA, expiryYear: "41" }, {
      storeInstrument: true,
    });
    assertEquals(String(again.body.paymentInstrumentId), id);
    const [listed, ...others] = await list(first);
    assertEquals([listed?.id, String(listed?.data?.expiryYear), others.length], [
      again.body.paymentInstrumentId,
      "2041",
      0,
    ]);
  });

  it("S-INSTR-04: init lists a stored card with display name, method, status, BIN, network and issuer country", async () => {
    await pay(fixture, await start(fixture), VISA, { storeInstrument: true });
    fixture.clock.nowMs += 1;
    await pay(fixture, await start(fixture), "378282246310005", { storeInstrument: true });
    const { config } = await start(fixture);
    const options = config.execution.initialResults[0]?.body.data?.paymentCompositionOptions ?? [];
    const [visa, amex] = options.find(({ paymentMethodCode }) => paymentMethodCode === "card")?.paymentInstruments ??
      [];
    assertEquals([visa?.displayName, visa?.paymentMethod, visa?.status], ["Visa •••• 4242", "card", "enabled"]);
    assertEquals([visa?.data.bin, visa?.data.network, visa?.data.suffix], ["42424242", "visa", "4242"]);
    assertEquals(visa?.data.binLookup?.issuerCountry?.code, "US");
    assertEquals([amex?.data.bin, amex?.displayName], ["378282", "American Express •••• 0005"]);
    assertEquals(options.filter(({ paymentInstruments }) => paymentInstruments.length > 0).length, 1);
  });

  it("pays with a stored card from the page and from the merchant's server", async () => {
    const stored = await pay(fixture, await start(fixture), VISA, { storeInstrument: true });
    const id = String(stored.body.paymentInstrumentId);
    const session = await start(fixture);
    const paid = await payStored(session, id);
    assertEquals([String(paid.body.finalState?.code), paid.body.paymentInstrumentId], [
      "authorizeSuccessful",
      stored.body.paymentInstrumentId,
    ]);
    const renewal = await start(fixture);
    const body = {
      amount: renewal.config.amount,
      paymentComposition: [{ paymentMethodCode: "card", integrationType: "api", paymentInstrumentId: id }],
      meta: { CIT: false },
    };
    const { status, body: answer } = await act(fixture, renewal, "authorize", body);
    assertEquals([status, String(answer.finalState?.code)], [200, "authorizeSuccessful"]);
    assertEquals<unknown>((await readAsMerchant(fixture, renewal)).paymentInstrumentId, id);
  });

  it("approves 4000 0000 0000 0341 the first time and declines every renewal", async () => {
    const stored = await pay(fixture, await start(fixture), "4000000000000341", { storeInstrument: true });
    const id = String(stored.body.paymentInstrumentId);
    for (const [CIT, code] of [[false, "authorizeFailed"], [true, "authorizeSuccessful"]] as const) {
      const session = await start(fixture);
      const item = { paymentMethodCode: "card", integrationType: "api", paymentInstrumentId: id };
      const { body } = await act(fixture, session, "authorize", {
        amount: session.config.amount,
        paymentComposition: [item],
        meta: { CIT },
      });
      assertEquals(String(body.finalState?.code), code);
    }
    assertEquals((await list(await start(fixture))).length, 1);
  });

  it("pays with a stored card as a card only, and on a page only where cards are offered", async () => {
    const { body: stored } = await pay(fixture, await start(fixture), VISA, { storeInstrument: true });
    const withMethods = async (methods: readonly string[], code: string, side: "page" | "merchant") => {
      const session = await start(fixture, { meta: { methods } });
      const { amount } = session.config;
      const item = { paymentMethodCode: code, integrationType: "api", paymentInstrumentId: stored.paymentInstrumentId };
      const body = { amount, paymentComposition: [item] };
      if (side === "merchant") return await act(fixture, session, "authorize", body);
      const options = { token: session.token, key: crypto.randomUUID(), body };
      return await send(fixture, `/client/executions/${session.id}/authorize`, options);
    };
    for (
      const [methods, code, side, status] of [
        [["card", "pix"], "card", "page", 200],
        [["card", "pix"], "pix", "page", 422],
        [["pix"], "card", "page", 422],
        [["pix"], "card", "merchant", 200],
        [["pix"], "pix", "merchant", 422],
      ] as const
    ) assertEquals((await withMethods(methods, code, side)).status, status, `${methods} ${code} ${side}`);
  });

  it("SECURITY M6: treats another holder's or client's instrument as if it did not exist", async () => {
    const stored = await pay(fixture, await start(fixture), VISA, { storeInstrument: true });
    const id = String(stored.body.paymentInstrumentId);
    const other = await start(fixture, { holderReference: "holder-2" });
    const foreign = await start(fixture, {}, { client: "other" });
    for (const session of [other, foreign]) {
      const paid = await payStored(session, id);
      assertEquals([paid.status, faultOf(paid.body)], [404, "not-found"]);
      assertStringIncludes(paid.text, "check the path, and each id in it and in the body");
      for (const method of ["DELETE", "PATCH"]) {
        const answer = await send(fixture, `/client/instruments/${id}`, {
          method,
          token: session.token,
          key: crypto.randomUUID(),
          ...(method === "PATCH" ? { body: { status: "disabled" } } : {}),
        });
        assertEquals(answer.status, 404);
      }
    }
    const renewal = {
      amount: foreign.config.amount,
      paymentComposition: [{ paymentMethodCode: "card", integrationType: "api", paymentInstrumentId: id }],
      meta: { CIT: false },
    };
    for (const session of [other, foreign]) {
      const { status } = await act(fixture, session, "authorize", renewal);
      assertEquals(status, 404);
    }
    assertEquals((await list(await start(fixture))).length, 1);
    assertEquals((await list(foreign)).length, 0);
    // A holder who has the same card gets an own instrument, which says nothing about the first.
    for (const session of [other, foreign]) {
      const own = await pay(fixture, session, { cardNumber: VISA, expiryYear: "41" }, { storeInstrument: true });
      assert(String(own.body.paymentInstrumentId) !== id);
      const listed = await list(session, session === other ? "holder-2" : "holder-1");
      assertEquals(listed.map((row) => row.id), [own.body.paymentInstrumentId]);
    }
    const [first] = await list(await start(fixture));
    assertEquals<unknown>([first?.id, first?.data?.expiryYear], [id, "2039"]);
  });

  it("S-VAULT-11: a card is saved with the save-instrument body at the vault's link, and can pay from then on", async () => {
    const session = await start(fixture, { type: "tokenization" });
    const { status, body } = await save(session, { cardNumber: VISA });
    assertEquals([status, String(body.displayName), String(body.status)], [200, "Visa •••• 4242", "enabled"]);
    assertEquals([String(body.futureUsage), String(body.holderReference)], ["CardOnFile", "holder-1"]);
    assertEquals((await list(session)).length, 1);
    assertEquals((await payStored(await start(fixture), String(body.id))).status, 200);
  });

  it("stores a card for one payment only when storeInstrument is false", async () => {
    const session = await start(fixture);
    const { body } = await save(session, { cardNumber: VISA }, { storeInstrument: false });
    const stored = { method: "PATCH", token: session.token, key: "keep", body: { status: "enabled" } } as const;
    assertEquals((await send(fixture, `/client/instruments/${body.id}`, stored)).status, 404);
    assertEquals((await list(session)).length, 0);
    const paid = await payStored(session, String(body.id));
    assertEquals(String(paid.body.finalState?.code), "authorizeSuccessful");
    assertEquals([(await list(session)).length, (await payStored(await start(fixture), String(body.id))).status], [
      0,
      404,
    ]);
  });

  it("a card for one payment only pays one execution, however many name it at once", async () => {
    const saved = await save(await start(fixture), { cardNumber: VISA }, { storeInstrument: false });
    const sessions = await Promise.all(Array.from({ length: 4 }, () => start(fixture)));
    const answers = await Promise.all(sessions.map((session) => payStored(session, String(saved.body.id))));
    assertEquals(answers.filter(({ status }) => status === 200).length, 1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      assert(["422 composition-invalid", "404 not-found"].includes(`${status} ${faultOf(body)}`), faultOf(body));
    }
    const charges = await fixture.ledger.selectFrom("acq_charges").select("key").execute();
    assertEquals(charges.length, 1);
  });

  it("while a payment with a card for one payment waits for its issuer, no other execution pays with it", async () => {
    const challenged = { cardNumber: "4000002500003155" };
    const { body } = await save(await start(fixture), challenged, { storeInstrument: false });
    const waiting = await payStored(await start(fixture), String(body.id));
    assertEquals([waiting.status, String(waiting.body.actionRequired)], [200, "3ds"]);
    const other = await payStored(await start(fixture), String(body.id));
    assertEquals([other.status, faultOf(other.body)], [422, "composition-invalid"]);
    await pay(fixture, await start(fixture), challenged, { storeInstrument: true });
    const unapproved = await fixture.db.selectFrom("pay_instruments").select("id").where("id", "!=", String(body.id))
      .executeTakeFirstOrThrow();
    const stranger = await payStored(await start(fixture), unapproved.id);
    assertEquals([stranger.status, faultOf(stranger.body)], [422, "composition-invalid"]);
  });

  it("refuses to store for another holder, an invalid card, or without data", async () => {
    const session = await start(fixture);
    assertEquals((await save(session, { cardNumber: VISA }, { holderReference: "holder-2" })).status, 404);
    assertEquals((await save(session, { cardNumber: "4242424242424241" })).status, 422);
    assertEquals((await save(session, { cardNumber: VISA }, { data: {} })).status, 400);
    assertEquals((await list(session)).length, 0);
  });

  it("SECURITY I7: accepts 20 tokenizations in ten minutes, then answers 429 with Retry-After", async () => {
    const session = await start(fixture);
    const statuses: number[] = [];
    for (let count = 0; count < 25; count++) statuses.push((await save(session, { cardNumber: VISA })).status);
    assertEquals(statuses.filter((status) => status === 429).length, 5);
    assertEquals((await save(session, { cardNumber: VISA })).headers.get("retry-after"), "600");
    fixture.clock.nowMs += 10 * 60_000 + 1;
    assertEquals((await save(session, { cardNumber: VISA })).status, 200);
  });

  it("deletes with a JSON answer, erases the number and leaves the card out of init", async () => {
    const stored = await pay(fixture, await start(fixture), VISA, { storeInstrument: true });
    const id = String(stored.body.paymentInstrumentId);
    const session = await start(fixture);
    const href = (session.config.links.instrumentDelete?.href ?? "").replace(":instrumentId", id);
    const { status, body } = await send(fixture, href, { method: "DELETE", token: session.token, key: "gone" });
    assertEquals<unknown>([status, body], [200, { success: true, id }]);
    const repeat = await send(fixture, href, { method: "DELETE", token: session.token, key: "gone" });
    assertEquals<unknown>([repeat.status, repeat.body], [200, body]);
    assertEquals((await send(fixture, href, { method: "DELETE", token: session.token, key: "second" })).status, 404);
    const row = await fixture.db.selectFrom("pay_instruments").selectAll().executeTakeFirstOrThrow();
    assertEquals([row.sealed_number, row.fingerprint, row.live_key, row.status], [null, null, null, "deleted"]);
    assertEquals((await list(session)).length, 0);
    assertEquals((await payStored(session, id)).status, 404);
    const second = await pay(fixture, session, VISA, { storeInstrument: true });
    assert(String(second.body.paymentInstrumentId) !== id);
  });

  it("changes status and default, keeps one default per holder, and refuses to pay with a disabled instrument", async () => {
    const ids: string[] = [];
    for (const number of [VISA, "5555555555554444"]) {
      const { body } = await pay(fixture, await start(fixture), number, { storeInstrument: true });
      ids.push(String(body.paymentInstrumentId));
    }
    const session = await start(fixture);
    const patch = (id: string | undefined, body: unknown) =>
      send(fixture, `/client/instruments/${id}`, {
        method: "PATCH",
        token: session.token,
        key: crypto.randomUUID(),
        body,
      });
    for (const id of ids) assertEquals((await patch(id, { default: true })).status, 200);
    assertEquals<unknown>((await list(session)).map((row) => row.default), [true, false]);
    // A default of another holder of this client, and of the same reference at another client, changes nothing here.
    const others = [
      await start(fixture, { holderReference: "holder-2" }),
      await start(fixture, {}, { client: "other" }),
    ];
    for (const other of others) {
      const { body: own } = await pay(fixture, other, VISA, { storeInstrument: true });
      const changed = await send(fixture, `/client/instruments/${own.paymentInstrumentId}`, {
        method: "PATCH",
        token: other.token,
        key: crypto.randomUUID(),
        body: { default: true },
      });
      assertEquals<unknown>(changed.body.default, true);
    }
    assertEquals<unknown>((await list(session)).map((row) => row.default), [true, false]);
    assertEquals(String((await list(session))[0]?.id), ids[1]);
    await patch(ids[0], { status: "disabled" });
    const off = await payStored(session, ids[0] ?? "");
    assertEquals([off.status, codesOf(off.body)], [422, []]);
    assertEquals((await patch(ids[0], { status: "deleted" })).status, 400);
    assertEquals((await patch(ids[0], { paymentMethod: "payPal" })).status, 400);
    // The published programs name the kinds in lower case.
    await fixture.db.updateTable("pay_instruments").set({ payment_method: "payPal" }).where("id", "=", ids[1] ?? "")
      .execute();
    assertEquals((await patch(ids[1], { paymentMethod: "paypal" })).status, 200);
    assertEquals((await patch(ids[1], { paymentMethod: "card" })).status, 400);
  });

  it("accepts a stored card's security code from the page: of its network's length, once, for its holder", async () => {
    const { body } = await pay(fixture, await start(fixture), VISA, { storeInstrument: true });
    const id = String(body.paymentInstrumentId);
    const session = await start(fixture);
    const { encryptionPublicKey: publicKey, providerConfigId } = session.config.vaultConfiguration;
    const withCode = async (card: Partial<TestCard>) => ({
      paymentInstrumentData: {
        encryptedData: await sealCard({ publicKey }, { cardNumber: VISA, ...card }),
        vaultProviderConfigId: providerConfigId,
      },
    });
    for (
      const [card, fault] of [[{ securityCode: "1234" }, "card-invalid"], [
        { holderReference: "other" },
        "seal-invalid",
      ]] as const
    ) {
      const refused = await payStored(session, id, await withCode(card));
      assertEquals(faultOf(refused.body), fault);
    }
    const good = await withCode({ securityCode: "123" });
    const paid = await payStored(session, id, good);
    assertEquals([paid.status, codesOf(paid.body).includes("authorizeSuccessful")], [200, true]);
    assertEquals(faultOf((await payStored(await start(fixture), id, good)).body), "seal-used");
  });

  it("stores what the provider's encryption library posts in a session of type tokenization", async () => {
    assertEquals(JSON.parse(JSON.stringify((await start(fixture)).config)).tokenization, undefined);
    const session = await start(fixture, { type: "tokenization" });
    const { tokenization } = JSON.parse(JSON.stringify(session.config));
    const encryptedInstrumentDetails = await sealCard({ publicKey: tokenization.publicKey }, { cardNumber: VISA });
    const { href, method } = tokenization.links.tokenize;
    const { status, body } = await send(fixture, href, {
      method,
      token: session.token,
      key: crypto.randomUUID(),
      body: { encryptedInstrumentDetails, id: tokenization.id, holderReference: "holder-1", storeInstrument: true },
    });
    assertEquals<unknown>([status, body.status], [200, "enabled"]);
  });
});
