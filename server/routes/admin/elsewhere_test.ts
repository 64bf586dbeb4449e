/**
 * The console where services run elsewhere, where a server died in the middle of an act, and where money does not move.
 */
import { strFromU8, unzipSync } from "fflate";
import { afterEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { createVisitor } from "../../../tests/support/app/http_visitor.ts";
import { type ConsoleFixture, openConsole } from "../../../tests/support/console/console_fixture.ts";
import { figuresSchema } from "../../wire/admin/money.ts";

let fixture: ConsoleFixture;
afterEach(() => fixture.close());

describe("the console beside services that run elsewhere", () => {
  const FIREBASE = {
    FIREBASE_PROJECT_ID: "p",
    FIREBASE_API_KEY: "k",
    FIREBASE_AUTH_DOMAIN: "d",
    FIREBASE_APP_ID: "a",
  };
  it("O-CONSOLE-19: names each of them in every answer, shows what is here, and refuses acts that need their data", async () => {
    const elsewhere = "http://127.0.0.1:9";
    fixture = await openConsole({
      env: { ...FIREBASE, STAGING_SUBSCRIPTIONS_URL: elsewhere, STAGING_PROFILE_URL: elsewhere },
    });
    const owner = await fixture.operator("owner");
    const unseen = ["subscriptions", "members", "identity"];
    const session = (await owner.get("/api/admin/session")).body;
    assertEquals([session.unseen, session.simulated], [unseen, true]);
    for (const query of ["ada@mail.example", "+16502530000", "4242", "sub_1"]) {
      const { status, body } = await owner.post("/api/admin/search", { query });
      assertEquals([status, body.results, body.unseen], [200, [], unseen], query);
    }
    for (const path of ["disputes", "differences", "figures?from=2026-01-01&to=2026-01-02"]) {
      const { status, body } = await owner.get(`/api/admin/${path}`);
      assertEquals([status, body.unseen], [200, unseen], path);
    }
    const { days } = figuresSchema.parse((await owner.get("/api/admin/figures?from=2026-01-01&to=2026-01-01")).body);
    const churn = { started: 0, cancelled: 0, ended_unpaid: 0, running: 0 };
    const renewals = { paid: 0, declined: 0, recovered: 0 };
    assertEquals(days.map(({ day, revenue, ...rest }) => [day, revenue, rest.renewals, rest.churn]), [
      ["2026-01-01", [], renewals, churn],
    ]);
    for (
      const request of [
        { act: "cancel", purchase_id: "sub_1" },
        { act: "refund", charge_id: "charge_1" },
        { act: "resend", purchase_id: "sub_1" },
        { act: "export", customer_id: "acc-1" },
        { act: "erase", customer_id: "acc-1" },
      ]
    ) {
      const { status, body } = await owner.post("/api/admin/acts/preview", request);
      assertEquals([status, body.code], [409, "runs_elsewhere"], request.act);
    }
    const webhook = await owner.post("/api/admin/acts/preview", { act: "replay_webhook", webhook_id: "none" });
    assertEquals(webhook.body.code, "unknown", "the payments service is here");
    assertEquals((await owner.get("/api/admin/customers/acc-1")).status, 404);
  });

  it("exports and erases emails about the purchases alone where accounts are elsewhere: their address was only typed", async () => {
    fixture = await openConsole({ env: FIREBASE });
    const { db } = fixture.context;
    const support = await fixture.operator("support");
    const buy = async (): Promise<string> =>
      (await createVisitor(fixture.context).buy("tck_3month_plan", "ada@mail.example")).body.subscription_id;
    const [claimed, typed] = [await buy(), await buy()];
    await db.updateTable("subs_subscriptions").set({ user_id: "ada" }).where("id", "=", claimed).execute();
    for (const work of fixture.context.works) await work();
    const about = async (id: string) =>
      (await db.selectFrom("mail_outbox").select("recipient").where("subscription_id", "=", id).execute())
        .map(({ recipient }) => recipient);
    const act = async (name: "export" | "erase") => {
      const request = { act: name, customer_id: typed };
      const { body: { token } } = await support.post("/api/admin/acts/preview", request);
      const { status, body } = await support.post("/api/admin/acts/confirm", { token, reason: "asked to" });
      assertEquals(status, 200, JSON.stringify(body));
      return body.download;
    };
    const files = unzipSync((await support.get(await act("export"))).body);
    const emails = JSON.parse(strFromU8(files["emails.json"] ?? new Uint8Array()));
    const before = await about(claimed);
    assertEquals([before.length > 0, emails.length], [true, (await about(typed)).length]);
    await act("erase");
    assertEquals(await about(claimed), before);
    assertEquals((await about(typed)).filter((recipient) => recipient !== ""), []);
  });

  it("finishes an erasure that was cut off where accounts are elsewhere, when no purchase names the account any longer", async () => {
    fixture = await openConsole({ env: FIREBASE });
    const { db } = fixture.context;
    const support = await fixture.operator("support");
    const { body: { subscription_id } } = await createVisitor(fixture.context).buy(
      "tck_3month_plan",
      "ada@mail.example",
    );
    await db.updateTable("subs_subscriptions").set({ user_id: "ada" }).where("id", "=", subscription_id).execute();
    for (const work of fixture.context.works) await work();
    const left = async () =>
      [
        await db.selectFrom("members_profiles").select("user_id").where("user_id", "=", "ada").execute(),
        await db.selectFrom("passkeys").select("uid").where("uid", "=", "ada").execute(),
      ].map(({ length }) => length);
    const profile = { user_id: "ada", email: "", name: "Ada", own_number: "", created_ms: 0, updated_ms: 0 };
    await db.insertInto("members_profiles").values(profile).execute();
    const key = { id: "ada", uid: "ada", public_key: "", counter: 0, transports: "", name: "", is_synced: 0 };
    await db.insertInto("passkeys").values({ ...key, created_ms: 0, used_ms: null }).execute();
    const request = { act: "erase", customer_id: "acc-ada" };
    const { body: { token } } = await support.post("/api/admin/acts/preview", request);
    const confirm = () => support.post("/api/admin/acts/confirm", { token, reason: "asked to" });
    await db.schema.alterTable("members_batches").renameTo("away").execute();
    const failed = await confirm().finally(() => db.schema.alterTable("away").renameTo("members_batches").execute());
    const { user_id } = await db.selectFrom("subs_subscriptions").select("user_id").executeTakeFirstOrThrow();
    assertEquals([failed.status >= 500, user_id === "ada", await left()], [true, false, [1, 1]]);
    assertEquals([(await confirm()).status, await left()], [200, [0, 0]]);
  });

  it("says where payments are real, and that it sees none of them", async () => {
    fixture = await openConsole({ env: { STAGING_PAYMENTS_URL: "http://127.0.0.1:9" } });
    const support = await fixture.operator("support");
    const session = (await support.get("/api/admin/session")).body;
    assertEquals([session.unseen, session.simulated], [["payments"], false]);
    const replay = await support.post("/api/admin/acts/preview", { act: "replay_webhook", webhook_id: "x" });
    assertEquals(replay.body.code, "runs_elsewhere");
    assertEquals((await support.get("/api/admin/disputes")).body, { disputes: [], more: false, unseen: ["payments"] });
    const finance = await fixture.operator("finance");
    const { days } = figuresSchema.parse((await finance.get("/api/admin/figures?from=2026-01-01&to=2026-01-01")).body);
    assertEquals(days.map(({ approval, declines }) => [approval, declines]), [[{ approved: 0, declined: 0 }, []]]);
  });

  it("refuses and offers no refund of a charge whose bank took the money back, where payments are elsewhere", async () => {
    fixture = await openConsole();
    const id = (await createVisitor(fixture.context).buy("tck_3month_plan", "ada@mail.example")).body.subscription_id;
    const purchases = await fixture.context.db.selectFrom("subs_subscriptions").selectAll().execute();
    const charges = await fixture.context.db.selectFrom("subs_charges").selectAll().execute();
    await fixture.close();
    fixture = await openConsole({ env: { STAGING_PAYMENTS_URL: "http://127.0.0.1:9" } });
    const { db } = fixture.context;
    await db.insertInto("subs_subscriptions").values(purchases).execute();
    await db.insertInto("subs_charges").values(charges.map((charge) => ({ ...charge, consent_id: null }))).execute();
    const { id: charge_id, cents } = charges[0] ?? { id: "", cents: 0 };
    const support = await fixture.operator("support");
    const refundable = async () =>
      (await support.get(`/api/admin/customers/${id}`)).body.purchases[0].charges[0].refundable.minor;
    const offered = async () =>
      (await support.get(`/api/admin/purchases/${id}/timeline`)).body.entries
        .flatMap((entry: { possible: readonly string[] }) => entry.possible);
    const preview = () => support.post("/api/admin/acts/preview", { act: "refund", charge_id });
    const { body: early } = await preview();
    assertEquals([await refundable(), await offered()], [cents, ["refund"]]);
    await db.insertInto("subs_disputes").values({
      id: "dispute_1",
      charge_id,
      subscription_id: id,
      kind: "chargeback",
      state: "lost",
      category: "fraudulent",
      withdrawn_cents: cents,
      returned_cents: 0,
      fee_cents: 1_500,
      access_json: null,
      created_ms: fixture.clock.now(),
      changed_ms: fixture.clock.now(),
    }).execute();
    assertEquals([await refundable(), await offered()], [0, []]);
    const refused = await preview();
    assertEquals([refused.status, refused.body.code], [409, "state_forbids"]);
    const late = await support.post("/api/admin/acts/confirm", { token: early.token, reason: "the customer asked" });
    assertEquals([late.status, late.body.code], [409, "state_changed"]);
    assertEquals(await db.selectFrom("subs_refunds").selectAll().execute(), []);
  });
});

describe("an act in the console that was cut off", () => {
  const buyAndPreview = async () => {
    fixture = await openConsole();
    const { db } = fixture.context;
    const support = await fixture.operator("support");
    const visitor = createVisitor(fixture.context);
    const id = (await visitor.buy("tck_3month_plan", "ada@mail.example")).body.subscription_id;
    const charge = await db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", id)
      .executeTakeFirstOrThrow();
    const { body } = await support.post("/api/admin/acts/preview", { act: "refund", charge_id: charge.id, minor: 300 });
    const confirm = () => support.post("/api/admin/acts/confirm", { token: body.token, reason: "a test" });
    const refunded = async () =>
      (await db.selectFrom("pay_executions").select("refunded_minor").where("id", "=", charge.execution_id)
        .executeTakeFirstOrThrow()).refunded_minor;
    return { db, support, charge, confirm, refunded };
  };

  it("O-CONSOLE-20: is finished by the next confirm with its token, once, under the same row of the log", async () => {
    const { db, confirm, refunded } = await buyAndPreview();
    // The server died after it claimed the act, before and after the money moved.
    await db.updateTable("admin_previews").set({ state: "running", lease_ms: fixture.clock.now() + 60_000, audit: 1 })
      .execute();
    fixture.clock.advance(60_000);
    const first = await confirm();
    assertEquals([first.status, first.body.audit, await refunded()], [200, 1, 300]);
    await db.updateTable("admin_previews").set({ state: "running", lease_ms: 0, answer_json: "" }).execute();
    const second = await confirm();
    assertEquals([second.status, second.body, await refunded()], [200, first.body, 300]);
    const rows = await db.selectFrom("admin_audit").select("what").where("what", "=", "refund").execute();
    assertEquals(rows.length, 0, "the row that the claim named stands for the act");
  });

  it("answers pending when the payments service does not, and the job sends the refund later", async () => {
    const { db, confirm, refunded, support, charge } = await buyAndPreview();
    const busy = await db.selectFrom("pay_executions").select(["state", "version"])
      .where("id", "=", charge.execution_id).executeTakeFirstOrThrow();
    await db.updateTable("pay_executions").set({ state: "capturing" }).where("id", "=", charge.execution_id).execute();
    const answer = await confirm();
    assertEquals([answer.status, answer.body.state, await refunded()], [200, "pending", 0]);
    const again = await support.post("/api/admin/acts/preview", { act: "refund", charge_id: charge.id });
    assertEquals(again.body.code, "state_forbids", "one part is on its way");
    await db.updateTable("pay_executions").set({ state: busy.state }).where("id", "=", charge.execution_id).execute();
    fixture.clock.advance(3_600_000);
    for (const work of fixture.context.works) await work();
    fixture.clock.advance(3_600_000);
    for (const work of fixture.context.works) await work();
    assertEquals(await refunded(), 300);
    assert((await confirm()).status === 401, "the session has ended by then");
  });
});
