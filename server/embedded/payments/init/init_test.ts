import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { decodeJwt, SignJWT } from "jose";
import {
  act,
  faultOf,
  initBody,
  merchantToken,
  pay,
  readAsMerchant,
  send,
  start,
} from "../../../../tests/support/payments/payments_calls.ts";
import {
  BASE,
  FRAME,
  openPaymentsFixture,
  PAGE,
  type PaymentsFixture,
} from "../../../../tests/support/payments/payments_fixture.ts";
import { parseInit } from "../../../../tests/support/payments/pay_by_card.ts";
import { compareApprovedText } from "../../../../tests/support/approved.ts";
import { ApiError } from "../context/api_errors.ts";
import { createTokens } from "../context/tokens.ts";
import { pruneKeys } from "../idempotency/idempotency.ts";

// As the service promises them, whatever its constants say.
const IDEMPOTENCY_KEEP_MS = 35 * 86_400_000;

describe("client init", () => {
  let fixture: PaymentsFixture;
  beforeEach(async () => {
    fixture = await openPaymentsFixture();
  });
  afterEach(() => fixture.close());

  it("S-CONFIG-01: answers a version and base64 of JSON with token, amount and execution", async () => {
    const { initResponse, config } = await start(fixture);
    assertMatch(initResponse.version, /^\d/);
    assertMatch(initResponse.data, /^[A-Za-z0-9+/]+=*$/);
    assertEquals(config.amount, { value: "10.00", currency: "USD" });
    assertEquals(config.execution.amount, config.amount);
    assert(config.token.split(".").length === 3);
  });

  it("S-CONFIG-02: names vault, frame, token, provider, table, and where to save an instrument", async () => {
    const { vaultConfiguration: vault, token } = (await start(fixture)).config;
    assertMatch(vault.vaultId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assertEquals([vault.vaultUrl, vault.token, vault.cardTableName, vault.vaultType], [FRAME, token, "cards", "Test"]);
    assertEquals(vault.links.saveInstrument, { method: "POST", href: `${BASE}/client/instruments` });
    assert(vault.providerConfigId !== "");
  });

  it("S-CONFIG-05: carries holder and the BIN look-up link", async () => {
    const { config } = await start(fixture);
    assertEquals([config.holderReference, config.execution.holderReference], ["holder-1", "holder-1"]);
    assertEquals(config.links.binLookup, { method: "POST", href: `${BASE}/client/bin-lookup` });
  });

  it("S-CONFIG-04: names the execution, its reference and its workflow with a version", async () => {
    const { execution } = (await start(fixture, { workspaceId: null })).config;
    assertEquals([execution.merchantReference, execution.workflow], ["order-1", {
      code: "payment-acceptance",
      version: 1,
    }]);
    assertMatch(execution.id, /^[0-9a-f-]{36}$/);
  });

  it("S-CONFIG-06: offers all methods in the result named lookup, redirects with integration type hpp", async () => {
    const { execution } = (await start(fixture)).config;
    const [lookup] = execution.initialResults;
    assertEquals(lookup?.body.name, "lookup");
    const options = lookup?.body.data?.paymentCompositionOptions ?? [];
    assertEquals(options.map(({ paymentMethodCode, integrationType }) => `${paymentMethodCode} ${integrationType}`), [
      "card api",
      "googlePay api",
      "applePay api",
      "payPal api",
      "pix hpp",
      "mercadoPago hpp",
    ]);
    for (const option of options) assert(option.config !== undefined && option.clientConfig !== undefined);
    const configs = JSON.stringify(
      options.map(({ paymentMethodCode, config }) => [paymentMethodCode, config]),
      null,
      2,
    );
    await compareApprovedText("sdk/payment_methods", configs.replaceAll(/[\da-f-]{36}/g, "<execution>"));
  });

  it("S-CONFIG-11: the card option has billing info and instalments by issuer country that cover the amount", async () => {
    const { execution } = (await start(fixture, { meta: { billingInfo: true } })).config;
    const card = execution.initialResults[0]?.body.data?.paymentCompositionOptions[0]?.clientConfig;
    assertEquals([card?.supportsBillingInfo, card?.supportsInstallments], [true, true]);
    const unasked = (await start(fixture)).config.execution.initialResults[0]?.body.data?.paymentCompositionOptions ??
      [];
    assertEquals(unasked.filter(({ clientConfig }) => clientConfig?.supportsBillingInfo !== false), []);
    assertEquals(Object.keys(card?.installments ?? {}), ["BR", "MX"]);
    const third = card?.installments?.BR?.find(({ count }) => count === 3);
    assertEquals(third?.amount, { value: "3.34", currency: "USD" });
  });

  it("limits the methods to meta.methods", async () => {
    const { config } = await start(fixture, { meta: { methods: ["pix", "card", "unknown"] } });
    const options = config.execution.initialResults[0]?.body.data?.paymentCompositionOptions ?? [];
    assertEquals(options.map(({ paymentMethodCode }) => paymentMethodCode), ["card", "pix"]);
  });

  it("writes ASCII only, whatever characters the merchant's names contain", async () => {
    const { initResponse, config } = await start(fixture, { merchantReference: "Größe 🎈", holderReference: "日本" });
    const json = atob(initResponse.data);
    assert(/^[\x20-\x7e]*$/.test(json));
    assertEquals([config.execution.merchantReference, config.holderReference], ["Größe 🎈", "日本"]);
  });

  it("SECURITY R6: answers the same execution for the same key and body, with a fresh token", async () => {
    const first = await start(fixture, {}, { key: "order-1" });
    const second = await start(fixture, {}, { key: "order-1" });
    assertEquals([second.id, second.config.amount.value], [first.id, "10.00"]);
    assert(second.token !== first.token);
    assert((await start(fixture, {}, { client: "other", key: "order-1" })).id !== first.id);
    const merchant = await merchantToken(fixture);
    const ids = await Promise.all(Array.from({ length: 30 }, () => start(fixture, {}, { key: "at-once" })));
    assertEquals(new Set(ids.map(({ id }) => id)).size, 1);
    const { status, body } = await send(fixture, "/merchant/client/init", { token: merchant, body: initBody() });
    assertEquals([status, faultOf(body)], [400, "key-missing"]);
  });

  it("treats the same order with another basket or client context as a repeat", async () => {
    const first = await start(fixture, {}, { key: "order-2" });
    const meta = { order: { reference: "order-2", lines: [{ id: "1", name: "Tea", quantity: 2 }] } };
    assertEquals((await start(fixture, { meta, merchantReference: "again" }, { key: "order-2" })).id, first.id);
  });

  it("treats the order of init, and the order that a lookup made of it, as repeats of init", async () => {
    const first = await start(fixture, {}, { key: "order-3" });
    const repeat = async (overrides: Readonly<Record<string, unknown>>) => {
      const { status, body } = await send(fixture, "/merchant/client/init", {
        token: first.merchant,
        key: "order-3",
        body: initBody(overrides),
      });
      return status === 200 ? parseInit({ version: "", data: String(body.data) }) : `${status} ${faultOf(body)}`;
    };
    const usd = (value: string) => ({ amount: { value, currency: "USD" } });
    for (const value of ["8.50", "7.00"]) {
      const looked = await act(fixture, first, "lookup", { ...usd(value), meta: { capture: "manual" } });
      assertEquals(looked.status, 200);
    }
    for (const order of [{}, { ...usd("7.00"), meta: { capture: "manual" } }]) {
      const config = await repeat(order);
      assert(typeof config === "object", String(config));
      assertEquals([config.execution.id, config.amount.value], [first.id, "7.00"]);
    }
    for (
      const other of [
        usd("8.50"),
        usd("7.00"),
        { meta: { capture: "manual" } },
        { holderReference: "holder-2" },
        { amount: { value: "10.00", currency: "EUR" } },
      ]
    ) {
      assertEquals(await repeat(other), "422 key-reused", JSON.stringify(other));
    }
  });

  it("stores no token", async () => {
    const { token, merchant } = await start(fixture);
    for await (const file of Deno.readDir(fixture.dir)) {
      if (!file.isFile) continue;
      const text = new TextDecoder("latin1").decode(await Deno.readFile(`${fixture.dir}/${file.name}`));
      for (const secret of [token, merchant]) assert(!text.includes(secret.split(".")[2] ?? "-"), file.name);
    }
  });

  it("refuses an origin that is not registered for the client, and stores one that is", async () => {
    const from = (origin: string) => initBody({ meta: { clientContext: { origin } } });
    const merchant = await merchantToken(fixture);
    for (
      const origin of ["http://evil.localhost:5555", "https://other.example", "http://localhost:5555/", "null", "x"]
    ) {
      const { status, body } = await send(fixture, "/merchant/client/init", {
        token: merchant,
        key: origin,
        body: from(origin),
      });
      assertEquals([status, faultOf(body)], [403, "origin-not-allowed"], origin);
    }
    const { id } = await start(fixture, { meta: { clientContext: { origin: PAGE } } });
    const row = await fixture.db.selectFrom("pay_executions").selectAll().where("id", "=", id)
      .executeTakeFirstOrThrow();
    assertEquals(row.client_origin, PAGE);
  });

  it("a lookup without an origin keeps the page that receives the issuer page's message, and one with an origin replaces it", async () => {
    const session = await start(fixture, { meta: { clientContext: { origin: PAGE } } });
    const originAfter = async (clientContext: unknown) => {
      const { status } = await act(fixture, session, "lookup", { meta: { clientContext } });
      const row = await fixture.db.selectFrom("pay_executions").select("client_origin").where("id", "=", session.id)
        .executeTakeFirstOrThrow();
      return [status, row.client_origin];
    };
    assertEquals(await originAfter({ ipAddress: "192.0.2.1" }), [200, PAGE]);
    assertEquals(await originAfter({ origin: "https://evil.test" }), [403, PAGE]);
    assertEquals(await originAfter({ origin: "http://localhost:1" }), [200, "http://localhost:1"]);
  });

  it("names the invalid field", async () => {
    const merchant = await merchantToken(fixture);
    const wrong: readonly (readonly [Readonly<Record<string, unknown>>, number, string])[] = [
      [{ merchantReference: "" }, 400, "merchantReference"],
      [{ amount: { value: 5, currency: "USD" } }, 400, "amount.value"],
      [{ amount: { value: "5.001", currency: "USD" } }, 422, "19.99"],
      [{ type: "popup" }, 400, "type"],
      [{ meta: { capture: "later" } }, 400, "capture"],
    ];
    for (const [overrides, expected, word] of wrong) {
      const body = initBody(overrides);
      const answer = await send(fixture, "/merchant/client/init", { token: merchant, key: crypto.randomUUID(), body });
      assertEquals(answer.status, expected);
      assert(answer.text.includes(word), answer.text);
    }
  });

  it("names the fields that nothing reads, and still accepts the order", async () => {
    const merchant = await merchantToken(fixture);
    const ignored = async (overrides: Readonly<Record<string, unknown>>) => {
      const body = initBody(overrides);
      const answer = await send(fixture, "/merchant/client/init", { token: merchant, key: crypto.randomUUID(), body });
      return [answer.status, answer.headers.get("ignored-fields")];
    };
    assertEquals(await ignored({ capture: "manual" }), [200, "capture"]);
    assertEquals(await ignored({ meta: { captur: "manual", Billing_Info: true } }), [
      200,
      "meta.captur, meta.Billing_Info",
    ]);
    const own = { capture: "manual", CIT: true, order: { lines: [] }, cap: 1, customer: { reference: "ada" } };
    assertEquals(await ignored({ meta: own, workspaceId: null }), [200, null]);
    assertEquals(await ignored({ "n\u00f6": 1 }), [200, null]);
    const { id } = await start(fixture);
    const path = `/merchant/workflows/payment-acceptance/executions/${id}/lookup`;
    const looked = await send(fixture, path, { token: merchant, body: { total: "5.00" } });
    assertEquals([looked.status, looked.headers.get("ignored-fields")], [200, "total"]);
  });

  it("changes amount and meta by the merchant's lookup, before authorize only", async () => {
    const session = await start(fixture);
    const changed = await act(fixture, session, "lookup", {
      amount: { value: "12.50", currency: "USD" },
      meta: { order: { reference: "o" } },
    });
    assertEquals([changed.status, String(changed.body.name)], [200, "lookup"]);
    const read = await readAsMerchant(fixture, session);
    assertEquals([String(read.amount?.value), String(read.meta?.order?.reference)], ["12.50", "o"]);
    assertEquals((await pay(fixture, session, "4242424242424242")).status, 422);
    const amount = { value: "12.50", currency: "USD" };
    assertEquals((await pay(fixture, session, "4242424242424242", { amount })).status, 200);
    const late = await act(fixture, session, "lookup", { amount: { value: "1.00", currency: "USD" } });
    assertEquals([late.status, faultOf(late.body)], [409, "state-conflict"]);
  });
});

describe("tokens", () => {
  let fixture: PaymentsFixture;
  beforeEach(async () => {
    fixture = await openPaymentsFixture();
  });
  afterEach(() => fixture.close());

  it("issues a merchant token for an hour to id and secret, and to nothing else", async () => {
    const right = await send(fixture, "/auth/token/shop", { method: "POST", headers: { "x-api-key": "shop-secret" } });
    assertEquals<unknown>([right.status, right.body.expires_in, right.body.token_type], [200, 3600, "Bearer"]);
    const texts = new Set<string>();
    for (const [id, key] of [["shop", "wrong"], ["shop", ""], ["unknown", "shop-secret"], ["other", "shop-secret"]]) {
      const { status, text } = await send(fixture, `/auth/token/${id}`, {
        method: "POST",
        headers: { "x-api-key": key ?? "" },
      });
      assertEquals(status, 401);
      texts.add(text);
    }
    assertEquals(texts.size, 1);
  });

  it("two secrets of one client are valid at once, while the merchant changes from one to the other", async () => {
    const clients = [{ id: "shop", secret: "new-secret" }, { id: "shop", secret: "old-secret" }];
    const changing = await openPaymentsFixture({ clients });
    try {
      const statusOf = async (key: string) =>
        (await send(changing, "/auth/token/shop", { method: "POST", headers: { "x-api-key": key } })).status;
      assertEquals(await Promise.all(["new-secret", "old-secret", "wrong"].map(statusOf)), [200, 200, 401]);
    } finally {
      await changing.close();
    }
  });

  it("SECURITY M3: takes no token of a merchant whom the settings no longer name", async () => {
    const { clients } = fixture.settings;
    const token = await merchantToken(fixture);
    const statusOf = async () => (await send(fixture, "/merchant/holders/holder-1/instruments", { token })).status;
    assertEquals(await statusOf(), 200);
    Reflect.set(fixture.settings, "clients", clients.filter(({ id }) => id !== "shop"));
    assertEquals(await statusOf(), 401);
  });

  it("opens one execution for 30 minutes, with its own audience and id", async () => {
    const session = await start(fixture);
    const claims = decodeJwt(session.token);
    assertEquals([(claims.exp ?? 0) - (claims.iat ?? 0), claims.sub], [1800, session.id]);
    assert(claims.jti !== undefined && claims.aud !== undefined);
    const path = `/client/executions/${session.id}`;
    assertEquals((await send(fixture, path, { token: session.token })).status, 200);
    // A clock that is half a minute off on another server refuses no merchant.
    fixture.clock.nowMs += (1800 + 29) * 1000;
    for (const server of [fixture, await fixture.restart()]) {
      assertEquals((await send(server, path, { token: session.token })).status, 200);
    }
    fixture.clock.nowMs += 1_000;
    for (const server of [fixture, await fixture.restart()]) {
      assertEquals((await send(server, path, { token: session.token })).status, 401);
    }
  });

  it("SECURITY R13: a clock that goes back an hour refuses no token, keeps the order of statuses and moves money once", async () => {
    const session = await start(fixture, { meta: { capture: "manual" } });
    await pay(fixture, session, "4000000000000002");
    fixture.clock.nowMs -= 3_600_000;
    const next = await fixture.restart();
    assertEquals((await pay(next, session, "4242424242424242")).status, 200);
    assertEquals((await act(next, session, "capture")).status, 200);
    const { status } = await readAsMerchant(next, session);
    const times = Array.isArray(status) ? status.map(({ time }) => String(time)) : [];
    assertEquals([times.length, times.toSorted(), new Set(times).size], [6, times, 6]);
    const charges = await fixture.ledger.selectFrom("acq_charges").selectAll().where("outcome", "=", "approved")
      .execute();
    assertEquals(charges.map(({ captured_minor }) => captured_minor), [1000]);
  });

  it("SECURITY M3: refuses a token of its own key without the right issuer, audience, subject, id or time", async () => {
    const key = crypto.getRandomValues(new Uint8Array(32));
    const tokens = await createTokens(key, { now: Date.now });
    const claims = decodeJwt(await tokens.forMerchant("merchant-1"));
    const read = async (change: object) => {
      const signed = new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: "HS256", typ: "JWT" });
      return await tokens.readMerchant(`Bearer ${await signed.sign(key)}`);
    };
    assertEquals(await read({}), "merchant-1");
    for (
      const change of [{ iss: "other" }, { aud: "other" }, { sub: undefined }, { jti: undefined }, { exp: 1 }, {
        exp: undefined,
      }]
    ) {
      await assertRejects(() => read(change), ApiError);
    }
  });

  it("SECURITY M3: no call of the shopper's page takes a token of another execution, of the merchant, or none", async () => {
    const [one, two] = [await start(fixture), await start(fixture)];
    const calls = fixture.routes.filter(({ method, path }) => path.startsWith("/client/") && method !== "ALL");
    assert(calls.length >= 8, calls.map(({ path }) => path).join());
    const body = { amount: one.config.amount, paymentComposition: [], bin: "424242" };
    for (const { method, path } of calls) {
      const isOfExecution = path.startsWith("/client/executions/");
      const call = async (token?: string) => {
        const options = {
          method,
          key: crypto.randomUUID(),
          ...(token === undefined ? {} : { token }),
          ...(method === "GET" || method === "DELETE" ? {} : { body }),
        };
        return (await send(fixture, path.replace(":id", isOfExecution ? one.id : crypto.randomUUID()), options)).status;
      };
      const name = `${method} ${path}`;
      assertEquals([await call(), await call(one.merchant)], [401, 401], name);
      if (isOfExecution) assertEquals(await call(two.token), 404, name);
    }
  });

  it("SECURITY M3: refuses a missing or forged token, and the token of another execution or of the other API", async () => {
    const [one, two] = [await start(fixture), await start(fixture)];
    const path = `/client/executions/${one.id}`;
    assertEquals((await send(fixture, path, { token: two.token })).status, 404);
    const none = `${btoa('{"alg":"none"}').replace(/=/g, "")}.${one.token.split(".")[1]}.`;
    for (const token of [one.merchant, none, `${one.token}x`, one.token.replace(/\.[^.]+$/, ".AAAA"), "x"]) {
      const { status, body } = await send(fixture, path, { token });
      assertEquals([status, faultOf(body)], [401, "unauthorized"]);
    }
    assertEquals((await send(fixture, path)).status, 401);
    const merchantPath = `/merchant/workflows/payment-acceptance/executions/${one.id}`;
    assertEquals((await send(fixture, merchantPath, { token: one.token })).status, 401);
    const foreign = await merchantToken(fixture, "other");
    const answers = [
      await send(fixture, merchantPath, { token: foreign }),
      await send(fixture, merchantPath.replace("payment-acceptance", "another"), { token: one.merchant }),
      await send(fixture, "/merchant/workflows/payment-acceptance/executions/none", { token: one.merchant }),
    ];
    assertEquals(answers.map(({ status }) => status), [404, 404, 404]);
    assertEquals(new Set(answers.map(({ text }) => text)).size, 1);
  });
});

describe("idempotency keys", () => {
  it("are deleted after 35 days, in batches", async () => {
    const fixture = await openPaymentsFixture();
    try {
      for (let count = 0; count < 3; count++) await pay(fixture, await start(fixture), "4242424242424242");
      assertEquals(await pruneKeys(fixture), 0);
      fixture.clock.nowMs += IDEMPOTENCY_KEEP_MS + 1;
      assertEquals([await pruneKeys(fixture, 2), await pruneKeys(fixture, 2), await pruneKeys(fixture, 2)], [2, 1, 0]);
    } finally {
      await fixture.close();
    }
  });
});
