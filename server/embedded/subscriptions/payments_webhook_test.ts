/** Webhooks of the payments service: a signed one triggers a read at once, any other is refused. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { signBody } from "../payments/webhooks/post_webhook.ts";
import {
  ANN,
  consentBody,
  eventually,
  executionIn,
  openSubscriptionsFixture,
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
  const bought = async () => (await h.db.selectFrom("subs_subscriptions").select("id").execute()).length;

  it("completes a purchase the issuer approved half an hour later, once, however often it arrives", async () => {
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

  it("leaves the purchase to its page within the first minute, and ignores executions of others", async () => {
    h.payments.shopperPays(executionId);
    assertEquals([await tell(executionId), await tell("another")], [200, 200]);
    assertEquals(await bought(), 0);
  });

  it("buys nothing by claiming an approval that the execution does not have", async () => {
    h.clock.advance(30 * 60_000);
    assertEquals(await tell(executionId), 200);
    await new Promise((resolve) => setTimeout(resolve, 50));
    assertEquals([await bought(), h.payments.operations], [0, []]);
  });
});
