/** Disputes from the test card that causes them to the decision, as a merchant's back end sees them. */
import { after, before, beforeEach, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import {
  act,
  type Answer,
  faultOf,
  type Json,
  merchantToken,
  pay,
  send,
  type Session,
  start,
} from "../../../../tests/support/payments/payments_calls.ts";
import { withoutLongWait } from "../../../../tests/support/payments/long_waits.ts";
import { answerDispute } from "../operator/disputes.ts";
import { executionStory } from "../operator/story.ts";
import { createSimulator } from "../acquirer/simulator.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const HOOK = { clientId: "shop", url: "https://shop.test/hook", secret: "hook-secret" };
const FRAUD = "4000000000000259";
const LIST = "/merchant/disputes";

interface Received {
  readonly event: string;
  readonly time: string;
  readonly dispute?: Json;
  readonly execution: Json;
}

onBothEngines("disputes", (place) => {
  let fixture: PaymentsFixture;
  let token: string;
  let received: Received[];
  before(async () => {
    fixture = await openPaymentsFixture({
      place: place(),
      webhooks: [HOOK],
      deliver: async (request) => {
        received.push(await request.json());
        return new Response(null, { status: 204 });
      },
    });
  });
  after(() => fixture.close());
  beforeEach(async () => {
    received = [];
    token = await merchantToken(fixture);
  });

  const later = async (ms: number) => {
    fixture.clock.nowMs += ms;
    await fixture.work();
    token = await merchantToken(fixture);
  };
  const paid = async (card: string, more: Readonly<Record<string, unknown>> = {}): Promise<Session> => {
    const session = await start(fixture, more);
    await pay(fixture, session, card);
    return session;
  };
  const get = (path: string, by = token) => send(fixture, path, { token: by });
  const codeOf = ({ body }: Answer) => faultOf(body);
  const post = (path: string, body: unknown = {}, key: string = crypto.randomUUID()) =>
    send(fixture, path, { token, key, body });
  const disputesOf = async ({ id }: Session): Promise<readonly Json[]> => {
    const { status, body, text } = await get(`${LIST}?executionId=${id}`);
    assertEquals(status, 200, text);
    return body.results as unknown as readonly Json[];
  };
  /** The dispute a minute after a payment with this card. */
  const disputed = async (card: string, more = {}): Promise<{ session: Session; dispute: Json; path: string }> => {
    const session = await paid(card, more);
    await later(MINUTE_MS);
    const [dispute, ...others] = await disputesOf(session);
    assert(dispute !== undefined && others.length === 0);
    return { session, dispute, path: `${LIST}/${dispute.id}` };
  };
  const read = async (path: string): Promise<Json> => (await get(path)).body;
  const everyRowHides = async (...canaries: readonly string[]) => {
    const { db } = fixture;
    const rows = JSON.stringify([
      await db.selectFrom("pay_dispute_files").selectAll().execute(),
      await db.selectFrom("pay_disputes").selectAll().execute(),
      await db.selectFrom("pay_idempotency").selectAll().execute(),
      await db.selectFrom("pay_webhooks").selectAll().execute(),
      await db.selectFrom("pay_intents").selectAll().execute(),
    ]);
    for (const canary of canaries) assert(!rows.includes(canary), canary);
  };
  const eventsOf = ({ id }: Session) =>
    received.filter(({ execution, dispute }) => dispute !== undefined && String(execution.id) === id)
      .map(({ event }) => event);
  const sums = ({ withdrawn, returned, fee }: Json) => [withdrawn, returned, fee].map((sum) => String(sum?.value));

  for (
    const [card, kind, category, reasonCode, network, days, money] of [
      [FRAUD, "chargeback", "fraudulent", "10.4", "visa", 20, ["10.00", "0.00", "15.00"]],
      ["4000000000002685", "chargeback", "not_received", "13.1", "visa", 20, ["10.00", "0.00", "15.00"]],
      ["4000000000001323", "chargeback", "subscription_cancelled", "13.2", "visa", 20, ["10.00", "0.00", "15.00"]],
      ["5200000000000015", "chargeback", "duplicate", "4834", "mastercard", 30, ["10.00", "0.00", "15.00"]],
      ["370000000000010", "chargeback", "credit_not_processed", "C02", "amex", 14, ["10.00", "0.00", "15.00"]],
      ["4000000000001976", "inquiry", "not_as_described", "13.3", "visa", 20, ["0.00", "0.00", "0.00"]],
      ["4000000000005423", "early_warning", "fraudulent", "10.4", "visa", 20, ["0.00", "0.00", "0.00"]],
    ] as const
  ) {
    it(`O-DISPUTE-01: the card ${card} causes: ${kind} ${reasonCode} of ${network}, with its deadline, its money and a webhook`, async () => {
      const { session, dispute } = await disputed(card);
      assertEquals(
        [dispute.kind, dispute.category, dispute.reasonCode, dispute.network, dispute.state, sums(dispute)] as unknown,
        [kind, category, reasonCode, network, "needs_response", money],
      );
      assertEquals(dispute.amount, { value: "10.00", currency: "USD" } as never);
      const days_ = (Date.parse(String(dispute.respondBy)) - Date.parse(String(dispute.createdAt))) / DAY_MS;
      assertEquals(days_, days);
      assertEquals([dispute.merchantReference, dispute.holderReference] as unknown, ["order-1", "holder-1"]);
      assertEquals(eventsOf(session), ["disputeOpened"]);
      const { evidence: _, ...opened } = dispute;
      assertEquals(received.find(({ event }) => event === "disputeOpened")?.dispute as unknown, {
        ...opened,
        evidence: { textNames: [], files: [] },
      });
    });
  }

  it("nothing is disputed before the capture, and other cards never", async () => {
    const held = await paid(FRAUD, { meta: { capture: "manual" } });
    const other = await paid("4242424242424242");
    await later(MINUTE_MS - 1);
    assertEquals([await disputesOf(held), await disputesOf(other)], [[], []]);
    await later(10 * MINUTE_MS);
    assertEquals([await disputesOf(held), await disputesOf(other)], [[], []]);
    await act(fixture, { ...held, merchant: token }, "capture");
    await later(0);
    assertEquals((await disputesOf(held)).length, 1);
    await later(MINUTE_MS);
    assertEquals((await disputesOf(held)).length, 1);
  });

  it("O-DISPUTE-02: winning evidence returns the money; the fee stays", async () => {
    const { session, path } = await disputed(FRAUD);
    const texts = { accessActivity: "winning_evidence", other: "draft" };
    const draft = await post(`${path}/evidence`, { texts });
    assertEquals([draft.status, draft.body.state, draft.body.evidence?.submittedAt] as unknown, [
      200,
      "needs_response",
      undefined,
    ]);
    const sent = await post(`${path}/evidence`, { texts: { other: "" }, submit: true });
    assertEquals([sent.status, sent.body.state] as unknown, [200, "under_review"], sent.text);
    assertEquals(sent.body.evidence?.texts as unknown, { accessActivity: "winning_evidence" });
    assertEquals(Date.parse(String(sent.body.evidence?.submittedAt)), fixture.clock.nowMs);
    await later(MINUTE_MS - 1);
    assertEquals(String((await read(path)).state), "under_review");
    await later(1);
    const won = await read(path);
    assertEquals([String(won.state), sums(won)], ["won", ["10.00", "10.00", "15.00"]]);
    await later(0);
    assertEquals(eventsOf(session), ["disputeOpened", "disputeUnderReview", "disputeWon"]);
    const history = won.history as unknown as readonly Json[];
    assertEquals(history.map(({ event }) => String(event)), eventsOf(session));
  });

  it("O-DISPUTE-03: other evidence loses, acceptance and a passed deadline lose too, and the money stays with the cardholder", async () => {
    const ends: string[] = [];
    const lost = await disputed(FRAUD);
    await post(`${lost.path}/evidence`, { texts: { other: "They bought it." }, submit: true });
    const accepted = await disputed(FRAUD);
    const answer = await post(`${accepted.path}/accept`);
    assertEquals([answer.status, answer.body.state] as unknown, [200, "accepted"], answer.text);
    const expired = await disputed(FRAUD);
    await later(20 * DAY_MS - 1);
    assertEquals(String((await read(expired.path)).state), "needs_response");
    await later(1);
    await later(0);
    for (const { session, path } of [lost, accepted, expired]) {
      const dispute = await read(path);
      assertEquals(sums(dispute), ["10.00", "0.00", "15.00"]);
      ends.push(`${dispute.state} ${eventsOf(session).at(-1)}`);
    }
    assertEquals(ends, ["lost disputeLost", "accepted disputeAccepted", "expired disputeExpired"]);
  });

  it("O-DISPUTE-04: an answered inquiry is closed, one without an answer and a lost one become chargebacks that can be answered", async () => {
    const answered = await disputed("4000000000001976");
    await post(`${answered.path}/evidence`, { texts: { other: "winning_evidence" }, submit: true });
    const lost = await disputed("4000000000001976");
    await post(`${lost.path}/evidence`, { texts: { other: "nothing" }, submit: true });
    const silent = await disputed("4000000000001976");
    await later(20 * DAY_MS);
    await later(0);
    const shown = async ({ path }: { path: string }) => {
      const { kind, state, evidence, ...money } = await read(path);
      return [kind, state, evidence?.submittedAt === undefined, sums(money as Json)].map(String);
    };
    const open = ["chargeback", "needs_response", "true", "10.00,0.00,15.00"];
    assertEquals([await shown(answered), await shown(silent), await shown(lost)], [
      ["inquiry", "closed", "false", "0.00,0.00,0.00"],
      open,
      // The evidence was for the inquiry: the chargeback has none.
      ["chargeback", "expired", ...open.slice(2)],
    ]);
    assertEquals(eventsOf(answered.session), ["disputeOpened", "disputeUnderReview", "disputeClosed"]);
    assertEquals(eventsOf(lost.session).slice(0, 3), ["disputeOpened", "disputeUnderReview", "disputeEscalated"]);
    assertEquals(eventsOf(silent.session), ["disputeOpened", "disputeEscalated"]);
    // Each step with the deadline it had, which for the inquiry is no longer known.
    const steps = (await executionStory(fixture.db, [silent.session.id])).filter(({ kind }) => kind === "dispute");
    assertEquals(steps.map(({ name, facts }) => [name, facts.some((fact) => fact.name === "respond_by")]), [
      ["disputeOpened", false],
      ["disputeEscalated", true],
    ]);
    const again = await post(`${silent.path}/evidence`, { texts: { other: "winning_evidence" }, submit: true });
    assertEquals(String(again.body.state), "under_review", again.text);
    const soon = await disputed("4000000000001976");
    await post(`${soon.path}/evidence`, { texts: { other: "nothing" }, submit: true });
    await later(MINUTE_MS);
    const anew = await post(`${soon.path}/evidence`, { texts: { other: "winning_evidence" }, submit: true });
    assertEquals([anew.body.kind, anew.body.state] as unknown, ["chargeback", "under_review"], anew.text);
  });

  it("an early warning ends with the refund, and becomes a chargeback without one", async () => {
    const refunded = await disputed("4000000000005423");
    const back = await act(fixture, { ...refunded.session, merchant: token }, "refund");
    assertEquals(back.status, 200, back.text);
    const kept = await disputed("4000000000005423");
    await later(20 * DAY_MS);
    const kinds = [await read(refunded.path), await read(kept.path)].map(({ kind, state }) => `${kind} ${state}`);
    assertEquals(kinds, ["early_warning closed", "chargeback needs_response"]);
  });

  it("O-DISPUTE-05: refuses a refund while the issuer holds the money, and allows it after the merchant won", async () => {
    const { session, path } = await disputed(FRAUD);
    const refund = () => act(fixture, { ...session, merchant: token }, "refund", {});
    const refused = await refund();
    assertEquals([refused.status, codeOf(refused)], [409, "payment-disputed"]);
    await post(`${path}/evidence`, { texts: { other: "winning_evidence" }, submit: true });
    await later(MINUTE_MS);
    const allowed = await refund();
    assertEquals([allowed.status, allowed.body.state] as unknown, [200, "refunded"], allowed.text);
    const lost = await disputed(FRAUD);
    await post(`${lost.path}/accept`);
    assertEquals(codeOf(await act(fixture, { ...lost.session, merchant: token }, "refund")), "payment-disputed");
  });

  it("evidence of a refund wins, even though the text says nothing", async () => {
    const session = await paid(FRAUD);
    await act(fixture, { ...session, merchant: token }, "refund");
    await later(MINUTE_MS);
    const [dispute] = await disputesOf(session);
    const path = `${LIST}/${dispute?.id}`;
    await post(`${path}/evidence`, { texts: { refundExplanation: "Refunded the same day." }, submit: true });
    await later(MINUTE_MS);
    assertEquals(String((await read(path)).state), "won");
  });

  it("O-DISPUTE-07: accepts files within their limits, returns them, and stores neither them nor texts in plain form", async () => {
    const { path, dispute } = await disputed(FRAUD);
    const content = btoa("a receipt of Ada Lovelace");
    const file = { name: "receipt.txt", contentType: "text/plain", content };
    const { body, status, text } = await post(`${path}/evidence`, { texts: { other: "canary-text" }, files: [file] });
    assertEquals(status, 200, text);
    const [kept] = body.evidence?.files as unknown as readonly Json[];
    assertEquals({ ...kept, id: "" } as unknown, { id: "", name: "receipt.txt", contentType: "text/plain", bytes: 25 });
    const readBack = await get(`${path}/files/${kept?.id}`);
    assertEquals(readBack.body as unknown, { ...kept, content });
    await everyRowHides(content, "canary-text");
    const many = Array.from({ length: 8 }, (_, at) => ({ ...file, name: `${at}` }));
    assertEquals(codeOf(await post(`${path}/evidence`, { files: many })), "evidence-full");
    const seven = await post(`${path}/evidence`, { files: many.slice(1) });
    assertEquals((seven.body.evidence?.files as unknown as readonly Json[]).length, 8, seven.text);
    const removed = await post(`${path}/evidence`, { removeFiles: [String(kept?.id)], files: many.slice(0, 1) });
    const names = (removed.body.evidence?.files as unknown as readonly Json[]).map(({ name }) => String(name));
    assertEquals(names.toSorted(), ["0", "1", "2", "3", "4", "5", "6", "7"]);
    assertEquals((await get(`${path}/files/${kept?.id}`)).status, 404);
    const other = await disputed(FRAUD);
    const [foreign] = removed.body.evidence?.files as unknown as readonly Json[];
    assertEquals((await get(`${other.path}/files/${foreign?.id}`)).status, 404);
    assertEquals(String(dispute.state), "needs_response");
  });

  it("evidence is stored with its dispute alone: a repeat gets it from there until it is erased, and a webhook only says what there is", async () => {
    const { path, session } = await disputed(FRAUD);
    const file = { name: "secret-name.txt", contentType: "text/plain", content: btoa("secret-content") };
    const body = { texts: { other: "secret-text" }, files: [file], submit: true };
    const first = await post(`${path}/evidence`, body, "kept-1");
    await everyRowHides("secret-text", file.content);
    for (const table of ["pay_idempotency", "pay_webhooks"] as const) {
      const rows = JSON.stringify(await fixture.db.selectFrom(table).selectAll().execute());
      assert(!rows.includes("secret-name"), table);
    }
    await later(0);
    const told = received.find(({ event, execution }) =>
      event === "disputeUnderReview" && String(execution.id) === session.id
    );
    const [sent] = first.body.evidence?.files as unknown as readonly Json[];
    assertEquals(told?.dispute?.evidence as unknown, {
      textNames: ["other"],
      files: [{ id: sent?.id, contentType: "text/plain", bytes: 14 }],
      submittedAt: first.body.evidence?.submittedAt,
    });
    assert(!JSON.stringify(received).includes("secret"));
    assertEquals((await post(`${path}/evidence`, body, "kept-1")).body.evidence, first.body.evidence);
    // As after the retention period, which is longer than keys are kept.
    await fixture.db.updateTable("pay_disputes").set({ sealed_texts: null }).execute();
    await fixture.db.deleteFrom("pay_dispute_files").execute();
    const erased = await post(`${path}/evidence`, body, "kept-1");
    assertEquals(erased.status, 200, erased.text);
    assert(!erased.text.includes("secret"), erased.text);
    assertEquals([erased.body.state, erased.body.id] as unknown, [first.body.state, first.body.id]);
  });

  it("O-DISPUTE-24: a merchant erases evidence: at once when the dispute is over, otherwise when it ends, and never another merchant's", async () => {
    const texts = { other: "secret-text" };
    const files = [{ name: "secret-name.txt", contentType: "text/plain", content: btoa("secret-content") }];
    const erase = (path: string, by = token, key: string = crypto.randomUUID()) =>
      send(fixture, `${path}/evidence`, { method: "DELETE", token: by, key });
    const ended = await disputed(FRAUD);
    await post(`${ended.path}/evidence`, { texts, files, submit: true });
    await later(MINUTE_MS);
    const { evidence: kept } = await read(ended.path);
    assertEquals(Object.keys(kept?.texts ?? {}), ["other"]);
    const foreign = await erase(ended.path, await merchantToken(fixture, "other"));
    assertEquals([foreign.status, (await read(ended.path)).evidence], [404, kept]);
    const gone = { texts: {}, files: [], submittedAt: kept?.submittedAt };
    for (const answer of [await erase(ended.path, token, "erase-1"), await erase(ended.path, token, "erase-1")]) {
      assertEquals(
        [answer.status, answer.body.state, answer.body.evidence] as unknown,
        [200, "lost", gone],
        answer.text,
      );
    }

    const open = await disputed(FRAUD);
    const untouched = await disputed(FRAUD);
    await post(`${open.path}/evidence`, { texts });
    const answer = await erase(open.path);
    assertEquals([answer.status, answer.body.evidence?.texts] as unknown, [200, texts], answer.text);
    for (const { path } of [open, untouched]) await post(`${path}/evidence`, { texts, files, submit: true });
    await later(MINUTE_MS);
    const evidenceOf = async ({ path }: { path: string }) => {
      const { state, evidence } = await read(path);
      return [state, evidence?.texts, (evidence?.files as unknown as readonly Json[]).length] as unknown;
    };
    assertEquals(await evidenceOf(open), ["lost", {}, 0]);
    assertEquals(await evidenceOf(untouched), ["lost", texts, 1]);
  });

  it("refuses what is no evidence: wrong types, too large, misspelt, empty, late", async () => {
    const { path } = await disputed(FRAUD);
    const file = { name: "a", contentType: "text/plain", content: btoa("a") };
    for (
      const [body, code] of [
        [{ files: [{ ...file, contentType: "text/html" }] }, "request-invalid"],
        [{ files: [{ ...file, content: "not base64!" }] }, "request-invalid"],
        [{ files: [{ ...file, content: "" }] }, "request-invalid"],
        [{ files: [{ ...file, content: "A".repeat(53_340) }] }, "request-invalid"],
        [{ texts: { other: "x".repeat(4_001) } }, "request-invalid"],
        [{ texts: { misspelt: "x" } }, "request-invalid"],
        [{ text: { other: "x" } }, "request-invalid"],
        [{ submit: true }, "evidence-missing"],
      ] as const
    ) assertEquals(codeOf(await post(`${path}/evidence`, body)), code, JSON.stringify(body).slice(0, 80));
    const largest = await post(`${path}/evidence`, { files: [{ ...file, content: btoa("x".repeat(40_000)) }] });
    assertEquals(largest.status, 200, largest.text);
    await post(`${path}/accept`);
    assertEquals(codeOf(await post(`${path}/evidence`, { texts: { other: "x" }, submit: true })), "dispute-closed");
    assertEquals(codeOf(await post(`${path}/accept`)), "dispute-closed");
    const late = await disputed(FRAUD);
    fixture.clock.nowMs += 20 * DAY_MS;
    token = await merchantToken(fixture);
    const answer = await post(`${late.path}/evidence`, { texts: { other: "winning_evidence" }, submit: true });
    assertEquals(codeOf(answer), "dispute-closed", answer.text);
  });

  it("O-DISPUTE-06: evidence is sent once: a repeat has the same answer, a second one is refused", async () => {
    const { path } = await disputed(FRAUD);
    const body = { texts: { other: "winning_evidence" }, submit: true };
    const first = await post(`${path}/evidence`, body, "send-1");
    const again = await post(`${path}/evidence`, body, "send-1");
    assertEquals([again.status, again.body, again.headers.get("idempotent-replayed")], [200, first.body, "true"]);
    const second = await post(`${path}/evidence`, { texts: { other: "more" }, submit: true });
    assertEquals([second.status, codeOf(second)], [409, "dispute-closed"]);
    assertMatch(second.text, /under_review/);
    assertEquals(codeOf(await send(fixture, `${path}/accept`, { token, body: {} })), "key-missing");
  });

  const evidence = (other: string, submit = true) => ({ texts: { other }, submit });
  const OWN = evidence("We delivered");
  const textOf = async (path: string) => String(((await read(path)).evidence?.texts as unknown as Json)?.other);
  /** A server with this kind of acquirer calls, beside the server of `post`. */
  const besideWith = async (answering: (answer: () => Promise<unknown>, id: string) => Promise<unknown>) => {
    const own = createSimulator({ db: fixture.ledger, clock: fixture.clock });
    const through = async (id: string, answer: () => Promise<unknown>) =>
      await answering(answer, id) as Awaited<ReturnType<typeof own.acceptDispute>>;
    const beside = await fixture.beside({
      ...own,
      acceptDispute: (id) => through(id, () => own.acceptDispute(id)),
      respond: (response) => through(response.id, () => own.respond(response)),
    });
    return {
      beside,
      own,
      call: (path: string, body: unknown, key: string) => send(beside, path, { token, key, body }),
    };
  };

  for (
    const [title, [call, body], [other, otherBody], state] of [
      ["evidence and other evidence", ["evidence", OWN], ["evidence", evidence("We refunded")], "under_review"],
      ["evidence and an acceptance", ["evidence", OWN], ["accept", {}], "under_review"],
      ["evidence and another draft", ["evidence", OWN], ["evidence", evidence("We refunded", false)], "under_review"],
      ["an acceptance and evidence", ["accept", {}], ["evidence", evidence("We refunded")], "accepted"],
      ["an acceptance and another one", ["accept", {}], ["accept", {}], "accepted"],
      ["an acceptance and a draft", ["accept", {}], ["evidence", evidence("We refunded", false)], "accepted"],
    ] as const
  ) {
    it(`O-DISPUTE-06: ${title} at the same moment: the first one counts, the second one is refused`, async () => {
      const { path } = await disputed(FRAUD);
      const refused: unknown[] = [];
      const { beside, call: answer } = await besideWith(async (ask) => {
        refused.push(codeOf(await post(`${path}/${other}`, otherBody)));
        const answered = await ask();
        refused.push(codeOf(await post(`${path}/${other}`, otherBody)));
        return answered;
      });
      const { status, text, body: told } = await answer(`${path}/${call}`, body, crypto.randomUUID());
      await beside.stop();
      // After the acquirer's answer its list tells the second one that the dispute is answered.
      assertEquals([status, told.state, refused] as unknown, [200, state, ["state-conflict", "dispute-closed"]], text);
      assertEquals([(await read(path)).state, await textOf(path)] as unknown, [
        state,
        call === "evidence" ? "We delivered" : "undefined",
      ]);
    });
  }

  it("O-DISPUTE-06: what was answered at the acquirer's own page counts: 409 with the state it led to", async () => {
    for (
      const [call, body, state] of [["accept", {}, "under_review"], ["evidence", OWN, "accepted"]] as const
    ) {
      const { path } = await disputed(FRAUD);
      const { beside, own, call: answer } = await besideWith(async (ask, id) => {
        await (call === "accept" ? own.respond({ id, texts: { other: "x" }, files: [] }) : own.acceptDispute(id));
        return await ask() ?? (await own.disputes({ changedFromMs: 0 })).find((each) => each.id === id);
      });
      const told = await answer(`${path}/${call}`, body, crypto.randomUUID());
      await beside.stop();
      assertEquals([told.status, codeOf(told), (await read(path)).state] as unknown, [409, "dispute-closed", state]);
      assertMatch(told.text, new RegExp(state));
    }
  });

  it("O-DISPUTE-06: an answer that the acquirer no longer accepts is refused, and its list then says why", async () => {
    for (const [call, body] of [["accept", {}], ["evidence", OWN]] as const) {
      const { path } = await disputed(FRAUD);
      const { beside, own, call: answer } = await besideWith(async (_ask, id) => {
        await own.respond({ id, texts: { other: "x" }, files: [] });
        return undefined;
      });
      const key = crypto.randomUUID();
      const told = await answer(`${path}/${call}`, body, key);
      await beside.stop();
      assertEquals([told.status, codeOf(told)] as unknown, [409, "dispute-closed"], told.text);
      assertMatch(told.text, /under_review/);
      const again = await post(`${path}/${call}`, body, key);
      assertEquals([again.status, codeOf(again)] as unknown, [409, "dispute-closed"], again.text);
      const next = await post(`${path}/accept`);
      assertEquals([codeOf(next), (await read(path)).state] as unknown, ["dispute-closed", "under_review"], next.text);
    }
  });

  for (
    const [title, isTaken, isSubmitted, otherStatus, firstStatus, kept, files] of [
      ["after the acquirer took it", true, true, 409, 200, "We delivered", 1],
      ["before the acquirer had it", false, true, 200, 409, "We refunded", 1],
      // The repeat sends its own evidence in addition to the draft's.
      ["before the acquirer had it, and a draft", false, false, 200, 200, "We delivered", 2],
    ] as const
  ) {
    it(`O-DISPUTE-06: evidence whose request was cut off ${title}: the next one and its repeat get the true state`, async () => {
      const { path } = await disputed(FRAUD);
      const { beside, call } = await besideWith(async (ask) => {
        if (isTaken) await ask();
        throw new TypeError("connection lost");
      });
      const file = { name: "receipt.txt", contentType: "text/plain", content: btoa("receipt") };
      const key = crypto.randomUUID();
      const body = { ...OWN, files: [file] };
      assert((await call(`${path}/evidence`, body, key)).status >= 500);
      await beside.stop();
      assertEquals(codeOf(await post(`${path}/evidence`, OWN, key)), "key-reused");
      const other = await post(`${path}/evidence`, evidence("We refunded", isSubmitted));
      const again = await post(`${path}/evidence`, body, key);
      assertEquals([other.status, again.status, await textOf(path)], [otherStatus, firstStatus, kept], again.text);
      assertEquals(((await read(path)).evidence?.files as unknown as readonly Json[]).length, files);
    });
  }

  it("O-DISPUTE-06: evidence that was cut off and decided on in the meantime is reported to its repeat as sent", async () => {
    const { path } = await disputed(FRAUD);
    const { beside, own, call } = await besideWith(async (ask) => {
      await ask();
      throw new TypeError("connection lost");
    });
    const key = crypto.randomUUID();
    assert((await call(`${path}/evidence`, evidence("winning_evidence"), key)).status >= 500);
    await beside.stop();
    fixture.clock.nowMs += MINUTE_MS;
    await own.disputes({ changedFromMs: 0 });
    token = await merchantToken(fixture);
    const again = await post(`${path}/evidence`, evidence("winning_evidence"), key);
    assertEquals([again.status, again.body.state] as unknown, [200, "won"], again.text);
  });

  it("O-DISPUTE-06: an acquirer that is silent for 30 s holds up neither the answer to a dispute nor the job", async () => {
    const { path } = await disputed(FRAUD);
    const own = createSimulator({ db: fixture.ledger, clock: fixture.clock });
    const silent = () => new Promise<never>(() => {});
    const beside = await fixture.beside({ ...own, respond: silent });
    const deaf = await fixture.beside({ ...own, disputes: silent });
    await withoutLongWait(async () => {
      const lost = await send(beside, `${path}/evidence`, { token, key: crypto.randomUUID(), body: OWN });
      assertEquals(lost.status, 500, lost.text);
    });
    await withoutLongWait(() => deaf.work());
    await beside.stop();
    await deaf.stop();
    assertEquals((await post(`${path}/accept`)).body.state as unknown, "accepted");
  });

  it("O-DISPUTE-06: an acceptance that was cut off after the acquirer took it is reported only to its repeat", async () => {
    const { path } = await disputed(FRAUD);
    const { beside, call } = await besideWith(async (ask) => {
      await ask();
      throw new TypeError("connection lost");
    });
    const key = crypto.randomUUID();
    assert((await call(`${path}/accept`, {}, key)).status >= 500);
    await beside.stop();
    assertEquals(codeOf(await post(`${path}/accept`)), "dispute-closed");
    const again = await post(`${path}/accept`, {}, key);
    assertEquals([again.status, again.body.state] as unknown, [200, "accepted"], again.text);
  });

  it("O-DISPUTE-06: a request whose process died holds others off for thirty seconds, and no longer counts after that", async () => {
    const { path, dispute } = await disputed(FRAUD);
    const asked = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const { beside, call } = await besideWith(async (ask) => {
      asked.resolve();
      await goOn.promise;
      return await ask();
    });
    const first = call(`${path}/evidence`, OWN, crypto.randomUUID());
    await asked.promise;
    assertEquals(codeOf(await post(`${path}/accept`)), "state-conflict");
    const held = fixture.db.selectFrom("pay_disputes").select(["answer_until_ms"]).where("id", "=", String(dispute.id));
    const untilMs = Number((await held.executeTakeFirstOrThrow()).answer_until_ms);
    assert(untilMs > Date.now() && untilMs <= Date.now() + 30_000, `${untilMs}`);
    await fixture.db.updateTable("pay_disputes").set({ answer_until_ms: Date.now() - 1 })
      .where("id", "=", String(dispute.id)).execute();
    assertEquals((await post(`${path}/evidence`, evidence("We refunded"))).status, 200);
    goOn.resolve();
    const late = await first;
    await beside.stop();
    assertEquals([late.status, codeOf(late), await textOf(path)], [409, "dispute-closed", "We refunded"]);
  });

  it("O-DISPUTE-06: an operator's answer is refused only because of the dispute, and may be sent again after any other failure", async () => {
    const { path, dispute } = await disputed(FRAUD);
    const failing = (place: string, status: number) => (request: Request) =>
      request.url.includes(place) ? Promise.resolve(new Response("{}", { status })) : fixture.call(request);
    const answerBy = (api: typeof fixture.call, key: string) =>
      answerDispute(fixture, api, { id: String(dispute.id), answer: "accept", evidence: "", key });
    for (
      const [place, status] of [["/auth/token/", 503], ["/auth/token/", 429], ["/accept", 429], [
        "/accept",
        503,
      ]] as const
    ) {
      await assertRejects(() => answerBy(failing(place, status), "one"), Error, String(status));
    }
    assertEquals(await answerBy(fixture.call, "one"), "done");
    assertEquals(await answerBy(fixture.call, "one"), "done");
    assertEquals(await answerBy(fixture.call, "two"), "refused");
    assertEquals(String((await read(path)).state), "accepted");
  });

  it("O-DISPUTE-08: belongs only to its merchant, and is listed by state, kind, reference, holder and deadline in pages", async () => {
    const more = { holderReference: "lists", merchantReference: "lists-1" };
    const made: Json[] = [];
    for (const card of [FRAUD, "4000000000001976", FRAUD]) made.unshift((await disputed(card, more)).dispute);
    const [newest, middle, oldest] = made;
    const ids = async (query: Readonly<Record<string, string>>) => {
      const { body, text } = await get(`${LIST}?${new URLSearchParams({ holderReference: "lists", ...query })}`);
      return { ids: (body.results as unknown as readonly Json[]).map(({ id }) => String(id)), body, text };
    };
    const idOf = (dispute?: Json) => String(dispute?.id);
    const first = await ids({ limit: "2" });
    assertEquals(first.ids, [idOf(newest), idOf(middle)]);
    const second = await ids({ limit: "2", cursor: String(first.body.nextCursor) });
    assertEquals([second.ids, second.body.nextCursor], [[idOf(oldest)], undefined]);
    assertEquals((await ids({ kind: "inquiry" })).ids, [idOf(middle)]);
    await post(`${LIST}/${idOf(oldest)}/accept`);
    assertEquals((await ids({ state: "accepted" })).ids, [idOf(oldest)]);
    assertEquals((await ids({ state: "needs_response", kind: "chargeback" })).ids, [idOf(newest)]);
    assertEquals((await ids({ merchantReference: "lists-2" })).ids, []);
    assertEquals((await ids({ merchantReference: "lists-1" })).ids.length, 3);
    assertEquals((await ids({ respondBefore: String(middle?.respondBy) })).ids, [idOf(oldest)]);
    const stranger = await merchantToken(fixture, "other");
    for (const path of [`${LIST}/${idOf(newest)}`, `${LIST}/${idOf(newest)}/files/x`]) {
      assertEquals((await get(path, stranger)).status, 404);
    }
    const foreign = await get(`${LIST}?holderReference=lists`, stranger);
    assertEquals(foreign.body.results, [] as never);
    const steal = await send(fixture, `${LIST}/${idOf(newest)}/accept`, { token: stranger, key: "steal", body: {} });
    assertEquals(steal.status, 404);
    assertEquals((await get(`${LIST}?states=won`)).status, 400);
  });

  it("O-DISPUTE-06: a list that was read before the answer undoes nothing when it is applied afterwards", async () => {
    const { session, path } = await disputed(FRAUD);
    const own = createSimulator({ db: fixture.ledger, clock: fixture.clock });
    const beside = await fixture.beside({
      ...own,
      disputes: async (query) => {
        const read = await own.disputes(query);
        assertEquals((await post(`${path}/evidence`, OWN)).status, 200);
        return read;
      },
    });
    await beside.work();
    await beside.stop();
    assertEquals(String((await read(path)).state), "under_review");
    await fixture.work();
    assertEquals(eventsOf(session), ["disputeOpened", "disputeUnderReview"]);
  });

  it("R26: a server that stops begins no further dispute, and the next run reads them from the same place", async () => {
    const { id } = await paid(FRAUD);
    fixture.clock.nowMs += MINUTE_MS;
    const job = fixture.works.find((each) => each.job === "payments-disputes");
    const stored = async () =>
      (await fixture.db.selectFrom("pay_disputes").select("id").where("execution_id", "=", id).execute()).length;
    await job?.(AbortSignal.abort());
    assertEquals(await stored(), 0);
    await job?.();
    assertEquals(await stored(), 1);
  });

  it("O-DISPUTE-09: a delivery names its dispute, and a second server reports nothing twice", async () => {
    const session = await paid(FRAUD);
    const other = await fixture.beside();
    fixture.clock.nowMs += MINUTE_MS;
    await Promise.all([fixture.work(), other.work()]);
    await fixture.work();
    await other.stop();
    token = await merchantToken(fixture);
    assertEquals(eventsOf(session), ["disputeOpened"]);
    const [dispute] = await disputesOf(session);
    const listed: Answer = await get(`/merchant/webhooks/deliveries?executionId=${session.id}&limit=1`);
    const [delivery] = listed.body.results as unknown as readonly Json[];
    assertEquals([delivery?.event, delivery?.disputeId] as unknown, ["disputeOpened", dispute?.id]);
  });
});
