/**
 * The app's purchase routes in front of the real subscriptions service; only the service knows which browser holds
 * what.
 */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { sql } from "kysely";
import { createApp } from "../../app.ts";
import type { Db } from "../../db/open.ts";
import {
  consentBody,
  createBody,
  executionIn,
  openSubscriptionsFixture,
  runDueWork,
  type SubscriptionsFixture,
} from "../../embedded/subscriptions/testing/fixture.ts";
import { type Fake, fakeContext } from "../../../tests/support/app/fake_context.ts";

const PLAN = "tck_weekly_3dtrial";
const ADD_ON = "tck_guide_otp";
const CREATE = "/subs/create-no-user";

interface Browser {
  readonly cookie: string;
  readonly executionId: string;
}

describe("a purchase through the app", () => {
  let h: SubscriptionsFixture;
  let fake: Fake;
  let app: ReturnType<typeof createApp>;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
    fake = await fakeContext({ services: { subscriptions: h.subscriptions } });
    app = createApp(fake.context);
  });
  afterEach(async () => {
    await fake.close();
    await h.close();
  });

  const begin = async (): Promise<Browser> => {
    const answer = await app.request(`http://localhost:8000/init/session?plan_id=${PLAN}`, {
      headers: { host: "localhost:8000" },
    });
    const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
    return { cookie, executionId: executionIn({ status: 200, body: await answer.json() }) };
  };
  const send = async (cookie: string, path: string, body: unknown, more: Readonly<Record<string, string>> = {}) => {
    const headers = { host: "localhost:8000", cookie, "content-type": "application/json", ...more };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await app.request(`http://localhost:8000${path}`, init);
    return { status: answer.status, body: await answer.json() };
  };
  const agree = (cookie: string) => send(cookie, "/api/consent", consentBody(h, PLAN, { email: "ann@example.com" }));
  const pay = (executionId: string) => {
    h.payments.shopperPays(executionId);
    return { executionId, paymentInstrumentId: `pi_${executionId}` };
  };
  const buy = async ({ cookie, executionId }: Browser): Promise<string> => {
    await agree(cookie);
    const bought = await send(cookie, CREATE, createBody(PLAN, { instrument: pay(executionId) }));
    assertEquals([bought.status, bought.body.error], [200, ""]);
    return bought.body.subscription_id;
  };
  const addOn = async (cookie: string, id: string) => {
    const consent = await send(cookie, "/api/consent", consentBody(h, ADD_ON, { subscription_id: id }));
    return createBody(ADD_ON, { subscription_id: id, consent_id: consent.body.consent_id });
  };

  it("SU1: another browser, or one without a cookie, can neither complete a payment nor buy an add-on", async () => {
    const victim = await begin();
    await agree(victim.cookie);
    const instrument = pay(victim.executionId);
    const other = await begin();
    for (const cookie of [other.cookie, ""]) {
      assertEquals((await send(cookie, CREATE, createBody(PLAN, { instrument }))).status, 403);
    }
    const bought = await send(victim.cookie, CREATE, createBody(PLAN, { instrument }));
    assertEquals([bought.status, bought.body.error], [200, ""]);
    const body = await addOn(victim.cookie, bought.body.subscription_id);
    for (const cookie of [other.cookie, ""]) assertEquals((await send(cookie, CREATE, body)).status, 403);
    const charges = () => h.db.selectFrom("subs_charges").select("plan_id").orderBy("plan_id").execute();
    assertEquals(await charges(), [{ plan_id: PLAN }]);
    assertEquals((await send(victim.cookie, CREATE, body)).body.error, "");
    assertEquals(await charges(), [{ plan_id: ADD_ON }, { plan_id: PLAN }]);
  });

  it("SU1: a purchase finished by recovery accepts add-ons from its own browser only", async () => {
    const { cookie, executionId } = await begin();
    await agree(cookie);
    h.payments.shopperPays(executionId);
    h.clock.advance(60_000);
    await runDueWork(h.ports);
    const { id } = await h.db.selectFrom("subs_subscriptions").select("id").executeTakeFirstOrThrow();
    const body = await addOn(cookie, id);
    assertEquals((await send((await begin()).cookie, CREATE, body)).status, 403);
    const bought = await send(cookie, CREATE, body);
    assertEquals([bought.status, bought.body.error], [200, ""]);
  });

  it("SU1: a forged hash of the buyer's cookie, another member's token and the cookie after a claim buy no add-on", async () => {
    const buyer = await begin();
    const id = await buy(buyer);
    const body = await addOn(buyer.cookie, id);
    const { checkout_hash } = await h.db.selectFrom("subs_subscriptions").select("checkout_hash")
      .executeTakeFirstOrThrow();
    const other = await begin();
    const refused = async (cookie: string, more: Readonly<Record<string, string>>) =>
      assertEquals((await send(cookie, CREATE, body, more)).status, 403, `${cookie} ${Object.keys(more)}`);
    const eve = { "x-id-token": "eve:eve@example.com" };
    for (const cookie of [other.cookie, ""]) {
      await refused(cookie, { "x-checkout": checkout_hash });
      await refused(cookie, eve);
      await refused(cookie, { ...eve, "x-checkout": checkout_hash, "x-checkout-new": "1" });
      await refused(cookie, { "x-id-token": "ann:ann@example.com:unverified" });
    }
    const claimed = { subscription_id: id, email: "", firebase_id: "ann", apple_token: "", attribution: {} };
    const ann = { "x-id-token": "ann:ann@example.com" };
    assertEquals((await send(buyer.cookie, "/subs/finalize", claimed, ann)).status, 200);
    await refused(buyer.cookie, {});
    await refused(buyer.cookie, eve);
    const charges = () => h.db.selectFrom("subs_charges").select("plan_id").execute();
    assertEquals(await charges(), [{ plan_id: PLAN }]);
    const own = await send("", "/api/consent", consentBody(h, ADD_ON, { subscription_id: id }), ann);
    const bought = createBody(ADD_ON, { subscription_id: id, consent_id: own.body.consent_id });
    assertEquals((await send("", CREATE, bought, ann)).body.error, "");
  });

  it("a create that brings its payment method needs this browser's own checkout of the plan", async () => {
    const { cookie } = await begin();
    const call = { ...createBody(PLAN, {}), token: "token", display_name: "Visa", vault: "v" };
    const path = "/subs/create-no-user-applepay";
    assertEquals((await send("", path, call)).status, 403);
    assertEquals((await send(cookie, path, { ...call, plan_id: "tck_3month_plan" })).status, 403);
    assertEquals((await send(cookie, path, call)).status, 200);
  });

  it("an erased member leaves no row that names their browser", async () => {
    const browser = await begin();
    const id = await buy(browser);
    const member = { token: "ann:ann@example.com" };
    const checkout = fake.seen.find(({ path }) => path === CREATE)?.headers["x-checkout"] ?? "";
    assertEquals((await rowsWith(h.db, checkout)).includes("subs_checkouts"), true);
    const claim = { subscription_id: id, email: "", firebase_id: "ann", apple_token: "", attribution: {} };
    assertEquals((await h.call("POST", "/subs/finalize", { ...member, checkout }, claim)).status, 200);
    await h.call("POST", `/cancel-subscription/${id}`, { ...member, checkout });
    assertEquals((await h.call("POST", "/forget-member", member)).status, 200);
    assertEquals([await rowsWith(h.db, checkout), await rowsWith(fake.context.db, checkout)], [[], []]);
  });
});

/** Tables of an SQLite database with the text in any column. */
async function rowsWith(db: Db, text: string): Promise<readonly string[]> {
  const { rows: tables } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    if (JSON.stringify(rows).includes(text)) found.push(name);
  }
  return found;
}
