/** Acts of the console: a preview changes nothing, a confirm does it once, roles hold, and the log has it all. */
import { after, before, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { createVisitor } from "../../../tests/support/app/http_visitor.ts";
import {
  type ConsoleBrowser,
  type ConsoleFixture,
  openConsole,
} from "../../../tests/support/console/console_fixture.ts";
import { onBothEngines } from "../../../tests/support/engines.ts";
import { ledgerPlace, openLedger } from "../../embedded/payments/payments.ts";
import { verifyAudit } from "../../audit/verify.ts";
import { type ActRequest, ACTS, doneSchema, MAX_EVIDENCE_CHARS, previewSchema } from "../../wire/admin/acts.ts";
import { MAY, READS, ROLES } from "../../wire/admin/roles.ts";

const DAY_MS = 86_400_000;
const NONE = "a".repeat(43);

onBothEngines("an act in the console", (place) => {
  let fixture: ConsoleFixture;
  let support: ConsoleBrowser;
  before(async () => {
    fixture = await openConsole({
      place: place(),
      env: { PAYMENTS_WEBHOOKS: "merchant-demo=http://127.0.0.1:9/hook|secret" },
    });
    support = await fixture.operator("support");
  });
  after(() => fixture.close());

  const buy = async (email: string, card?: string): Promise<string> =>
    (await createVisitor(fixture.context).buy("tck_3month_plan", email, card)).body.subscription_id;
  const chargeOf = async (id: string) =>
    await fixture.context.db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", id)
      .executeTakeFirstOrThrow();
  const purchaseOf = async (id: string) =>
    await fixture.context.db.selectFrom("subs_subscriptions").selectAll().where("id", "=", id)
      .executeTakeFirstOrThrow();
  const refundedMinor = async (execution: string) =>
    (await fixture.context.db.selectFrom("pay_executions").select("refunded_minor").where("id", "=", execution)
      .executeTakeFirstOrThrow()).refunded_minor;
  const preview = async (request: ActRequest, by = support) => {
    const { status, body } = await by.post("/api/admin/acts/preview", request);
    assertEquals(status, 200, JSON.stringify(body));
    return previewSchema.parse(body);
  };
  const confirm = (token: string, by = support, reason = "the customer asked") =>
    by.post("/api/admin/acts/confirm", { token, reason });
  const act = async (request: ActRequest, by = support) => {
    const { status, body } = await confirm((await preview(request, by)).token, by);
    assertEquals(status, 200, JSON.stringify(body));
    return doneSchema.parse(body);
  };
  const mails = async (id: string) =>
    (await fixture.context.db.selectFrom("mail_outbox").select("kind").where("subscription_id", "=", id)
      .orderBy("created_ms").execute()).map(({ kind }) => kind);
  const logged = async () => await fixture.context.db.selectFrom("admin_audit").selectAll().orderBy("n").execute();
  const merchantRead = async (path: string) => {
    const { payments } = fixture.context.embedded;
    const headers = { "x-api-key": "demo-secret" };
    const token = await payments(new Request("http://p/auth/token/merchant-demo", { method: "POST", headers }));
    const authorization = `Bearer ${(await token.json()).access_token}`;
    return await (await payments(new Request(`http://p${path}`, { headers: { authorization } }))).json();
  };
  const work = async () => {
    for (const each of fixture.context.works) await each();
  };

  it("O-CONSOLE-17: refunds a part, then the rest, and not a cent more; each part has its email and its webhook", async () => {
    const id = await buy("ada@mail.example");
    const charge = await chargeOf(id);
    const first = await preview({ act: "refund", charge_id: charge.id, minor: 500 });
    assertEquals(first.subject, { kind: "charge", id: charge.id });
    assertEquals(first.effects, [
      {
        kind: "money",
        move: "refund",
        amount: { minor: 500, currency: "USD" },
        instrument: { method: "card", network: "visa", last_four: "4242" },
      },
      {
        kind: "email",
        email_kind: "refunded",
        to: { masked: "a•••@m•••.example", reveal: { subject: { kind: "purchase", id }, field: "email" } },
        language: "en",
      },
      { kind: "webhook", event: "refundSuccessful", origin: "http://127.0.0.1:9" },
    ]);
    assertEquals(first.warnings, ["not_reversible", "plan_continues"]);
    assertEquals([await refundedMinor(charge.execution_id), (await mails(id)).includes("refunded")], [0, false]);
    const done = doneSchema.parse((await confirm(first.token)).body);
    assertEquals([done.act, done.state, done.subject, done.download], ["refund", "done", first.subject, null]);
    assertEquals(await refundedMinor(charge.execution_id), 500);
    const { body: customer } = await support.get(`/api/admin/customers/${id}`);
    assertEquals(customer.paid, [{ minor: charge.cents - 500, currency: "USD" }]);
    const beyond = await support.post("/api/admin/acts/preview", {
      act: "refund",
      charge_id: charge.id,
      minor: charge.cents - 499,
    });
    assertEquals([beyond.status, beyond.body.code], [409, "refund_too_large"]);
    assertEquals((await act({ act: "refund", charge_id: charge.id, minor: 300 })).state, "done");
    assertEquals((await act({ act: "refund", charge_id: charge.id })).state, "done");
    assertEquals(await refundedMinor(charge.execution_id), charge.cents);
    assertEquals((await mails(id)).filter((kind) => kind === "refunded").length, 3);
    const texts = await fixture.context.db.selectFrom("mail_outbox").select("text").where("subscription_id", "=", id)
      .where("kind", "=", "refunded").execute();
    for (const sum of ["$5.00", "$3.00"]) assert(texts.some(({ text }) => text.includes(sum)), sum);
    assert(texts.every(({ text }) => text.includes("Our support team arranged this refund.")));
    const over = await support.post("/api/admin/acts/preview", { act: "refund", charge_id: charge.id });
    assertEquals([over.status, over.body.code], [409, "state_forbids"]);
    const moved = await fixture.context.db.selectFrom("pay_intents").select("amount_minor")
      .where("execution_id", "=", charge.execution_id).where("kind", "=", "refund").orderBy("created_ms").execute();
    assertEquals(moved.map(({ amount_minor }) => amount_minor), [500, 300, charge.cents - 800]);
  });

  it("takes nothing from the right to withdraw: the member is offered the rest, and gets it", async () => {
    const visitor = createVisitor(fixture.context);
    const id = (await visitor.buy("tck_3month_plan", "amy@mail.example")).body.subscription_id;
    const charge = await chargeOf(id);
    await act({ act: "refund", charge_id: charge.id, minor: 400 });
    const { body } = await visitor.post(`/services/subscriptions/charges-of/${id}`, {});
    assertEquals(body.charges[0].withdrawal.cents, charge.cents - 400, "what Billing offers");
    const answer = await visitor.post(`/api/withdraw/${id}`, { charges: [charge.id] });
    assertEquals([answer.status, answer.body.refund_cents], [200, charge.cents - 400], JSON.stringify(answer.body));
    await work();
    assertEquals(await refundedMinor(charge.execution_id), charge.cents);
    const stored = await fixture.context.db.selectFrom("subs_refunds").selectAll().where("charge_id", "=", charge.id)
      .execute();
    assertEquals(stored.map(({ id, cents, reason, state }) => [id, cents, reason, state]), [
      [answer.body.refunds[0].id, charge.cents, "withdrawal", "sent"],
    ]);
  });

  it("O-CONSOLE-15: happens once under a double click, and a repeat answers the same", async () => {
    const charge = await chargeOf(await buy("bea@mail.example"));
    const { token } = await preview({ act: "refund", charge_id: charge.id, minor: 700 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(token)));
    const bodies = answers.map(({ status, body }) => [status, body]);
    assertEquals(bodies, bodies.map(() => [200, bodies[0]?.[1]]));
    assertEquals((await confirm(token)).body, bodies[0]?.[1]);
    assertEquals(await refundedMinor(charge.execution_id), 700);
    const rows = (await logged()).filter(({ what, subject_id }) => what === "refund" && subject_id === charge.id);
    assertEquals(rows.map(({ n, reason, facts_json }) => [n, reason, facts_json.includes('["minor","700"]')]), [
      [bodies[0]?.[1].audit, "the customer asked", true],
    ]);
  });

  it("O-CONSOLE-16: is refused when something changed since the preview, and leaves everything as it is", async () => {
    const charge = await chargeOf(await buy("cat@mail.example"));
    const early = await preview({ act: "refund", charge_id: charge.id });
    const part = await preview({ act: "refund", charge_id: charge.id, minor: 100 });
    assertEquals((await confirm(part.token)).status, 200);
    const late = await confirm(early.token);
    assertEquals([late.status, late.body.code], [409, "state_changed"]);
    assertEquals(await refundedMinor(charge.execution_id), 100);
    const old = await preview({ act: "refund", charge_id: charge.id });
    fixture.clock.advance(600_000);
    assertEquals((await confirm(old.token)).body.code, "preview_expired");
  });

  it("O-CONSOLE-16: refuses a part that another operator has refunded since the preview, even at the same moment", async () => {
    const other = await fixture.operator("finance");
    const charge = await chargeOf(await buy("cleo@mail.example"));
    const part = { act: "refund", charge_id: charge.id, minor: 500 } as const;
    const early = await preview(part, other);
    assertEquals((await confirm((await preview(part)).token)).status, 200);
    const late = await confirm(early.token, other);
    assertEquals([late.status, late.body.code], [409, "state_changed"]);
    assertEquals(await refundedMinor(charge.execution_id), 500);
    const tokens = [(await preview(part)).token, (await preview(part, other)).token] as const;
    const both = await Promise.all([confirm(tokens[0]), confirm(tokens[1], other)]);
    assertEquals(both.map(({ status }) => status).sort(), [200, 409]);
    assertEquals(await refundedMinor(charge.execution_id), 1_000);
    const { subscriptions } = fixture.context.forOperators ?? {};
    const stale = { chargeId: charge.id, cents: 500, left: charge.cents - 500, key: "a-preview-before-the-last-part" };
    assertEquals(await subscriptions?.refund(stale), "refused");
    assertEquals(await refundedMinor(charge.execution_id), 1_000);
  });

  it("cancels: no further charge, one email, and a second cancel is impossible", async () => {
    const id = await buy("dan@mail.example");
    const { effects } = await preview({ act: "cancel", purchase_id: id });
    assertEquals((await purchaseOf(id)).status, "active");
    const states = effects.flatMap((effect) => effect.kind === "state" ? [[effect.field, effect.from, effect.to]] : []);
    assertEquals(states[0], ["status", "active", "cancelled"]);
    assertEquals([states[1]?.[0], states[1]?.[2]], ["next_charge_at", ""]);
    assertEquals((await act({ act: "cancel", purchase_id: id })).state, "done");
    const row = await purchaseOf(id);
    assertEquals([row.status, row.next_charge_ms], ["cancelled", null]);
    assertEquals((await mails(id)).filter((kind) => kind === "cancelled").length, 1);
    const again = await support.post("/api/admin/acts/preview", { act: "cancel", purchase_id: id });
    assertEquals([again.status, again.body.code], [409, "state_forbids"]);
    const none = await support.post("/api/admin/acts/preview", { act: "cancel", purchase_id: "sub_none" });
    assertEquals([none.status, none.body.code], [404, "unknown"]);
  });

  it("pauses and resumes, with the dates that the preview names", async () => {
    const id = await buy("eli@mail.example");
    const until = (await purchaseOf(id)).next_charge_ms ?? 0;
    const shown = await preview({ act: "pause", purchase_id: id, months: 2 });
    const done = await confirm(shown.token);
    assertEquals(done.status, 200, JSON.stringify(done.body));
    // Longer than a server may take: what was done is not taken over and done again.
    fixture.clock.advance(61_000);
    assertEquals((await confirm(shown.token)).body, done.body);
    const paused = await purchaseOf(id);
    assert(paused.resume_ms !== null && paused.resume_ms > until + 50 * DAY_MS);
    const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const statesOf = ({ effects }: typeof shown) =>
      effects.flatMap((effect) => effect.kind === "state" ? [[effect.field, effect.from, effect.to]] : []);
    assertEquals(statesOf(shown), [
      ["next_charge_at", dayOf(until), dayOf(paused.resume_ms)],
      ["paused_until", "", dayOf(paused.resume_ms)],
    ]);
    const twice = await support.post("/api/admin/acts/preview", { act: "pause", purchase_id: id, months: 1 });
    assertEquals(twice.body.code, "state_forbids");
    /** The server died after it changed the plan, and before it wrote so. */
    const repeat = async (token: string, audit: number) => {
      await fixture.context.db.updateTable("admin_previews").set({ state: "running", lease_ms: 0, answer_json: "" })
        .where("audit", "=", audit).execute();
      const { status, body } = await confirm(token);
      return [status, body.audit, body.state];
    };
    assertEquals(await repeat(shown.token, done.body.audit), [200, done.body.audit, "done"]);
    assertEquals((await purchaseOf(id)).resume_ms, paused.resume_ms);
    const resumed = await preview({ act: "resume", purchase_id: id });
    assertEquals(statesOf(resumed), [
      ["next_charge_at", dayOf(paused.resume_ms), dayOf(until)],
      ["paused_until", dayOf(paused.resume_ms), ""],
    ]);
    const { body: end } = await confirm(resumed.token);
    assertEquals(await repeat(resumed.token, end.audit), [200, end.audit, "done"]);
    assertEquals([(await purchaseOf(id)).resume_ms, (await purchaseOf(id)).next_charge_ms], [null, until]);
    assertEquals((await mails(id)).filter((kind) => kind === "changed").length, 2);
  });

  it("resumes a plan whose paid time is over: a declined charge is pending, and canceling then ends the plan", async () => {
    const [declined, paid] = [await buy("fin@mail.example", "4000000000000341"), await buy("flo@mail.example")];
    for (const id of [declined, paid]) await act({ act: "pause", purchase_id: id, months: 3 });
    fixture.clock.advance((await purchaseOf(paid)).current_period_end_ms - fixture.clock.now() + DAY_MS);
    support = await fixture.operator("support");
    const shown = await preview({ act: "resume", purchase_id: declined });
    assertEquals(shown.warnings, ["charges_at_once"]);
    const { body: end } = await confirm(shown.token);
    assertEquals([end.state, (await purchaseOf(declined)).status], ["pending", "past_due"]);
    assertEquals((await act({ act: "resume", purchase_id: paid })).state, "done");
    await fixture.context.db.updateTable("admin_previews").set({ state: "running", lease_ms: 0, answer_json: "" })
      .where("audit", "=", end.audit).execute();
    assertEquals((await confirm(shown.token)).body.state, "pending", "repeated after a crash");
    const statusesOf = async (id: string) =>
      (await preview({ act: "cancel", purchase_id: id })).effects.flatMap((effect) =>
        effect.kind === "state" && effect.field === "status" ? [[effect.from, effect.to]] : []
      );
    assertEquals(await statusesOf(paid), [["active", "cancelled"]]);
    assertEquals(await statusesOf(declined), [["past_due", "ended"]]);
    await act({ act: "cancel", purchase_id: declined });
    const { body: customer } = await support.get(`/api/admin/customers/${declined}`);
    assertEquals(customer.purchases[0].status, "ended");
  });

  it("sends the new link of the purchase that the preview names, also when its buyer bought again", async () => {
    const older = await buy("fox@mail.example");
    await act({ act: "cancel", purchase_id: older });
    fixture.clock.advance(1_000);
    const newer = await buy("fox@mail.example");
    const links = async (id: string) =>
      (await fixture.context.db.selectFrom("subs_capabilities").select("hash").where("subscription_id", "=", id)
        .where("kind", "=", "activate").orderBy("hash").execute()).map(({ hash }) => hash);
    const before = [await links(older), await links(newer)];
    await act({ act: "resend", purchase_id: older });
    const sent = async (id: string) => (await mails(id)).filter((kind) => kind === "activation").length;
    assertEquals([await sent(older), await sent(newer)], [1, 0]);
    assertEquals(await links(newer), before[1]);
    assert((await links(older)).join() !== before[0]?.join());
  });

  it("sends a new link, and beyond the limit of such emails says once when it is possible again", async () => {
    const id = await buy("fay@mail.example");
    const request = { act: "resend", purchase_id: id } as const;
    const early = await preview(request);
    const sentMs = fixture.clock.now();
    await act(request);
    assertEquals((await mails(id)).filter((kind) => kind === "activation").length, 1);
    const soon = await confirm(early.token);
    assertEquals([soon.status, soon.body.code], [429, "sent_recently"], JSON.stringify(soon.body));
    const againMs = Date.parse(soon.body.params.at);
    assert(againMs >= sentMs + 60_000 && againMs <= fixture.clock.now() + 60_000, soon.body.params.at);
    const { requestId: _, ...said } = soon.body;
    const repeated = await confirm(early.token);
    assertEquals([repeated.status, { ...repeated.body, requestId: "" }], [429, { ...said, requestId: "" }]);
    const late = await support.post("/api/admin/acts/preview", request);
    assertEquals([late.status, late.body.code, late.body.params.at], [429, "sent_recently", soon.body.params.at]);
    assertEquals((await mails(id)).filter((kind) => kind === "activation").length, 1);
    assertEquals((await logged()).filter(({ what, subject_id }) => what === "resend" && subject_id === id).length, 1);
    for (let sent = 1; sent < 3; sent++) {
      fixture.clock.advance(60_000);
      await act(request);
    }
    const full = (await support.post("/api/admin/acts/preview", request)).body.params.at;
    assert(Date.parse(full) >= sentMs + 3_600_000, "the third within an hour is the last of this hour");
    fixture.clock.advance(Date.parse(full) - fixture.clock.now());
    support = await fixture.operator("support");
    await act(request);
    assertEquals((await mails(id)).filter((kind) => kind === "activation").length, 4);
  });

  it("replays a webhook once for each confirm", async () => {
    const { execution_id } = await chargeOf(await buy("gil@mail.example"));
    const { db } = fixture.context;
    const hooks = () => db.selectFrom("pay_webhooks").selectAll().where("execution_id", "=", execution_id).execute();
    const [hook, ...others] = await hooks();
    const request = { act: "replay_webhook", webhook_id: hook?.id ?? "" } as const;
    const { token, effects } = await preview(request);
    assertEquals(effects.map(({ kind }) => kind), ["webhook"]);
    const answers = await Promise.all([confirm(token), confirm(token)]);
    assertEquals(answers.map(({ status, body }) => [status, body.state]), [[200, "pending"], [200, "pending"]]);
    const added = (await hooks()).filter(({ replay_of }) => replay_of === hook?.id);
    assertEquals([(await hooks()).length, added.length, added[0]?.event_id], [others.length + 2, 1, hook?.event_id]);
  });

  it("answers a dispute, found by its id or the acquirer's: contests it with evidence, or accepts it", async () => {
    const sellers = [
      await buy("hal@mail.example", "4000000000000259"),
      await buy("ida@mail.example", "4000000000000259"),
      await buy("ivo@mail.example", "4000000000001976"),
    ];
    fixture.clock.advance(61_000);
    await work();
    const { body: list } = await support.get("/api/admin/disputes");
    const of = (id: string) => list.disputes.find(({ purchase_id }: { purchase_id: string }) => purchase_id === id);
    const [contested, accepted, asked] = sellers.map(of);
    assertEquals([contested.state, contested.possible, contested.amount.currency], [
      "needs_response",
      ["answer_dispute"],
      "USD",
    ]);
    const { acquirer_id } = await fixture.context.db.selectFrom("pay_disputes").select("acquirer_id")
      .where("id", "=", contested.id).executeTakeFirstOrThrow();
    for (const query of [contested.id, `Dispute: ${acquirer_id}`]) {
      const { body } = await support.post("/api/admin/search", { query });
      assertEquals(body.results.map((each: { purchase_id: string }) => each.purchase_id), [sellers[0]], query);
    }
    const empty = { act: "answer_dispute", dispute_id: contested.id, answer: "contest", evidence: " " };
    const unproven = await support.post("/api/admin/acts/preview", empty);
    assertEquals([unproven.status, unproven.body.code], [409, "evidence_missing"]);
    const evidence = "They used the report.".padEnd(MAX_EVIDENCE_CHARS, ".");
    assertEquals((await support.post("/api/admin/acts/preview", { ...empty, evidence: `${evidence}.` })).status, 400);
    await act({ act: "answer_dispute", dispute_id: contested.id, answer: "contest", evidence });
    const accept = { act: "answer_dispute", answer: "accept", evidence: "" } as const;
    const told: unknown[] = [];
    for (const { id } of [accepted, asked]) {
      const { token, effects, warnings } = await preview({ ...accept, dispute_id: id });
      const words = effects.map((effect) =>
        effect.kind === "state" ? effect.to : effect.kind === "webhook" && effect.event
      );
      told.push([words, warnings.includes("money_stays_with_cardholder")]);
      assertEquals((await confirm(token)).status, 200);
    }
    assertEquals(told, [[["accepted", "disputeAccepted"], true], [["closed", "disputeClosed"], false]]);
    const { body: after } = await support.get("/api/admin/disputes");
    const stateOf = (id: string) => after.disputes.find((each: { id: string }) => each.id === id).state;
    const states = [contested, accepted, asked].map(({ id }) => stateOf(id));
    assertEquals(states, ["under_review", "accepted", "closed"]);
    const { body } = await support.get(`/api/admin/purchases/${sellers[0]}/timeline`);
    const names = body.entries.filter(({ kind }: { kind: string }) => kind === "dispute").map((e: { name: string }) =>
      e.name
    );
    assertEquals(names, ["disputeOpened", "disputeUnderReview"]);
    // Each entry has the state of its moment, and the last one alone is open.
    const moments = body.entries.filter(({ kind }: { kind: string }) => kind === "dispute").map((
      { state, facts }: { state: string; facts: readonly { name: string; value: string }[] },
    ) => [state, ...facts.filter(({ name }) => name === "state" || name === "kind").map(({ value }) => value)]);
    assertEquals(moments, [["info", "chargeback", "needs_response"], ["open", "chargeback", "under_review"]]);
    const charge = await chargeOf(sellers[0] ?? "");
    const refund = await support.post("/api/admin/acts/preview", { act: "refund", charge_id: charge.id });
    assertEquals(refund.body.code, "state_forbids", "the issuer holds the money already");
    const offered = body.entries.filter(({ kind }: { kind: string }) => kind === "charge");
    assertEquals(
      offered.map(({ possible }: { possible: unknown }) => possible),
      [[]],
      "nor does the timeline offer it",
    );
    const { body: person } = await support.get(`/api/admin/customers/${sellers[0]}`);
    assertEquals(person.purchases[0].charges[0].refundable, { minor: 0, currency: "USD" });
    const again = await support.post("/api/admin/acts/preview", { ...empty, evidence: "more" });
    assertEquals(again.body.code, "state_forbids");
  });

  it("O-CONSOLE-41: a chargeback of a charge that was refunded in part says what went back, and keeps the proof for the answer", async () => {
    const id = await buy("kim@mail.example", "4000000000000259");
    const { id: charge_id, execution_id, cents } = await chargeOf(id);
    await act({ act: "refund", charge_id, minor: 1234 });
    const { body: customer } = await support.get(`/api/admin/customers/${id}`);
    assertEquals(customer.purchases[0].charges.map(({ state }: { state: string }) => state), ["partly_refunded"]);
    fixture.clock.advance(61_000);
    for (let times = 0; times < 2; times++) await work();
    const { body: { disputes } } = await support.get("/api/admin/disputes");
    const dispute = disputes.find(({ purchase_id }: { purchase_id: string }) => purchase_id === id);
    assertEquals([dispute.amount.minor, dispute.refunded], [cents, { minor: 1234, currency: "USD" }]);
    const row = () =>
      fixture.context.db.selectFrom("pay_disputes").selectAll().where("execution_id", "=", execution_id)
        .executeTakeFirstOrThrow();
    // The plan's service reads disputes every ten minutes.
    fixture.clock.advance(601_000);
    await work();
    const kept = await row();
    assertEquals(kept.state, "needs_response");
    const { texts } = (await merchantRead(`/merchant/disputes/${kept.id}`)).evidence;
    const day = new Date(fixture.clock.now()).toISOString().slice(0, "2026-11".length);
    const proof = `Refunded 12.34 of ${(cents / 100).toFixed(2)} USD on ${day}`;
    assert(String(texts.refundExplanation).startsWith(proof), JSON.stringify(texts));
    // The operator's answer sends what was kept, too.
    await act({ act: "answer_dispute", dispute_id: kept.id, answer: "contest", evidence: "They used the report." });
    assertEquals((await row()).state, "under_review");
    const { texts: sent } = (await merchantRead(`/merchant/disputes/${kept.id}`)).evidence;
    assertEquals(Object.keys(sent).toSorted(), ["other", "refundExplanation"]);
  });

  it("O-CONSOLE-16: refuses an answer to a dispute that has another one, and the timeline says which was refused", async () => {
    const { config } = fixture.context;
    const finance = await fixture.operator("finance");
    const answersOn = async (id: string) => {
      const { body } = await support.get(`/api/admin/purchases/${id}/timeline`);
      return body.entries.filter(({ kind, name }: { kind: string; name: string }) =>
        kind === "act" && name === "answer_dispute"
      ).map(({ state, facts: [first] }: { state: string; facts: readonly unknown[] }) => [state, first]);
    };
    const ids = [
      await buy("jo@mail.example", "4000000000000259"),
      await buy("kim@mail.example", "4000000000000259"),
    ];
    fixture.clock.advance(61_000);
    await work();
    const { body: { disputes } } = await support.get("/api/admin/disputes");
    const [away, both] = ids.map((id) => disputes.find((each: { purchase_id: string }) => each.purchase_id === id).id);
    const answer = { act: "answer_dispute", evidence: "They used the report." } as const;
    const late = await preview({ ...answer, dispute_id: away, answer: "contest" });
    // The acquirer's staff accept it at their own desk.
    const ledger = await openLedger(ledgerPlace(config.database, config.dataDir));
    const { acquirer_id } = await fixture.context.db.selectFrom("pay_disputes").select("acquirer_id")
      .where("id", "=", away).executeTakeFirstOrThrow();
    await ledger.updateTable("acq_disputes").set({ state: "accepted" }).where("id", "=", acquirer_id).execute();
    await ledger.destroy();
    const refused = await confirm(late.token);
    assertEquals([refused.status, refused.body.code], [409, "state_changed"]);
    assertEquals(await answersOn(ids[0] ?? ""), [["failed", { name: "refused", value: "state_changed" }]]);
    const contest = await preview({ ...answer, dispute_id: both, answer: "contest" });
    const accept = await preview({ ...answer, dispute_id: both, answer: "accept", evidence: "" }, finance);
    const ends = await Promise.all([confirm(contest.token), confirm(accept.token, finance)]);
    assertEquals(ends.map(({ status }) => status).toSorted(), [200, 409]);
    const { body: after } = await support.get("/api/admin/disputes");
    const { state } = after.disputes.find(({ id }: { id: string }) => id === both);
    assertEquals(state, ends[0]?.status === 200 ? "under_review" : "accepted");
    // The other one was refused before its row of the log, or after it.
    const states = (await answersOn(ids[1] ?? "")).map(([each]: readonly unknown[]) => each);
    assertEquals(states.filter((each: unknown) => each === "info"), ["info"]);
  });

  it("O-CONSOLE-09: roles hold on the server: the table role x act, previewed and confirmed", async () => {
    const id = await buy("max@mail.example");
    const charge = await chargeOf(id);
    const requests: Readonly<Record<(typeof ACTS)[number], ActRequest>> = {
      refund: { act: "refund", charge_id: charge.id, minor: 1 },
      cancel: { act: "cancel", purchase_id: id },
      pause: { act: "pause", purchase_id: id, months: 1 },
      resume: { act: "resume", purchase_id: id },
      resend: { act: "resend", purchase_id: id },
      replay_webhook: { act: "replay_webhook", webhook_id: "none" },
      answer_dispute: { act: "answer_dispute", dispute_id: "none", answer: "accept", evidence: "" },
      export: { act: "export", customer_id: id },
      erase: { act: "erase", customer_id: id },
    };
    const paths: Readonly<Record<(typeof READS)[number], string>> = {
      customers: `customers/${id}`,
      reveal: "",
      disputes: "disputes",
      differences: "differences",
      figures: "figures?from=2026-01-01&to=2026-01-01",
      audit: "audit",
      operators: "operators",
    };
    for (const role of ROLES) {
      const browser = await fixture.operator(role);
      const may: string[] = [];
      for (const right of ACTS) {
        const { status } = await browser.post("/api/admin/acts/preview", requests[right]);
        if (status !== 403) may.push(right);
      }
      for (const right of READS) {
        const { status } = right === "reveal"
          ? await browser.post("/api/admin/reveal", {
            subject: { kind: "purchase", id },
            field: "email",
            reason: "the customer asked",
          })
          : await browser.get(`/api/admin/${paths[right]}`);
        assert(status === 200 || status === 403, `${right} ${status}`);
        if (status === 200) may.push(right);
      }
      const expected = Object.entries(MAY).filter(([, roles]) => roles.includes(role)).map(([right]) => right);
      assertEquals(may.toSorted(), expected.toSorted(), role);
      assertEquals((await browser.get("/api/admin/session")).body.may.toSorted(), expected.toSorted());
    }
    const refusals = (await logged()).filter(({ what, facts_json }) =>
      what === "refused" && facts_json.includes("right")
    );
    const forbidden = Object.values(MAY).reduce((sum, roles) => sum + ROLES.length - roles.length, 0);
    assertEquals(refusals.length, forbidden);
    const refused = refusals.flatMap(({ role, facts_json }) =>
      facts_json.includes('"right"') ? [`${role} ${JSON.parse(facts_json)[0][1]}`] : []
    );
    assertEquals(
      refused.toSorted(),
      Object.entries(MAY).flatMap(([right, roles]) =>
        ROLES.filter((role) => !roles.includes(role)).map((role) => `${role} ${right}`)
      ).toSorted(),
      "each refusal names the right that was asked for",
    );
  });

  it("SECURITY: an operator previews and confirms 120 times in ten minutes", async () => {
    const id = await buy("gus@mail.example");
    const greedy = await fixture.operator("owner");
    const { token } = await preview({ act: "cancel", purchase_id: id }, greedy);
    const ask = () => greedy.post("/api/admin/acts/preview", { act: "export", customer_id: "acc-x" });
    for (let at = 1; at < 120; at++) assertEquals((await ask()).status, 404, `${at}`);
    const late = [await ask(), await confirm(token, greedy)];
    assertEquals(late.map(({ status, body }) => [status, body.code]), [[429, "too_many"], [429, "too_many"]]);
    assertEquals((await purchaseOf(id)).status, "active");
  });

  it("SECURITY: a token works only for its session and its operator, within the operator's current role", async () => {
    const id = await buy("ned@mail.example");
    const ann = await fixture.operator("support", "ann@shop.example");
    const { token } = await preview({ act: "cancel", purchase_id: id }, ann);
    const others = [await fixture.operator("owner"), await fixture.operator("support", "ann@shop.example")];
    for (const other of others) {
      const { status, body } = await confirm(token, other);
      assertEquals([status, body.code], [404, "unknown"]);
    }
    assertEquals((await confirm(token, fixture.browser())).status, 401);
    assertEquals((await confirm(NONE, ann)).status, 404);
    await fixture.operator("finance", "ann@shop.example");
    const demoted = await confirm(token, ann);
    assertEquals([demoted.status, demoted.body.code], [403, "role_forbids"]);
    assertEquals((await purchaseOf(id)).status, "active");
  });

  it("SECURITY: the reason is required, the token fits no other act, and the body has no other field", async () => {
    const id = await buy("ora@mail.example");
    const { token } = await preview({ act: "cancel", purchase_id: id });
    for (
      const body of [
        { token },
        { token, reason: " " },
        { token, reason: "for ora@mail.example" },
        { token, reason: "the customer asked", act: "erase" },
        { token: `${token}x`, reason: "the customer asked" },
      ]
    ) {
      assertEquals((await support.post("/api/admin/acts/confirm", body)).status, 400, JSON.stringify(body));
    }
    for (
      const request of [{ act: "refund", charge_id: "x", minor: -1 }, { act: "refund", charge_id: "x", minor: 0.5 }, {
        act: "drop",
      }, { act: "cancel", purchase_id: id, role: "owner" }]
    ) {
      assertEquals((await support.post("/api/admin/acts/preview", request)).status, 400, JSON.stringify(request));
    }
    assertEquals((await purchaseOf(id)).status, "active");
  });

  it("O-AUDIT-05: the log is intact afterwards and holds no personal data, and neither do log lines", async () => {
    const { rows, broken } = await verifyAudit(fixture.context.db);
    assertEquals([rows > 50, broken], [true, undefined]);
    const text = JSON.stringify(await logged()) + fixture.lines.join("\n");
    for (const part of ["mail.example", "shop.example", "4242424242424242"]) assert(!text.includes(part), part);
  });
});
