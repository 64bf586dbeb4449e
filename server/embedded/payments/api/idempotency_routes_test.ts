/** SECURITY R6: every call that takes an idempotency key, over the wire. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import {
  cardBody,
  faultOf,
  initBody,
  merchantToken,
  pay,
  type Send,
  send,
  start,
} from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";

const CARD = "4242424242424242";
const WALLET = {
  paymentMethod: "applePay",
  data: { paymentToken: "t" },
  storeInstrument: true,
  futureUsage: "CardOnFile",
};

interface Call {
  readonly path: string;
  readonly token: string;
  readonly method?: string;
  readonly body: unknown;
  /** The same call with another content. */
  readonly others: readonly unknown[];
  /** Bodies that the call refuses even under a new key, before it looks the key up. */
  readonly invalid?: readonly unknown[];
}

const amount = (value: string) => ({ amount: { value, currency: "USD" } });
const held = async (fixture: PaymentsFixture) => {
  const session = await start(fixture, { meta: { capture: "manual" } });
  const { body } = await pay(fixture, session, CARD, { storeInstrument: true });
  const path = `/merchant/workflows/payment-acceptance/executions/${session.id}`;
  return { session, path, instrumentId: String(body.paymentInstrumentId) };
};

const CALLS: Readonly<Record<string, (fixture: PaymentsFixture) => Promise<Call>>> = {
  "client init": async (fixture) => ({
    path: "/merchant/client/init",
    token: await merchantToken(fixture),
    body: initBody(),
    others: [
      initBody(amount("99.00")),
      initBody({ amount: { value: "10.00", currency: "EUR" } }),
      initBody({ holderReference: "another" }),
      initBody({ meta: { capture: "manual" } }),
    ],
    invalid: [
      {},
      { merchantReference: "order-1" },
      initBody({ holderReference: undefined }),
      initBody({ holderReference: "another", amount: { value: 11, currency: "USD" } }),
      initBody({ amount: { value: "10.001", currency: "USD" } }),
      initBody({ meta: { capture: "Manual" } }),
      initBody({ meta: { methods: ["cheque"] } }),
    ],
  }),
  "display init": async (fixture) => {
    const { instrumentId } = await held(fixture);
    return {
      path: "/token/client/init",
      token: await merchantToken(fixture),
      body: { instrumentId, auditData: { who: "ann" } },
      others: [{ instrumentId, auditData: { who: "bob" } }, { instrumentId }],
      invalid: [{}, { instrumentId, recordId: instrumentId }, { instrumentId: 1 }],
    };
  },
  "authorize by the page": async (fixture) => {
    const session = await start(fixture);
    return {
      path: `/client/executions/${session.id}/authorize`,
      token: session.token,
      body: await cardBody(session, CARD),
      others: [await cardBody(session, CARD), await cardBody(session, "5555555555554444"), amount("1.00")],
    };
  },
  "save an instrument": async (fixture) => {
    const { token, config } = await start(fixture);
    const body = { ...WALLET, holderReference: config.holderReference };
    const others = [{ ...body, data: { paymentToken: "other" } }, { ...body, storeInstrument: false }];
    return { path: "/client/instruments", token, body, others };
  },
  "change an instrument": async (fixture) => {
    const { session, instrumentId } = await held(fixture);
    return {
      path: `/client/instruments/${instrumentId}`,
      token: session.token,
      method: "PATCH",
      body: { default: true },
      others: [{ default: false }, { status: "disabled" }],
    };
  },
  "authorize by the merchant": async (fixture) => {
    const { instrumentId } = await held(fixture);
    const session = await start(fixture);
    const item = { paymentInstrumentId: instrumentId, paymentMethodCode: "card", integrationType: "api" };
    const body = { ...amount("10.00"), paymentComposition: [{ ...item, ...amount("10.00") }], meta: { CIT: false } };
    return {
      path: `/merchant/workflows/payment-acceptance/executions/${session.id}/authorize`,
      token: session.merchant,
      body,
      others: [{ ...body, ...amount("1.00") }, { ...body, meta: { CIT: true } }],
    };
  },
  capture: async (fixture) => {
    const { session, path } = await held(fixture);
    return { path: `${path}/capture`, token: session.merchant, body: amount("4.00"), others: [amount("5.00"), {}] };
  },
  refund: async (fixture) => {
    const { session, path } = await held(fixture);
    await send(fixture, `${path}/capture`, { token: session.merchant, key: "c", body: {} });
    return { path: `${path}/refund`, token: session.merchant, body: amount("4.00"), others: [amount("5.00"), {}] };
  },
  cancel: async (fixture) => {
    const { session, path } = await held(fixture);
    return { path: `${path}/cancel`, token: session.merchant, body: {}, others: [amount("5.00")] };
  },
};

describe("SECURITY R6: one idempotency key", () => {
  let fixture: PaymentsFixture;
  beforeEach(async () => {
    fixture = await openPaymentsFixture();
  });
  afterEach(() => fixture.close());

  const count = async () => {
    const rows = await fixture.db.selectFrom("pay_executions").select("amount_minor").execute();
    const moved = await fixture.ledger.selectFrom("acq_movements").select("key").execute();
    const charged = await fixture.ledger.selectFrom("acq_charges").select("key").execute();
    const instruments = await fixture.db.selectFrom("pay_instruments").select("id").execute();
    return [rows.length, moved.length, charged.length, instruments.length];
  };

  for (const [name, make] of Object.entries(CALLS)) {
    it(`${name}: repeats the answer for the same body and marks it, refuses another body with 422, requires a key`, async () => {
      const { path, token, body, others, invalid = [], method = "POST" } = await make(fixture);
      const call = (more: Partial<Send>) => send(fixture, path, { method, token, key: "one", body, ...more });
      const first = await call({});
      assertEquals([first.status, first.headers.get("idempotent-replayed")], [200, null], first.text);
      const after = await count();
      const repeat = await call({});
      assertEquals([repeat.status, repeat.headers.get("idempotent-replayed")], [200, "true"]);
      for (const other of others) {
        const refused = await call({ body: other });
        assertEquals([refused.status, faultOf(refused.body)], [422, "key-reused"], JSON.stringify(other));
      }
      for (const other of invalid) {
        const refused = await call({ body: other });
        assert(["request-invalid", "amount-invalid"].includes(faultOf(refused.body)), JSON.stringify(other));
      }
      assertEquals(await count(), after, "nothing was done");
      const { key: _, ...keyless } = { method, token, key: "", body };
      const none = await send(fixture, path, keyless);
      assertEquals([none.status, faultOf(none.body)], [400, "key-missing"]);
    });
  }

  it("treats the same key of another merchant as another key", async () => {
    const ids = [];
    for (const client of ["shop", "other"]) {
      const answer = await send(fixture, "/merchant/client/init", {
        token: await merchantToken(fixture, client),
        key: "one",
        body: initBody(amount(client === "shop" ? "10.00" : "20.00")),
      });
      assertEquals([answer.status, answer.headers.get("idempotent-replayed")], [200, null], answer.text);
      ids.push(answer.text);
    }
    assertEquals(new Set(ids).size, 2);
  });
});
