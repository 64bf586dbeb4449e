/** Installments and billing address: who gets what the shopper chose and typed. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import {
  cardBody,
  faultOf,
  pay,
  readAsMerchant,
  send,
  start,
} from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import type { AuthorizeCall } from "../acquirer/acquirer.ts";
import { createSimulator } from "../acquirer/simulator.ts";

const HOOK = { clientId: "shop", url: "https://shop.test/hook", secret: "hook-secret" };
const BRAZILIAN = "4000000760000002";
const DECLINED = "4000000000000002";

describe("installments and billing address", () => {
  let fixture: PaymentsFixture;
  const calls: AuthorizeCall[] = [];
  const received: { readonly event: string; readonly execution: { readonly installments?: unknown } }[] = [];
  beforeEach(async () => {
    calls.length = received.length = 0;
    fixture = await openPaymentsFixture({
      webhooks: [HOOK],
      deliver: async (request) => {
        received.push(await request.json());
        return new Response(null, { status: 204 });
      },
      acquirer: (db, clock) => {
        const simulator = createSimulator({ db, clock });
        return { ...simulator, authorize: (call) => (calls.push(call), simulator.authorize(call)) };
      },
    });
  });
  afterEach(() => fixture.close());

  async function payWith(
    given: { readonly installments?: unknown; readonly billingAddress?: unknown },
    number: string,
  ) {
    const session = await start(fixture);
    const body = await cardBody(session, number);
    const [item] = body.paymentComposition;
    const { billingAddress, ...parts } = given;
    const paymentInstrumentData = { ...item?.paymentInstrumentData, billingAddress };
    const answer = await send(fixture, `/client/executions/${session.id}/authorize`, {
      token: session.token,
      key: crypto.randomUUID(),
      body: { ...body, paymentComposition: [{ ...item, ...parts, paymentInstrumentData }] },
    });
    return { session, answer };
  }

  it("the acquirer gets both, with the whole amount; execution and webhooks name the parts, and nothing the address", async () => {
    const { session, answer } = await payWith({
      installments: { count: 3 },
      billingAddress: { country: { code: "BR", name: "Brazil" }, postalCode: "01310-100" },
    }, BRAZILIAN);
    assertEquals(answer.status, 200, answer.text);
    const [{ amountMinor, installments, billingAddress } = {}] = calls;
    assertEquals([amountMinor, installments], [1000, 3]);
    assertEquals(billingAddress, { country: "BR", postalCode: "01310-100" });
    const execution = await readAsMerchant(fixture, session);
    assertEquals<unknown>(execution.installments, { count: 3 });
    await fixture.work();
    assertEquals(received.map(({ execution }) => execution.installments), Array(3).fill({ count: 3 }));
    const kept = JSON.stringify([
      received,
      execution,
      await fixture.db.selectFrom("pay_executions").selectAll().execute(),
    ]);
    assert(!kept.includes("01310-100"), kept);
  });

  it("belong to the last attempt: the one that is paid at once has none", async () => {
    const { session } = await payWith({ installments: { count: 3 } }, DECLINED);
    assertEquals<unknown>((await readAsMerchant(fixture, session)).installments, { count: 3 });
    await pay(fixture, session, BRAZILIAN);
    assertEquals((await readAsMerchant(fixture, session)).installments, undefined);
    assertEquals(calls.map(({ installments }) => installments), [3, undefined]);
  });

  it("one part is a payment at once: neither the acquirer nor the execution has a count", async () => {
    const { session } = await payWith({ installments: { count: 1 } }, BRAZILIAN);
    const { installments } = await readAsMerchant(fixture, session);
    assertEquals([calls.map((call) => call.installments), installments], [[undefined], undefined]);
  });

  it("a count that is none is refused, and nothing is charged", async () => {
    for (const count of [0, 1.5, 100, "3"]) {
      const { answer } = await payWith({ installments: { count } }, BRAZILIAN);
      assertEquals([answer.status, faultOf(answer.body)], [400, "request-invalid"], String(count));
    }
    assertEquals(calls, []);
  });

  it("an address that cannot be used refuses no payment", async () => {
    const { answer } = await payWith({ billingAddress: { country: { code: "" }, postalCode: null } }, BRAZILIAN);
    assertEquals(answer.status, 200, answer.text);
  });
});
