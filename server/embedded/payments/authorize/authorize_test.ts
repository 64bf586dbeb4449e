import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { payByCard } from "../../../../tests/support/payments/pay_by_card.ts";
import {
  act,
  cardBody,
  codesOf,
  faultOf,
  initBody,
  pay,
  readAsMerchant,
  send,
  type Session,
  start,
} from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { ApiError } from "../context/api_errors.ts";
import type { PaymentContext } from "../context/context.ts";
import { readExecution } from "../executions/executions.ts";
import { lookUp } from "../init/init.ts";

/** One card per network, and one more that passes Luhn. */
const GOOD = [
  "4242424242424242",
  "5555555555554444",
  "378282246310005",
  "6011111111111117",
  "30569309020004",
  "3566002020360505",
  "6200000000000005",
  "6062828888666688",
  "6759649826438453",
  "4111111111111111",
  "4012888888881881",
];
const DECLINED = {
  "4000000000000002": "GenericRejection",
  "4000000000009995": "InsufficientBalance",
  "4000000000000069": "ExpiredInstrument",
  "4000000000000127": "InvalidInstrument",
  "4000000000000119": "ProviderUnknownError",
};

describe("authorize", () => {
  let fixture: PaymentsFixture;
  beforeEach(async () => {
    fixture = await openPaymentsFixture();
  });
  afterEach(() => fixture.close());

  const charges = async () => (await fixture.ledger.selectFrom("acq_charges").selectAll().execute()).length;
  const authorizePath = (session: Session) => `/client/executions/${session.id}/authorize`;

  it("S-AUTHZ-06: a new card is authorized at the link from lookup, and the answer names the execution", async () => {
    const session = await start(fixture);
    const { status, body, text } = await pay(fixture, session, "4242424242424242");
    assertEquals(status, 200, text);
    assertEquals(codesOf(body), ["authorizeRequested", "authorizeSuccessful", "captureSuccessful"]);
    assertEquals(String(body.links?.execution), session.config.execution.links.self);
    const read = await readAsMerchant(fixture, session);
    assertEquals<unknown>(read.captured, { value: "10.00", currency: "USD" });
    assertEquals(
      session.config.execution.initialResults[0]?.body.links?.authorize?.href,
      `${session.config.execution.links.self}/authorize`,
    );
  });

  it("payByCard of the test support pays only over the wire", async () => {
    const { initResponse } = await start(fixture);
    const { outcome } = await payByCard({
      fetch: fixture.call,
      initResponse,
      card: { cardNumber: "4242424242424242" },
    });
    assertEquals(outcome, "authorizeSuccessful");
  });

  for (const number of GOOD) {
    it(`approves the test card ending ${number.slice(-4)}`, async () => {
      const { body, text } = await pay(fixture, await start(fixture), number);
      assertEquals(String(body.finalState?.code), "authorizeSuccessful", text);
    });
  }

  for (const [number, result] of Object.entries(DECLINED)) {
    it(`declines the test card ending ${number.slice(-4)} with ${result}, and the execution can be paid again`, async () => {
      const session = await start(fixture);
      const { status, body } = await pay(fixture, session, number, { storeInstrument: true });
      assertEquals(status, 200);
      assertEquals(codesOf(body), ["authorizeRequested", "authorizeFailed"]);
      assertEquals<unknown>(body.status?.[1]?.errors, [{ reason: { result } }]);
      assertEquals(body.paymentInstrumentId, undefined);
      assertEquals((await fixture.db.selectFrom("pay_instruments").selectAll().execute()).length, 0);
      const again = await pay(fixture, session, "4242424242424242");
      assertEquals(codesOf(again.body).slice(2), ["authorizeRequested", "authorizeSuccessful", "captureSuccessful"]);
    });
  }

  it("S-POLL-09: the execution link answers status, each with its own code and time", async () => {
    const session = await start(fixture);
    fixture.clock.nowMs += 5000;
    await pay(fixture, session, "4000000000000002");
    fixture.clock.nowMs -= 3_600_000;
    await pay(fixture, session, "4242424242424242");
    const { body } = await send(fixture, session.config.execution.links.self, { token: session.token });
    const times = Array.isArray(body.status) ? body.status.map(({ time }) => String(time)) : [];
    assertEquals(times.length, 5);
    for (const [at, time] of times.entries()) {
      assert(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(time), time);
      assert(at === 0 || Date.parse(time) > Date.parse(times[at - 1] ?? ""), `${time} is not newer`);
    }
  });

  it("SECURITY M1: refuses another amount or currency with 422 and charges nothing", async () => {
    const session = await start(fixture);
    const wrong = ["9.99", "10.01", "100.00", "1000", "10.001", "0.00"].map((value) => ({ value, currency: "USD" }))
      .concat(["EUR", "USN", "JPY", "usd"].map((currency) => ({ value: "10.00", currency })))
      .concat({ value: "1000", currency: "JPY" });
    for (const amount of wrong) {
      const { status, body } = await pay(fixture, session, "4242424242424242", { amount });
      assertEquals([status, faultOf(body)], [422, "amount-mismatch"]);
    }
    const body = await cardBody(session, "4242424242424242");
    const item = { ...body.paymentComposition[0], amount: { value: "0.01", currency: "USD" } };
    const split = await send(fixture, authorizePath(session), {
      token: session.token,
      key: "split",
      body: { ...body, paymentComposition: [item] },
    });
    assertEquals([split.status, await charges()], [422, 0]);
    const [whole] = body.paymentComposition;
    for (const [key, paymentComposition] of Object.entries({ twice: [whole, whole], second: [whole, item] })) {
      const doubled = { token: session.token, key, body: { ...body, paymentComposition } };
      const { status, body: answer } = await send(fixture, authorizePath(session), doubled);
      assertEquals([status, faultOf(answer), await charges()], [422, "composition-invalid", 0], key);
    }
    assertEquals(
      (await pay(fixture, session, "4242424242424242", { amount: { value: "10.0", currency: "USD" } })).status,
      200,
    );
  });

  it("SECURITY M1: refuses an amount that the merchant changes at the moment of the payment", async () => {
    const session = await start(fixture);
    const row = await readExecution(fixture.db, session.id);
    assertEquals((await pay(fixture, session, "4242424242424242")).status, 200);
    const context: PaymentContext = Object({ db: fixture.db, clock: fixture.clock, settings: fixture.settings });
    // The lookup has read the execution before the payment began.
    const late = { row, body: { amount: { value: "1.00", currency: "USD" } } };
    assertEquals((await assertRejects(() => lookUp(context, late), ApiError)).code, "state-conflict");
    assertEquals((await readExecution(fixture.db, session.id)).amount_minor, 1_000);
  });

  it("refuses a second authorize after a success, and any after ten declines", async () => {
    const paid = await start(fixture);
    await pay(fixture, paid, "4242424242424242");
    const second = await pay(fixture, paid, "4242424242424242");
    assertEquals([second.status, faultOf(second.body)], [409, "execution-paid"]);
    assertEquals(String(second.body.links?.execution), paid.config.execution.links.self);

    const tried = await start(fixture);
    for (let attempt = 0; attempt < 10; attempt++) {
      assertEquals((await pay(fixture, tried, "4000000000000002")).status, 200);
    }
    const eleventh = await pay(fixture, tried, "4242424242424242");
    assertEquals([eleventh.status, faultOf(eleventh.body), await charges()], [409, "attempts-exhausted", 11]);
  });

  it("charges once when 50 requests with different keys arrive at once; 49 get 409", async () => {
    const session = await start(fixture);
    const bodies = await Promise.all(Array.from({ length: 50 }, () => cardBody(session, "4242424242424242")));
    const answers = await Promise.all(
      bodies.map((body, at) => send(fixture, authorizePath(session), { token: session.token, key: `key-${at}`, body })),
    );
    assertEquals(answers.filter(({ status }) => status === 200).length, 1);
    assertEquals(answers.filter(({ status }) => status === 409).length, 49);
    assertEquals(await charges(), 1);
  });

  it("charges once when 100 requests with one key arrive at once; all bodies are equal", async () => {
    const session = await start(fixture);
    const body = await cardBody(session, "4242424242424242");
    const answers = await Promise.all(
      Array.from(
        { length: 100 },
        () => send(fixture, authorizePath(session), { token: session.token, key: "one", body }),
      ),
    );
    assertEquals(new Set(answers.map(({ text }) => text)).size, 1);
    assertEquals(answers.filter(({ status }) => status === 200).length, 100);
    assertEquals(answers.filter(({ headers }) => headers.get("idempotent-replayed") === "true").length, 99);
    assertEquals(await charges(), 1);
  });

  it("repeats status and body for a repeated key, and refuses the key for another body", async () => {
    const session = await start(fixture);
    const body = await cardBody(session, "4242424242424242");
    const options = { token: session.token, key: "same", body };
    const first = await send(fixture, authorizePath(session), options);
    const repeat = await send(fixture, authorizePath(session), options);
    assertEquals([first.text, first.headers.get("idempotent-replayed")], [repeat.text, null]);
    assertEquals(repeat.headers.get("idempotent-replayed"), "true");
    const other = await send(fixture, authorizePath(session), { ...options, body: { ...body, meta: { a: 1 } } });
    assertEquals([other.status, faultOf(other.body), await charges()], [422, "key-reused", 1]);
    const isolated = await start(fixture);
    const own = await send(fixture, authorizePath(isolated), {
      ...options,
      token: isolated.token,
      body: await cardBody(isolated, "4242424242424242"),
    });
    assertEquals([own.status, own.headers.get("idempotent-replayed")], [200, null]);
  });

  it("remembers no refusal under its key, so that the corrected request may use it", async () => {
    const session = await start(fixture);
    const body = await cardBody(session, { cardNumber: "4242424242424242", expiryYear: "20" });
    const refused = await send(fixture, authorizePath(session), { token: session.token, key: "corrected", body });
    assertEquals([refused.status, faultOf(refused.body)], [422, "card-invalid"]);
    const corrected = await cardBody(session, "4242424242424242");
    assertEquals(
      (await send(fixture, authorizePath(session), { token: session.token, key: "corrected", body: corrected })).status,
      200,
    );
  });

  it("requires a key, and accepts JSON of any content type", async () => {
    const session = await start(fixture);
    const body = await cardBody(session, "4242424242424242");
    const without = await send(fixture, authorizePath(session), { token: session.token, body });
    assertEquals([without.status, faultOf(without.body)], [400, "key-missing"]);
    const plain = await send(fixture, authorizePath(session), {
      token: session.token,
      key: "plain",
      body,
      headers: { "content-type": "text/plain;charset=UTF-8" },
    });
    assertEquals(plain.status, 200);
  });

  it("refuses invalid cards: check digit, length, month, expiry, security code", async () => {
    const session = await start(fixture);
    const bad = [
      { cardNumber: "4242424242424241" },
      { cardNumber: "424242424242" },
      { cardNumber: "4242424242424242", expiryMonth: "13" },
      { cardNumber: "4242424242424242", expiryMonth: "10", expiryYear: "26" },
      { cardNumber: "4242424242424242", securityCode: "12" },
      { cardNumber: "378282246310005", securityCode: "123" },
    ];
    for (const card of bad) {
      const { status, body } = await pay(fixture, session, card);
      assertEquals([status, faultOf(body)], [422, "card-invalid"], JSON.stringify(card));
    }
    assertEquals(
      (await pay(fixture, session, { cardNumber: "4242424242424242", expiryMonth: "11", expiryYear: "2026" })).status,
      200,
    );
  });

  it("keeps 4000 0000 0000 0077 pending without a required action and approves it after 60 s of the service's clock", async () => {
    const session = await start(fixture);
    const { body } = await pay(fixture, session, "4000000000000077");
    assertEquals(codesOf(body).at(-1), "authorizePending");
    assertEquals(body.actionRequired, undefined);
    assertEquals((await pay(fixture, session, "4242424242424242")).status, 409);
    fixture.clock.nowMs += 59_999;
    const path = `/client/executions/${session.id}`;
    assertEquals(codesOf((await send(fixture, path, { token: session.token })).body).at(-1), "authorizePending");
    fixture.clock.nowMs += 1;
    const settled = await send(fixture, path, { token: session.token });
    assertEquals(String(settled.body.finalState?.code), "authorizeSuccessful");
    assertEquals<unknown>((await readAsMerchant(fixture, session)).captured, { value: "10.00", currency: "USD" });
  });

  it("confirms a PayPal payment once the acquirer has asked for it, and never before", async () => {
    const session = await start(fixture);
    const confirm = (key: string) =>
      send(fixture, `/client/executions/${session.id}/confirm`, { token: session.token, key, body: { data: {} } });
    assertEquals(faultOf((await confirm("early")).body), "nothing-to-confirm");
    const item = { paymentMethodCode: "payPal", integrationType: "api", amount: session.config.amount };
    const asked = await send(fixture, authorizePath(session), {
      token: session.token,
      key: "paypal",
      body: { amount: session.config.amount, paymentComposition: [item] },
    });
    assertEquals(codesOf(asked.body), ["authorizeRequested", "authorizePending"], asked.text);
    assertEquals(String(asked.body.links?.confirm?.href), `${session.config.execution.links.self}/confirm`);
    assert(String(asked.body.links?.confirm?.action?.parameters?.orderId).length > 8);
    const foreign = await send(fixture, `/client/executions/${session.id}/confirm`, {
      token: session.token,
      key: "foreign",
      body: { data: { tokenId: crypto.randomUUID() } },
    });
    assertEquals(faultOf(foreign.body), "nothing-to-confirm");
    assert(foreign.text.includes("waits for another order"), foreign.text);
    const done = await confirm("now");
    assertEquals(codesOf(done.body).slice(2, 4), ["confirmRequested", "authorizeSuccessful"]);
    assertEquals(faultOf((await confirm("again")).body), "nothing-to-confirm");
  });

  it("holds the amount of a manual capture until the merchant captures it", async () => {
    const session = await start(fixture, { meta: { capture: "manual" } });
    const { body } = await pay(fixture, session, "4242424242424242");
    assertEquals(codesOf(body), ["authorizeRequested", "authorizeSuccessful"]);
    const held = await readAsMerchant(fixture, session);
    assertEquals<unknown>([held.authorized?.value, held.captured?.value], ["10.00", "0.00"]);
    const { status, body: captured } = await act(fixture, session, "capture");
    assertEquals(status, 200);
    assertEquals(String(captured.captured?.value), "10.00");
  });

  it("accepts only methods the execution offers", async () => {
    const session = await start(fixture, { meta: { methods: ["payPal"] } });
    const { status, body } = await pay(fixture, session, "4242424242424242");
    assertEquals([status, faultOf(body), await charges()], [422, "composition-invalid", 0]);
  });

  it("stores nothing from an invalid request", async () => {
    const session = await start(fixture);
    for (const body of ["", "{", "[]", "null", JSON.stringify(initBody()), JSON.stringify({ amount: 1 })]) {
      const { status, body: answer } = await send(fixture, authorizePath(session), {
        token: session.token,
        key: "x",
        body,
      });
      assertEquals([status, faultOf(answer)], [400, "request-invalid"], body);
    }
    assertEquals((await fixture.db.selectFrom("pay_idempotency").selectAll().execute()).length, 0);
  });
});
