/** Webhooks of the payments service: a signed one triggers a read at once, any other is refused. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { signBody } from "../payments/webhooks/post_webhook.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import {
  ADDRESS,
  ANN,
  consentBody,
  createBody,
  executionIn,
  openSubscriptionsFixture,
  runDueWork,
  START_MS,
  type SubscriptionsFixture,
} from "./testing/fixture.ts";

const PLAN = "tck_weekly_3dtrial";
const SECRET = "shared-secret";
const ann = { checkout: ANN };

describe("a webhook of the payments service", () => {
  let h: SubscriptionsFixture;
  let executionId: string;
  beforeEach(async () => {
    h = await openSubscriptionsFixture({ webhookSecrets: ["old-secret", SECRET] });
    executionId = executionIn(await h.call("GET", `/init/session?plan_id=${PLAN}`, ann));
    await h.call("POST", "/consents", ann, consentBody(h, PLAN, { email: "ann@example.com" }));
    h.payments.shopperPays(executionId, "pending");
  });
  afterEach(() => h.close());

  const tell = async (id: string, signature?: string) => {
    const body = JSON.stringify({ event: "authorizeSuccessful", execution: { id } });
    const headers = { "content-type": "application/json", "x-signature": signature ?? await signBody(SECRET, body) };
    const request = new Request("http://embedded/payments-notices", { method: "POST", headers, body });
    return (await h.subscriptions(request)).status;
  };
  const dueMs = async () =>
    (await h.db.selectFrom("subs_checkouts").select("next_ms").executeTakeFirstOrThrow()).next_ms;
  const bought = async () => (await h.db.selectFrom("subs_subscriptions").select("id").execute()).length;

  it("completes a purchase the issuer approved half an hour later, once, however often it arrives", async () => {
    const instrument = { executionId, paymentInstrumentId: `pi_${executionId}` };
    await h.call("POST", "/subs/create-no-user", ann, createBody(PLAN, { instrument }));
    h.clock.advance(30 * 60_000);
    h.payments.shopperPays(executionId);
    assertEquals(await Promise.all(Array.from({ length: 5 }, () => tell(executionId))), [200, 200, 200, 200, 200]);
    await eventually(async () => await bought() === 1);
    assertEquals(await tell(executionId), 200);
    assertEquals(h.payments.operations, ["capture 1.00"]);
  });

  it("is refused without the right signature and changes nothing, whatever it says", async () => {
    h.clock.advance(30 * 60_000);
    h.payments.shopperPays(executionId);
    const forged = await signBody("another-secret", "{}");
    for (const signature of ["", "no base64 !", forged]) assertEquals(await tell(executionId, signature), 401);
    assertEquals([await bought(), h.payments.operations], [0, []]);
  });

  it("reads nothing for the first minute of a checkout, and ignores executions of others", async () => {
    h.payments.shopperPays(executionId);
    h.payments.calls.length = 0;
    assertEquals([await tell(executionId), await tell("another")], [200, 200]);
    assertEquals([await bought(), h.payments.calls], [0, []]);
  });

  for (
    const [what, openedMs] of [
      ["a shopper who types for ten minutes", 10 * 60_000],
      ["a shopper who pays after 50 seconds", 50_000],
    ] as const
  ) {
    it(`leaves ${what} a minute for the create call, and keeps their address`, async () => {
      h.clock.advance(openedMs);
      h.payments.shopperPays(executionId);
      await tell(executionId);
      h.clock.advance(59_000);
      await tell(executionId);
      await runDueWork(h.ports);
      assertEquals(await bought(), 0);
      const instrument = { executionId, paymentInstrumentId: `pi_${executionId}` };
      await h.call("POST", "/subs/create-no-user", ann, createBody(PLAN, { instrument }));
      const rows = await h.db.selectFrom("subs_subscriptions").select("address_json").execute();
      assertEquals(rows.map(({ address_json }) => JSON.parse(address_json).city), [ADDRESS.city]);
    });
  }

  it("completes a purchase a minute after its approval when the page is gone, and no later", async () => {
    h.clock.advance(10 * 60_000);
    h.payments.shopperPays(executionId);
    h.clock.advance(30_000);
    await tell(executionId);
    await eventually(async () => await dueMs() < START_MS + 12 * 60_000);
    h.clock.advance(30_000);
    await runDueWork(h.ports);
    assertEquals([await bought(), h.payments.operations], [1, ["capture 1.00"]]);
  });

  it("does not believe a clock that is far ahead, and completes at once", async () => {
    h.clock.advance(10 * 60_000);
    h.payments.shopperPays(executionId);
    const execution = h.payments.executions.get(executionId);
    const time = new Date(h.clock.now() + 5 * 60_000).toISOString();
    if (execution !== undefined) execution.status = execution.status.map((status) => ({ ...status, time }));
    await tell(executionId);
    await eventually(async () => await bought() === 1);
  });

  it("buys nothing by claiming an approval that the execution does not have", async () => {
    h.clock.advance(30 * 60_000);
    assertEquals(await tell(executionId), 200);
    await new Promise((resolve) => setTimeout(resolve, 50));
    assertEquals([await bought(), h.payments.operations], [0, []]);
  });
});
