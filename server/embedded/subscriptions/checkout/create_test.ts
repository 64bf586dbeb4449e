/** A purchase from session to subscription: who may buy, what is checked, and that it happens once. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { PLANS } from "../../../wire/billing/plans.ts";
import { addLength, DAY_MS } from "../../../wire/billing/schedule.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import {
  ANN,
  BOB,
  buy,
  consentBody,
  createBody,
  executionIn,
  openSubscriptionsFixture,
  prepare,
  START_MS,
  type SubscriptionsFixture,
} from "../testing/fixture.ts";

const ann = { checkout: ANN };
const WEEKLY = "tck_weekly_3dtrial";

describe("purchase by instrument", () => {
  let h: SubscriptionsFixture;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
  });
  afterEach(() => h.close());

  it("W-CALL-04: GET /init/session answers the payment client's configuration unchanged", async () => {
    const answer = await h.call("GET", `/init/session?plan_id=${WEEKLY}`, ann);
    assertEquals(answer.status, 200);
    assertEquals(Object.keys(answer.body), ["version", "data"]);
    const [init] = h.payments.bodies.filter(({ path }) => path === "/merchant/client/init");
    assertEquals(init?.body.amount, { value: "1.00", currency: "USD" });
    assertEquals(init?.body.type, "dropIn");
    assertMatch(init?.key ?? "", /^order_[\w-]{24}$/);
  });

  it("fetches one access token for many sessions", async () => {
    await Promise.all(PLANS.map(() => h.call("GET", `/init/session?plan_id=${WEEKLY}`, ann)));
    assertEquals(h.payments.calls.filter((call) => call.includes("/auth/token/")).length, 1);
  });

  for (
    const [what, path, who, status] of [
      ["an unknown plan", "/init/session?plan_id=nope", ann, 400],
      ["an add-on", "/init/session?plan_id=tck_guide_otp", ann, 400],
      ["no plan", "/init/session", ann, 400],
      ["no checkout cookie", `/init/session?plan_id=${WEEKLY}`, {}, 403],
      ["a bad token beside a good cookie", `/init/session?plan_id=${WEEKLY}`, { ...ann, token: "bad" }, 401],
    ] as const
  ) {
    it(`answers ${status} to ${what}, with a sentence`, async () => {
      const answer = await h.call("GET", path, who);
      assertEquals(answer.status, status);
      assert(String(answer.body.error).length > 10);
      assertEquals(h.payments.executions.size, 0);
    });
  }

  it("cancels the old execution and keeps the holder when the browser chooses another plan", async () => {
    const first = executionIn(await h.call("GET", `/init/session?plan_id=${WEEKLY}`, ann));
    const second = executionIn(await h.call("GET", "/init/session?plan_id=tck_3month_plan", ann));
    const codes = (id: string) => h.payments.executions.get(id)?.status.map(({ code }) => code);
    await eventually(() => codes(first)?.join() === "cancelSuccessful");
    assertEquals(codes(second), []);
    assertEquals(
      h.payments.executions.get(first)?.holderReference,
      h.payments.executions.get(second)?.holderReference,
    );
  });

  it("SECURITY: the next attempt in a browser shows no card that the one before has stored", async () => {
    const first = executionIn(await h.call("GET", `/init/session?plan_id=${WEEKLY}`, ann));
    const holderReference = h.payments.executions.get(first)?.holderReference;
    h.payments.cards.set("pi_before", { id: "pi_before", holderReference, status: "enabled", data: {} });
    const second = executionIn(await h.call("GET", `/init/session?plan_id=${WEEKLY}`, ann));
    assert(h.payments.executions.get(second)?.holderReference !== holderReference);
  });

  it("W-CALL-06, TRUST T3: an authorized, consented instrument becomes one subscription, one charge and a receipt", async () => {
    const id = await buy(h);
    assertMatch(id, /^sub_[\w-]{24}$/);
    assertEquals(h.payments.operations, ["capture 1.00"]);
    const [row] = await h.db.selectFrom("subs_subscriptions").selectAll().execute();
    assertEquals([row?.status, row?.next_charge_cents, row?.user_id], ["trial", 1999, ""]);
    assertEquals(row?.next_charge_ms, START_MS + 3 * DAY_MS);
    const charges = await h.db.selectFrom("subs_charges").selectAll().execute();
    assertEquals(charges.map(({ cents, state, charge_key }) => [cents, state, charge_key]), [[
      100,
      "succeeded",
      "period:0",
    ]]);
    await h.ports.sender.sendDue();
    const [mail] = h.mails;
    assertEquals(mail?.to, "Ann@Example.com");
    for (
      const fact of [
        "$1.00",
        "$19.99",
        "Feb 3, 2027",
        "every 7 days",
        "https://app.example/trustcheck/unsubscription?c=",
      ]
    ) {
      assert(mail?.text.includes(fact), `the enrolment mail says ${fact}`);
    }
  });

  it("writes one subscription and one charge for 50 parallel and 5 later creates of one execution, with equal bodies", async () => {
    const { body } = await prepare(h, WEEKLY);
    const send = () => h.call("POST", "/subs/create-no-user", ann, body);
    const answers = await Promise.all(Array.from({ length: 50 }, send));
    for (let more = 0; more < 5; more++) answers.push(await send());
    assertEquals(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
    assertEquals(answers[0]?.body.error, "");
    assertEquals(h.payments.operations, ["capture 1.00"]);
    assertEquals((await h.db.selectFrom("subs_subscriptions").select("id").execute()).length, 1);
    assertEquals((await h.db.selectFrom("subs_charges").select("id").execute()).length, 1);
    assertEquals(h.mails.length, 1);
  });

  it("writes one subscription when two servers complete one execution at once", async () => {
    const { createSubscriptions } = await import("../subscriptions.ts");
    const other = createSubscriptions(h.ports);
    const { body } = await prepare(h, WEEKLY);
    const request = () =>
      new Request("http://embedded/subs/create-no-user", {
        method: "POST",
        headers: { "content-type": "application/json", "x-checkout": ANN },
        body: JSON.stringify(body),
      });
    const answers = await Promise.all([
      h.subscriptions(request()),
      other(request()),
      h.subscriptions(request()),
      other(request()),
    ]);
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    assertEquals(new Set(bodies).size, 1);
    assertEquals((await h.db.selectFrom("subs_subscriptions").select("id").execute()).length, 1);
    assertEquals(h.payments.operations, ["capture 1.00"]);
  });

  it("W-CARD-06, TRUST T2: without consent nothing is captured and a sentence says why", async () => {
    const executionId = executionIn(await h.call("GET", `/init/session?plan_id=${WEEKLY}`, ann));
    h.payments.shopperPays(executionId);
    const instrument = { executionId, paymentInstrumentId: `pi_${executionId}` };
    const answer = await h.call("POST", "/subs/create-no-user", ann, createBody(WEEKLY, { instrument }));
    assertEquals(answer.status, 200);
    assertMatch(String(answer.body.error), /consent/);
    assertEquals(h.payments.operations, []);
  });

  it("explains a decline in words, and lets another card pay the same execution", async () => {
    const executionId = executionIn(await h.call("GET", `/init/session?plan_id=${WEEKLY}`, ann));
    await h.call("POST", "/consents", ann, consentBody(h, WEEKLY));
    const body = createBody(WEEKLY, { instrument: { executionId, paymentInstrumentId: `pi_${executionId}` } });
    h.payments.shopperPays(executionId, "failed");
    const declined = await h.call("POST", "/subs/create-no-user", ann, body);
    assertMatch(String(declined.body.error), /insufficient funds/);
    assertEquals(h.payments.operations, []);
    assertEquals(await h.db.selectFrom("subs_charges").select("id").execute(), []);
    h.payments.shopperPays(executionId);
    assertEquals((await h.call("POST", "/subs/create-no-user", ann, body)).body.error, "");
  });

  it("refuses and does not capture an execution that this checkout did not create", async () => {
    const changes:
      readonly ((execution: { amount: object; holderReference: string; paymentInstrumentId?: string }) => void)[] = [
        (execution) => execution.amount = { value: "0.01", currency: "USD" },
        (execution) => execution.amount = { value: "1.00", currency: "EUR" },
        (execution) => execution.holderReference = "holder_other",
        (execution) => execution.paymentInstrumentId = "pi_other",
        (execution) => delete execution.paymentInstrumentId,
      ];
    for (const change of changes) {
      const { executionId, body } = await prepare(h, WEEKLY);
      change(h.payments.executions.get(executionId) as never);
      const answer = await h.call("POST", "/subs/create-no-user", ann, body);
      assertMatch(String(answer.body.error), /doesn't match/, change.toString());
    }
    assertEquals(h.payments.operations, []);
  });

  it("refuses an execution from another browser, without a browser and for another plan", async () => {
    const { body } = await prepare(h, WEEKLY);
    assertEquals((await h.call("POST", "/subs/create-no-user", { checkout: BOB }, body)).status, 403);
    assertEquals((await h.call("POST", "/subs/create-no-user", {}, body)).status, 403);
    assertEquals((await h.call("POST", "/subs/create-no-user", { token: "ann" }, body)).status, 403);
    assertEquals(
      (await h.call("POST", "/subs/create-no-user", ann, { ...body, plan_id: "tck_3month_plan" })).status,
      400,
    );
    assertEquals(h.payments.operations, []);
  });

  it("W-CALL-05: refuses a create without a required field or with a manipulated one", async () => {
    const { body } = await prepare(h, WEEKLY);
    const { instrument: _, ...without } = body as typeof body & { instrument: unknown };
    assertEquals((await h.call("POST", "/subs/create-no-user", ann, without)).status, 400);
    for (const extra of [{ amount: 0.01 }, { status: "active" }, { user_id: "victim" }, { subscription_id: "x" }]) {
      assertEquals((await h.call("POST", "/subs/create-no-user", ann, { ...body, ...extra })).status, 400);
    }
    assertEquals(h.payments.operations, []);
  });

  it("SECURITY R28: an unavailable SMTP server does not delay a purchase, and the email follows later", async () => {
    const silence = Promise.withResolvers<void>();
    [h.mailFails, h.mailHold] = [true, silence.promise];
    await buy(h);
    const sending = h.ports.sender.sendDue();
    silence.resolve();
    await sending;
    assertEquals(h.mails, []);
    const [email] = await h.db.selectFrom("mail_outbox").selectAll().execute();
    assertEquals([email?.sent_ms, email?.attempts], [null, 1]);
    h.mailFails = false;
    await h.ports.sender.sendDue();
    assertEquals(h.mails, []);
    h.clock.advance(60_000);
    await h.ports.sender.sendDue();
    assertEquals(h.mails.length, 1);
    assert((await h.db.selectFrom("mail_outbox").select("sent_ms").executeTakeFirstOrThrow()).sent_ms !== null);
  });

  it("retries with the same key when the payments service answers 500 twice", async () => {
    const { body } = await prepare(h, WEEKLY);
    let faults = 2;
    h.payments.before = (request) =>
      request.url.endsWith("/capture") && faults-- > 0 ? new Response("down", { status: 500 }) : undefined;
    assertEquals((await h.call("POST", "/subs/create-no-user", ann, body)).body.error, "");
    assertEquals(h.payments.operations, ["capture 1.00"]);
  });

  it("completes a purchase whose capture answer was lost at the next create, without a second capture", async () => {
    const { body } = await prepare(h, WEEKLY);
    const real = h.payments.upstream;
    let lose = 3;
    h.payments.before = async (request) => {
      if (!request.url.endsWith("/capture") || lose-- <= 0) return undefined;
      const before = h.payments.before;
      h.payments.before = () => undefined;
      await real(request.clone());
      h.payments.before = before;
      throw new TypeError("connection reset");
    };
    assertMatch(String((await h.call("POST", "/subs/create-no-user", ann, body)).body.error), /won't be charged twice/);
    assertEquals((await h.call("POST", "/subs/create-no-user", ann, body)).body.error, "");
    assertEquals(h.payments.operations, ["capture 1.00"]);
  });

  it("ignores a consent given before the session", async () => {
    await h.call("GET", `/init/session?plan_id=${WEEKLY}`, ann);
    await h.call("POST", "/consents", ann, consentBody(h, WEEKLY));
    h.clock.advance(1);
    const executionId = executionIn(await h.call("GET", `/init/session?plan_id=${WEEKLY}`, ann));
    h.payments.shopperPays(executionId);
    const instrument = { executionId, paymentInstrumentId: `pi_${executionId}` };
    const answer = await h.call("POST", "/subs/create-no-user", ann, createBody(WEEKLY, { instrument }));
    assertMatch(String(answer.body.error), /consent/);
  });

  it("accepts a consent whose server's clock is behind that of the session's", async () => {
    const executionId = executionIn(await h.call("GET", `/init/session?plan_id=${WEEKLY}`, ann));
    const aheadMs = h.clock.now() + 400;
    await h.db.updateTable("subs_checkouts").set({ created_ms: aheadMs }).where("execution_id", "=", executionId)
      .execute();
    await h.call("POST", "/consents", ann, consentBody(h, WEEKLY));
    h.payments.shopperPays(executionId);
    const instrument = { executionId, paymentInstrumentId: `pi_${executionId}` };
    const answer = await h.call("POST", "/subs/create-no-user", ann, createBody(WEEKLY, { instrument }));
    assertEquals(answer.body.error, "");
    const [row] = await h.db.selectFrom("subs_consents").select("created_ms").execute();
    assertEquals(row?.created_ms, aheadMs);
  });

  it("uses one consent for one execution, even when two tabs of the same plan are paid at once", async () => {
    const tabs = [await prepare(h, WEEKLY), await prepare(h, WEEKLY)];
    const [consent] = await h.db.selectFrom("subs_consents").select("id").orderBy("created_ms").execute();
    await h.db.deleteFrom("subs_consents").where("id", "=", consent?.id ?? "").execute();
    const answers = await Promise.all(tabs.map(({ body }) => h.call("POST", "/subs/create-no-user", ann, body)));
    assertEquals(answers.filter(({ body }) => body.error === "").length, 1);
    const isRefused = (error: unknown) => /consent|won't be charged twice|already/.test(String(error));
    assertEquals(answers.filter(({ body }) => isRefused(body.error)).length, 1);
    assertEquals(h.payments.operations, ["capture 1.00"]);
  });

  it("gives a second purchase in the same browser a holder of its own", async () => {
    await buy(h);
    await buy(h, "tck_3month_plan");
    const holders = await h.db.selectFrom("subs_subscriptions").select("holder_reference").execute();
    assertEquals(new Set(holders.map((row) => row.holder_reference)).size, 2);
  });

  it("records the date and amount of the consent for every plan that renews", async () => {
    for (const plan of PLANS.filter(({ length }) => length === "7d" || length === "1m" || length === "3m")) {
      const id = await buy(h, plan.id);
      const row = await h.db.selectFrom("subs_subscriptions").selectAll().where("id", "=", id)
        .executeTakeFirstOrThrow();
      const expected = "trial_days" in plan ? START_MS + 3 * DAY_MS : addLength(START_MS, plan.length);
      assertEquals(row.next_charge_ms, expected, plan.id);
      assertEquals(row.next_charge_cents, plan.sum_cents, plan.id);
      assertEquals(row.status, "trial_days" in plan ? "trial" : "active");
    }
  });
});
