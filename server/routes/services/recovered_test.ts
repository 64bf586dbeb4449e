/** Recovery completes a purchase whose page was closed; the browser that paid may still buy add-ons. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createApp } from "../../app.ts";
import {
  consentBody,
  createBody,
  executionIn,
  openSubscriptionsFixture,
} from "../../embedded/subscriptions/testing/fixture.ts";
import { runDueWork } from "../../embedded/subscriptions/due_work.ts";
import { fakeContext } from "../../../tests/support/app/fake_context.ts";

const PLAN = "tck_weekly_3dtrial";

it("SU1: a purchase finished by recovery accepts add-ons from its own browser only", async () => {
  const h = await openSubscriptionsFixture();
  const fake = await fakeContext({ services: { subscriptions: h.subscriptions } });
  try {
    const app = createApp(fake.context);
    const begin = async () => {
      const answer = await app.request(`http://localhost:8000/init/session?plan_id=${PLAN}`, {
        headers: { host: "localhost:8000" },
      });
      const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
      return { cookie, executionId: executionIn({ status: 200, body: await answer.json() }) };
    };
    const send = async (cookie: string, path: string, body: unknown) => {
      const headers = { host: "localhost:8000", cookie, "content-type": "application/json" };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      const answer = await app.request(`http://localhost:8000${path}`, init);
      return { status: answer.status, body: await answer.json() };
    };
    const { cookie, executionId } = await begin();
    await send(cookie, "/api/consent", consentBody(h, PLAN, { email: "ann@example.com" }));
    h.payments.shopperPays(executionId);
    h.clock.advance(60_000);
    await runDueWork(h.deps);
    const { id } = await h.db.selectFrom("subs_subscriptions").select("id").executeTakeFirstOrThrow();
    const plan = "tck_guide_otp";
    const consent = await send(cookie, "/api/consent", consentBody(h, plan, { subscription_id: id }));
    const body = createBody(plan, { subscription_id: id, consent_id: consent.body.consent_id });
    const other = await begin();
    assertEquals((await send(other.cookie, "/subs/create-no-user", body)).status, 403);
    const bought = await send(cookie, "/subs/create-no-user", body);
    assertEquals([bought.status, bought.body.error], [200, ""]);
    const linked = await fake.context.db.selectFrom("app_checkouts").select("subscription_id")
      .where("execution_id", "=", executionId).executeTakeFirst();
    assertEquals(linked?.subscription_id, id);
  } finally {
    await fake.close();
    await h.close();
  }
});
