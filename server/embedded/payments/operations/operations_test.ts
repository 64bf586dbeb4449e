import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  act,
  cardBody,
  codesOf,
  detailOf,
  faultOf,
  pay,
  readAsMerchant,
  send,
  type Session,
  start,
} from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { sealCard } from "../../../../tests/support/payments/pay_by_card.ts";

const VISA = "4242424242424242";

const usd = (value: string) => ({ amount: { value, currency: "USD" } });

describe("capture, cancel, refund", () => {
  let fixture: PaymentsFixture;
  beforeEach(async () => {
    fixture = await openPaymentsFixture();
  });
  afterEach(() => fixture.close());

  const held = async (): Promise<Session> => {
    fixture.clock.nowMs += 1;
    const session = await start(fixture, { meta: { capture: "manual" } });
    await pay(fixture, session, "4242424242424242");
    return session;
  };
  const sums = async (session: Session) => {
    const { authorized, captured, refunded } = await readAsMerchant(fixture, session);
    return [authorized, captured, refunded].map((sum) => String(sum?.value));
  };
  const ledger = async () => {
    const rows = await fixture.ledger.selectFrom("acq_charges").selectAll().orderBy("created_ms").execute();
    return rows.map((row) => [row.amount_minor, row.captured_minor, row.refunded_minor, row.is_cancelled]);
  };

  it("keeps keys by execution and path for pages, and by client for merchants", async () => {
    const session = await start(fixture, { meta: { capture: "manual" } });
    const { token } = session;
    const path = `/client/executions/${session.id}`;
    const paid = await send(fixture, `${path}/authorize`, { token, key: "k", body: await cardBody(session, VISA) });
    assertEquals(paid.status, 200);
    const publicKey = session.config.vaultConfiguration.encryptionPublicKey;
    const data = { encryptedData: await sealCard({ publicKey }, { cardNumber: VISA }) };
    const saving = { token, key: "k", body: { holderReference: "holder-1", storeInstrument: true, data } };
    const saved = await send(fixture, "/client/instruments", saving);
    assertEquals([saved.status, saved.headers.get("idempotent-replayed")], [200, null]);
    const merchant = `/merchant/workflows/payment-acceptance/executions/${session.id}`;
    const options = { token: session.merchant, key: "k", body: {} };
    assertEquals((await send(fixture, `${merchant}/capture`, options)).status, 200);
    assertEquals(faultOf((await send(fixture, `${merchant}/refund`, options)).body), "key-reused");
  });

  it("captures in parts and in full, and never more than is held", async () => {
    const session = await held();
    assertEquals((await act(fixture, session, "capture", usd("4.00"))).status, 200);
    const tooMuch = await act(fixture, session, "capture", usd("6.01"));
    assertEquals([tooMuch.status, faultOf(tooMuch.body)], [422, "amount-too-high"]);
    assertEquals((await act(fixture, session, "capture")).status, 200);
    assertEquals(await sums(session), ["10.00", "10.00", "0.00"]);
    assertEquals(faultOf((await act(fixture, session, "capture")).body), "state-conflict");
    assertEquals(await ledger(), [[1000, 1000, 0, 0]]);
  });

  it("captures and refunds a part of a held amount while the rest can still be captured", async () => {
    const session = await held();
    assertEquals((await act(fixture, session, "refund")).status, 409);
    assertEquals((await act(fixture, session, "capture", usd("4.00"))).status, 200);
    const refunded = await act(fixture, session, "refund", usd("4.00"));
    assertEquals([refunded.status, String(refunded.body.state)], [200, "authorized"]);
    const more = await act(fixture, session, "refund");
    assertEquals([more.status, detailOf(more.body)], [422, "0.00 USD are left to refund. Nothing was moved."]);
    assertEquals(String((await act(fixture, session, "capture")).body.state), "captured");
    assertEquals([await sums(session), await ledger()], [["10.00", "10.00", "4.00"], [[1000, 1000, 400, 0]]]);
  });

  it("cancels the rest of a payment after a partial capture, and keeps the captured part", async () => {
    for (const [isRefunded, state] of [[false, "captured"], [true, "refunded"]] as const) {
      const session = await held();
      await act(fixture, session, "capture", usd("4.00"));
      if (isRefunded) await act(fixture, session, "refund", usd("4.00"));
      const { status, body } = await act(fixture, session, "cancel");
      assertEquals([status, String(body.state), codesOf(body).at(-1)], [200, state, "cancelSuccessful"]);
      assertEquals(await sums(session), ["4.00", "4.00", isRefunded ? "4.00" : "0.00"]);
      assertEquals((await ledger()).at(-1), [400, 400, isRefunded ? 400 : 0, 0]);
      assertEquals((await act(fixture, session, "capture", usd("0.01"))).status, 409);
      assertEquals((await act(fixture, session, "refund")).status, isRefunded ? 409 : 200);
    }
  });

  it("keeps the acquirer's amounts when capture, refund and cancel arrive at once", async () => {
    for (let round = 0; round < 5; round++) {
      const session = await held();
      await act(fixture, session, "capture", usd("4.00"));
      const answers = await Promise.all([
        act(fixture, session, "cancel"),
        act(fixture, session, "capture", usd("6.00")),
        act(fixture, session, "refund", usd("1.00")),
        act(fixture, session, "refund", usd("4.00")),
      ]);
      assert(answers.every(({ status }) => [200, 409, 422].includes(status)));
      assert(answers.some(({ status }) => status === 200));
      const [held_minor, captured, refunded] = (await ledger()).at(-1) ?? [];
      const read = (await sums(session)).map((value) => Math.round(Number(value) * 100));
      assertEquals(read, [held_minor, captured, refunded]);
    }
  });

  it("refuses with what the execution allows, and how much is left", async () => {
    const session = await held();
    for (
      const [kind, body, sentence] of [
        ["refund", {}, "The execution is in the state authorized, which allows capture and cancel. Nothing was moved."],
        ["capture", usd("10.01"), "10.00 USD are left to capture. Nothing was moved."],
        ["capture", usd("0"), "Send more than zero, or no amount for all that is left."],
        ["capture", { amount: { value: "1.00", currency: "EUR" } }, "The execution is in USD. Nothing was moved."],
        ["capture", { amount: { value: "1.00", currency: "usd" } }, "The currency is not an ISO 4217 code in capitals"],
        ["lookup", usd("1.00"), "A lookup changes amount and meta before the first authorize only."],
      ] as const
    ) assertStringIncludes(detailOf((await act(fixture, session, kind, body)).body), sentence);
    await act(fixture, session, "capture");
    assertStringIncludes(
      detailOf((await act(fixture, session, "cancel")).body),
      "state captured, which allows refund.",
    );
    await act(fixture, session, "refund");
    assertStringIncludes(detailOf((await act(fixture, session, "refund")).body), "refunded, which allows nothing now.");
  });

  it("refunds in parts and in full, and never more than was captured", async () => {
    const session = await start(fixture);
    await pay(fixture, session, "4242424242424242");
    assertEquals((await act(fixture, session, "refund", usd("2.50"))).status, 200);
    assertEquals((await act(fixture, session, "refund", usd("7.51"))).status, 422);
    assertEquals((await act(fixture, session, "refund", usd("0"))).status, 422);
    const { body } = await act(fixture, session, "refund");
    assertEquals([String(body.state), codesOf(body).at(-1)], ["refunded", "refundSuccessful"]);
    assertEquals(await ledger(), [[1000, 1000, 1000, 0]]);
    assertEquals((await act(fixture, session, "refund")).status, 409);
  });

  it("refuses a capture or refund whose amount is misplaced, instead of moving everything that is left", async () => {
    const session = await held();
    const { amount } = usd("2.00");
    for (const kind of ["capture", "refund"]) {
      for (
        const body of [amount, { amout: amount }, { Amount: amount }, { meta: { amount } }, { reference: "r" }, [1]]
      ) {
        const { status, body: answer } = await act(fixture, session, kind, body);
        assertEquals([status, faultOf(answer)], [400, "request-invalid"], `${kind} ${JSON.stringify(body)}`);
      }
      const moved = await act(fixture, session, kind, { amount, reference: "r", amout: amount });
      assertEquals([moved.status, moved.headers.get("ignored-fields")], [200, "reference, amout"]);
      const all = await act(fixture, session, kind, kind === "capture" ? { amount: null } : "");
      assertEquals([all.status, all.headers.get("ignored-fields")], [200, null]);
    }
    assertEquals(await ledger(), [[1000, 1000, 1000, 0]]);
  });

  it("cancels what is not captured, even before any payment, and takes effect once", async () => {
    const session = await held();
    assertEquals((await act(fixture, session, "cancel")).status, 200);
    assertEquals((await act(fixture, session, "cancel")).status, 200);
    assertEquals([await sums(session), await ledger()], [["0.00", "0.00", "0.00"], [[1000, 0, 0, 1]]]);
    for (const kind of ["capture", "refund"]) assertEquals((await act(fixture, session, kind)).status, 409);
    const unpaid = await start(fixture);
    assertEquals(String((await act(fixture, unpaid, "cancel")).body.state), "cancelled");
    const late = await pay(fixture, unpaid, "4242424242424242");
    assertEquals([late.status, faultOf(late.body)], [409, "execution-closed"]);
    const captured = await start(fixture);
    await pay(fixture, captured, "4242424242424242");
    assertEquals((await act(fixture, captured, "cancel")).status, 409);
  });

  it("moves money once per key and once per amount when requests arrive at once", async () => {
    const session = await held();
    const path = `/merchant/workflows/payment-acceptance/executions/${session.id}/capture`;
    const one = await Promise.all(
      Array.from({ length: 20 }, () => send(fixture, path, { token: session.merchant, key: "one", body: usd("3.00") })),
    );
    assertEquals([new Set(one.map(({ text }) => text)).size, one[0]?.status], [1, 200]);
    const many = await Promise.all(Array.from({ length: 20 }, () => act(fixture, session, "capture", usd("7.00"))));
    assertEquals(many.filter(({ status }) => status === 200).length, 1);
    assertEquals(await ledger(), [[1000, 1000, 0, 0]]);
  });

  it("accepts no other currency, and no merchant authorize with a new card", async () => {
    const session = await held();
    const euros = await act(fixture, session, "capture", { amount: { value: "1.00", currency: "EUR" } });
    assertEquals([euros.status, faultOf(euros.body)], [422, "amount-invalid"]);
    const fresh = await start(fixture);
    const item = { paymentMethodCode: "card", integrationType: "api", amount: fresh.config.amount };
    const answer = await act(fixture, fresh, "authorize", { amount: fresh.config.amount, paymentComposition: [item] });
    assertEquals([answer.status, faultOf(answer.body)], [422, "composition-invalid"]);
  });
});
