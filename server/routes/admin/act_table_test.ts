/**
 * Every act of the console, done: it appears on the timelines that it concerns and in the audit log, the role is
 * checked at the confirm as at the preview, a token works for its operator for ten minutes, and a replayed webhook
 * arrives.
 */
import { createHmac } from "node:crypto";
import { after, before, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { createVisitor } from "../../../tests/support/app/http_visitor.ts";
import {
  type ConsoleBrowser,
  type ConsoleFixture,
  openConsole,
} from "../../../tests/support/console/console_fixture.ts";
import { onBothEngines } from "../../../tests/support/engines.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { type Act, type ActRequest, ACTS, doneSchema, previewSchema } from "../../wire/admin/acts.ts";
import { MAY, ROLES } from "../../wire/admin/roles.ts";
import { type TimelineEntry, timelineSchema } from "../../wire/admin/timeline.ts";

const SECRET = "a-secret-of-thirty-two-characters";
const REASON = "the customer asked";
const DISPUTED = "4000000000000259";

interface Received {
  readonly headers: Headers;
  readonly body: string;
}

onBothEngines("every act of the console", (place) => {
  let fixture: ConsoleFixture;
  const received: Received[] = [];
  const receiver = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    received.push({ headers: request.headers, body: await request.text() });
    return new Response(null, { status: 204 });
  });
  before(async () => {
    const hook = `http://127.0.0.1:${receiver.addr.port}/hook`;
    fixture = await openConsole({ place: place(), env: { PAYMENTS_WEBHOOKS: `merchant-demo=${hook}|${SECRET}` } });
  });
  after(async () => {
    await fixture.close();
    await receiver.shutdown();
  });

  const work = async () => {
    for (const each of fixture.context.works) await each();
  };
  const preview = async (by: ConsoleBrowser, request: ActRequest) => {
    const { status, body } = await by.post("/api/admin/acts/preview", request);
    assertEquals(status, 200, JSON.stringify([request, body]));
    return previewSchema.parse(body).token;
  };
  const confirm = (by: ConsoleBrowser, token: string) => by.post("/api/admin/acts/confirm", { token, reason: REASON });
  const entriesOf = async (by: ConsoleBrowser, path: string): Promise<readonly TimelineEntry[]> => {
    const { status, body } = await by.get(`/api/admin/${path}/timeline`);
    assertEquals(status, 200, path);
    return timelineSchema.parse(body).entries;
  };
  const logged = () => fixture.context.db.selectFrom("admin_audit").selectAll().orderBy("n").execute();

  /** A purchase on which the act is possible, its execution, and the request for the act. */
  async function caseOf(act: Act, owner: ConsoleBrowser) {
    const { db, clock } = { ...fixture.context, clock: fixture.clock };
    const email = `${act.replace("_", "-")}-${crypto.randomUUID().slice(0, 8)}@mail.example`;
    const card = act === "answer_dispute" ? DISPUTED : undefined;
    const purchase: string = (await createVisitor(fixture.context).buy("tck_3month_plan", email, card)).body
      .subscription_id;
    // The receipt follows in the background, and its email would change what a preview counts.
    await eventually(async () => {
      const { receipt_due_ms } = await db.selectFrom("subs_subscriptions").select("receipt_due_ms")
        .where("id", "=", purchase).executeTakeFirstOrThrow();
      return receipt_due_ms === null;
    });
    if (act === "answer_dispute") clock.advance(61_000);
    await work();
    const charge = await db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", purchase)
      .executeTakeFirstOrThrow();
    const execution = charge.execution_id;
    const idIn = async (table: "pay_webhooks" | "pay_disputes") =>
      (await db.selectFrom(table).select("id").where("execution_id", "=", execution).executeTakeFirstOrThrow()).id;
    if (act === "resume") {
      await confirm(owner, await preview(owner, { act: "pause", purchase_id: purchase, months: 1 }));
    }
    const requests: Readonly<Record<Act, () => Promise<ActRequest> | ActRequest>> = {
      refund: () => ({ act: "refund", charge_id: charge.id, minor: 100 }),
      cancel: () => ({ act: "cancel", purchase_id: purchase }),
      pause: () => ({ act: "pause", purchase_id: purchase, months: 1 }),
      resume: () => ({ act: "resume", purchase_id: purchase }),
      resend: () => ({ act: "resend", purchase_id: purchase }),
      replay_webhook: async () => ({ act: "replay_webhook", webhook_id: await idIn("pay_webhooks") }),
      answer_dispute: async () => ({
        act: "answer_dispute",
        dispute_id: await idIn("pay_disputes"),
        answer: "contest",
        evidence: "They used the report.",
      }),
      export: () => ({ act: "export", customer_id: purchase }),
      erase: () => ({ act: "erase", customer_id: purchase }),
    };
    return { purchase, execution, email, request: await requests[act]() };
  }

  const actsOn = async (by: ConsoleBrowser, purchase: string, act: Act) =>
    (await entriesOf(by, `purchases/${purchase}`)).filter(({ kind, name }) => kind === "act" && name === act);
  let neighbour = "";
  const early: { readonly act: Act; readonly by: ConsoleBrowser; readonly token: string; readonly purchase: string }[] =
    [];

  for (const act of ACTS) {
    it(`O-CONSOLE-28, O-CONSOLE-30: ${act} waits for an operator whose role may, and appears on timeline and log`, async () => {
      const owner = await fixture.operator("owner");
      if (neighbour === "") neighbour = (await caseOf("cancel", owner)).purchase;
      const { purchase, execution, request } = await caseOf(act, owner);
      early.push({ act, by: owner, token: await preview(owner, request), purchase });
      const email = `${act}@shop.example`;
      const by = await fixture.operator("owner", email);
      const { id } = (await by.get("/api/admin/session")).body.operator;
      const token = await preview(by, request);
      const borrowed = await confirm(owner, token);
      assertEquals([borrowed.status, borrowed.body.code], [404, "unknown"], "another operator with the token");
      // The same operator, whose role changes while the preview is open.
      for (const role of ROLES.filter((each) => !MAY[act].includes(each))) {
        await fixture.operator(role, email);
        const { status, body } = await confirm(by, token);
        assertEquals([status, body.code], [403, "role_forbids"], role);
        const refused = (await logged()).findLast(({ operator_id, what }) => operator_id === id && what === "refused");
        assertEquals([refused?.role, refused?.facts_json], [role, JSON.stringify([["right", act]])]);
      }
      assertEquals(await actsOn(owner, purchase, act), [], "neither a preview nor a refused confirm is an act");
      const answers: unknown[] = [];
      for (const role of MAY[act]) {
        await fixture.operator(role, email);
        const { status, body } = await confirm(by, token);
        assertEquals(status, 200, `${role} ${JSON.stringify(body)}`);
        answers.push(body);
      }
      const { audit, subject, download } = doneSchema.parse(answers[0]);
      assertEquals(answers, MAY[act].map(() => answers[0]), "it happened once");
      const rows = (await logged()).filter(({ what, operator_id }) => what === act && operator_id === id);
      assertEquals(rows.map((row) => [row.n, row.subject_kind, row.subject_id, row.reason, row.role]), [
        [audit, subject.kind, subject.id, REASON, MAY[act][0]],
      ]);
      if (download !== null) {
        assertEquals((await by.get(download)).status, 200);
        await fixture.operator("finance", email);
        assertEquals((await by.get(download)).body.code, "role_forbids", "the file follows the role too");
      }
      const entries = await actsOn(owner, purchase, act);
      assertEquals(entries.map((entry) => [entry.id, ...entry.facts.slice(0, 3).map(({ value }) => value)]), [
        [`act:${audit}`, id, MAY[act][0], REASON],
      ]);
      assertEquals(await actsOn(owner, neighbour, act), [], "another customer's timeline has nothing of it");
      // An execution of a purchase answers with the purchase's timeline.
      assert((await entriesOf(owner, `executions/${execution}`)).some((entry) => entry.id === `act:${audit}`));
    });
  }

  it("O-CONSOLE-30: ten minutes after its preview no act can be confirmed, and nothing is logged as done", async () => {
    assertEquals(early.map(({ act }) => act), [...ACTS]);
    const before = (await logged()).length;
    fixture.clock.advance(600_000);
    for (const { act, by, token } of early) {
      const { status, body } = await confirm(by, token);
      assertEquals([status, body.code], [409, "preview_expired"], act);
    }
    assertEquals((await logged()).length, before);
  });

  it("O-CONSOLE-28: an act on a person appears on the timeline of each of their purchases, even after the erasure", async () => {
    const by = await fixture.operator("owner");
    const { db } = fixture.context;
    const visitor = createVisitor(fixture.context);
    const email = "two@mail.example";
    const purchases: string[] = [];
    for (const plan of ["tck_3month_plan", "tck_weekly_3dtrial"] as const) {
      const { body } = await createVisitor(fixture.context).buy(plan, email);
      purchases.push(body.subscription_id);
    }
    const { uid, idToken } = await visitor.signIn(email, "Two");
    for (const subscription_id of purchases) {
      const claim = { subscription_id, email, firebase_id: uid, apple_token: "", attribution: {} };
      await visitor.post("/subs/finalize", claim, { "x-id-token": idToken });
    }
    await eventually(async () => {
      await work();
      const due = db.selectFrom("subs_subscriptions").select("id").where("id", "in", purchases)
        .where("receipt_due_ms", "is not", null);
      return await due.executeTakeFirst() === undefined;
    });
    for (const act of ["export", "erase"] as const) {
      const { status, body } = await confirm(by, await preview(by, { act, customer_id: `acc-${uid}` }));
      assertEquals([status, body.subject], [200, { kind: "customer", id: `acc-${uid}` }], JSON.stringify(body));
    }
    for (const purchase of purchases) {
      const acts = (await entriesOf(by, `purchases/${purchase}`)).filter(({ kind }) => kind === "act");
      assertEquals(acts.map(({ name }) => name), ["export", "erase"], purchase);
    }
    const linked = JSON.stringify(await db.selectFrom("admin_act_subjects").selectAll().execute());
    assert(!linked.includes(uid), "the links name purchases, and no account");
  });

  it("O-CONSOLE-29: a replayed webhook arrives at its receiver once more: same event, new delivery, good signature", async () => {
    const by = await fixture.operator("support");
    const owner = await fixture.operator("owner");
    const { request, execution } = await caseOf("replay_webhook", owner);
    if (request.act !== "replay_webhook") throw new TypeError(request.act);
    const { db } = fixture.context;
    const deliveries = () => received.filter(({ body }) => JSON.parse(body).execution?.id === execution);
    const original = await db.selectFrom("pay_webhooks").selectAll().where("id", "=", request.webhook_id)
      .executeTakeFirstOrThrow();
    const first = await eventually(async () => {
      await work();
      return deliveries().find(({ body }) => JSON.parse(body).id === original.event_id);
    });
    const before = deliveries().length;
    assertEquals(doneSchema.parse((await confirm(by, await preview(by, request))).body).state, "pending");
    const added = await eventually(async () => {
      await work();
      return deliveries()[before];
    });
    await eventually(async () => {
      const entries = await entriesOf(by, `executions/${execution}`);
      return entries.find(({ facts }) => facts.some(({ name, value }) => name === "replay_of" && value === original.id))
        ?.state === "ok";
    });
    assertEquals(deliveries().length, before + 1);
    assertEquals(JSON.parse(added.body).id, JSON.parse(first.body).id);
    assertEquals(JSON.parse(added.body).event, JSON.parse(first.body).event);
    const [id, at, signature] = ["id", "timestamp", "signature"].map((name) => added.headers.get(`webhook-${name}`));
    assertEquals(id, original.event_id);
    const expected = createHmac("sha256", SECRET).update(`${id}.${at}.${added.body}`).digest("base64");
    assertEquals(signature, `v1,${expected}`);
    const rows = (await logged()).filter(({ what, subject_id }) =>
      what === "replay_webhook" && subject_id === original.id
    );
    assertEquals(rows.map(({ reason, role }) => [reason, role]), [[REASON, "support"]]);
  });
});
