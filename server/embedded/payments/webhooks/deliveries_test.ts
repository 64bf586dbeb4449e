import { after, before, it } from "@std/testing/bdd";
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import {
  act,
  type Answer,
  faultOf,
  merchantToken,
  pay,
  send,
  type Session,
  start,
} from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { PRUNE_BATCH, PRUNE_EVERY_MS } from "../context/constants.ts";
import { newDelivery } from "./deliveries.ts";
import { signBody } from "./post_webhook.ts";

// As the service promises them, whatever its constants say.
const DELIVERIES_KEEP_MS = 30 * 86_400_000;

const LIST = "/merchant/webhooks/deliveries";
const HOOK = { clientId: "shop", url: "https://shop.test/hook", secret: "hook-secret" };
const OTHER = { clientId: "other", url: "https://other.test/hook", secret: "other-secret" };
const MANUAL = { meta: { capture: "manual" } };

interface Received {
  readonly id: string;
  readonly deliveryId: string;
  readonly signature: string;
  readonly sentS: string;
  readonly text: string;
}
interface DeliveryBody {
  readonly id: string;
  readonly eventId: string;
  readonly event: string;
  readonly executionId: string;
  readonly moveId?: string;
  readonly url: string;
  readonly state: string;
  readonly attempts: number;
  readonly answerStatus?: number;
  readonly attemptedAt?: string;
  readonly nextAttemptAt?: string;
  readonly replayOf?: string;
  readonly createdAt: string;
}

onBothEngines("deliveries of webhooks", (place) => {
  let fixture: PaymentsFixture;
  let received: Received[] = [];
  /** What the merchant's server does with a request; 204 when left out. */
  let receive: (text: string) => Response = () => new Response(null, { status: 204 });
  before(async () => {
    fixture = await openPaymentsFixture({
      place: place(),
      webhooks: [HOOK, OTHER],
      deliver: async (request) => {
        const text = await request.text();
        const header = (name: string) => request.headers.get(name) ?? "";
        const [id, deliveryId, sentS] = [
          header("webhook-id"),
          header("webhook-delivery-id"),
          header("webhook-timestamp"),
        ];
        received.push({ id, deliveryId, sentS, signature: header("webhook-signature"), text });
        return receive(text);
      },
    });
  });
  after(() => fixture.close());

  /** With a fresh token, since the clock of these tests jumps. */
  const read = async (path: string, client = "shop") =>
    await send(fixture, LIST + path, { token: await merchantToken(fixture, client) });
  const list = async (query: Readonly<Record<string, string>>, client = "shop") => {
    const { status, text, body } = await read(`?${new URLSearchParams(query)}`, client);
    assertEquals(status, 200, text);
    return body.results as unknown as readonly DeliveryBody[];
  };
  const replay = async (id: string, key: string = crypto.randomUUID(), client = "shop") => {
    const token = await merchantToken(fixture, client);
    return await send(fixture, `${LIST}/${id}/replay`, { method: "POST", token, ...(key === "" ? {} : { key }) });
  };
  const delivered = async (client = "shop"): Promise<Session> => {
    received = [];
    receive = () => new Response(null, { status: 204 });
    fixture.clock.nowMs += 1_000;
    const session = await start(fixture, MANUAL, { client });
    await pay(fixture, session, "4242424242424242");
    await fixture.work();
    return session;
  };
  const view = ({ body }: Answer) => body as unknown as DeliveryBody;

  it("an accepted webhook stays in the list with event, move, answer and attempts, newest first", async () => {
    const session = await delivered();
    receive = (text) => new Response(null, { status: JSON.parse(text).event === "captureRequested" ? 202 : 204 });
    await act(fixture, session, "capture", { amount: { value: "4.00", currency: "USD" } });
    await fixture.work();
    const found = await list({ executionId: session.id });
    assertEquals(found.map(({ event, state, attempts, answerStatus }) => [event, state, attempts, answerStatus]), [
      ["captureSuccessful", "accepted", 1, 204],
      ["captureRequested", "accepted", 1, 202],
      ["authorizeSuccessful", "accepted", 1, 204],
      ["authorizeRequested", "accepted", 1, 204],
    ]);
    const { move } = JSON.parse(received.at(-1)?.text ?? "{}");
    const [newest] = found;
    assertEquals([newest?.moveId, newest?.url, newest?.executionId], [move.id, HOOK.url, session.id]);
    assertEquals([newest?.id, newest?.eventId], [received.at(-1)?.deliveryId, received.at(-1)?.id]);
    assertEquals([newest?.attemptedAt, newest?.nextAttemptAt], [
      new Date(fixture.clock.nowMs).toISOString(),
      undefined,
    ]);
    const one = await read(`/${newest?.id}`);
    assertEquals(view(one), newest);
    await fixture.work();
    assertEquals(received.length, 4, "an accepted webhook is not sent again");
  });

  it("one that is refused waits with its answer and its next attempt, and is abandoned after three days", async () => {
    const session = await delivered();
    receive = () => new Response(null, { status: 503 });
    await act(fixture, session, "cancel");
    await fixture.work();
    const [later, first] = await list({ executionId: session.id, state: "waiting" });
    assertEquals([first?.event, first?.answerStatus, first?.attempts], ["cancelRequested", 503, 1]);
    assertEquals(first?.nextAttemptAt, new Date(fixture.clock.nowMs + 5_000).toISOString());
    const logged = fixture.lines.map((line) => JSON.parse(line)).filter(({ event }) =>
      event === "webhook.not-delivered"
    );
    assertEquals([logged.at(-1)?.id, logged.at(-1)?.status], [first?.id, 503]);
    assertEquals([later?.attempts, later?.answerStatus, later?.attemptedAt], [0, undefined, undefined]);
    receive = () => {
      throw new TypeError("connection refused");
    };
    fixture.clock.nowMs += 5_000;
    await fixture.work();
    assertEquals((await list({ executionId: session.id, state: "waiting" }))[1]?.answerStatus, undefined);
    fixture.clock.nowMs += 3 * 86_400_000;
    await fixture.work();
    const abandoned = await list({ executionId: session.id, state: "abandoned" });
    assertEquals(abandoned.map(({ event, nextAttemptAt }) => [event, nextAttemptAt]), [["cancelRequested", undefined]]);
    await fixture.db.updateTable("pay_webhooks").set({ state: "abandoned" }).where("state", "=", "waiting").execute();
  });

  it("a replay sends the same bytes and event id in a delivery of its own, under a new signature", async () => {
    const session = await delivered();
    const [first] = await list({ executionId: session.id });
    const before = received.length;
    fixture.clock.nowMs += 60_000;
    const answer = await replay(first?.id ?? "");
    const made = view(answer);
    assertEquals([answer.status, made.state, made.attempts, made.replayOf], [200, "waiting", 0, first?.id]);
    assertNotEquals(made.id, first?.id);
    assertEquals([made.eventId, made.event, made.url], [first?.eventId, first?.event, HOOK.url]);
    await fixture.work();
    assertEquals(received.length, before + 1);
    const [original, sent] = [received.find(({ deliveryId }) => deliveryId === first?.id), received.at(-1)];
    assertEquals([sent?.id, sent?.deliveryId, sent?.text], [original?.id, made.id, original?.text]);
    assertEquals(sent?.sentS, String(Math.floor(fixture.clock.nowMs / 1000)));
    const signed = await signBody(HOOK.secret, `${sent?.id}.${sent?.sentS}.${sent?.text}`);
    assertEquals(sent?.signature, `v1,${signed}`);
    assertEquals((await list({ executionId: session.id })).map(({ state }) => state), Array(3).fill("accepted"));
  });

  it("a receiver that books each event id once books nothing for a replay", async () => {
    const booked = new Map<string, string>();
    const session = await delivered();
    const book = (text: string) => {
      const { id, event } = JSON.parse(text);
      if (!booked.has(id)) booked.set(id, event);
      return new Response(null, { status: 204 });
    };
    for (const { text } of received) book(text);
    const once = new Map(booked);
    receive = book;
    for (const { id } of await list({ executionId: session.id })) await replay(id);
    await fixture.work();
    assertEquals([received.length, booked], [4, once]);
  });

  it("the same key replays once, a new key again, and without a key not at all", async () => {
    const session = await delivered();
    const [first] = await list({ executionId: session.id });
    const id = first?.id ?? "";
    const [one, two] = [await replay(id, "replay-1"), await replay(id, "replay-1")];
    assertEquals([one.text, two.headers.get("idempotent-replayed")], [two.text, "true"]);
    await replay(id, "replay-2");
    const missing = await replay(id, "");
    assertEquals([missing.status, faultOf(missing.body)], [400, "key-missing"]);
    const sent = received.length;
    await fixture.work();
    assertEquals(received.length - sent, 2);
  });

  it("a replay of a waiting webhook overtakes it, and a refused replay delays no later webhook", async () => {
    const session = await delivered();
    const [first] = await list({ executionId: session.id });
    receive = () => new Response(null, { status: 500 });
    await replay(first?.id ?? "");
    await fixture.work();
    receive = () => new Response(null, { status: 204 });
    fixture.clock.nowMs += 1;
    await act(fixture, session, "cancel");
    await fixture.work();
    const states = (await list({ executionId: session.id })).map(({ event, state }) => `${event} ${state}`);
    assertEquals(states.slice(0, 2), ["cancelSuccessful accepted", "cancelRequested accepted"]);
    assertEquals(states.filter((line) => line.endsWith("waiting")).length, 1);
    const held = await delivered();
    receive = () => new Response(null, { status: 500 });
    await act(fixture, held, "cancel");
    await fixture.work();
    receive = () => new Response(null, { status: 204 });
    const last = (await list({ executionId: held.id, state: "waiting" })).at(-1);
    received = [];
    fixture.clock.nowMs += 10;
    const made = await replay(last?.id ?? "");
    await fixture.work();
    assertEquals(received.map(({ deliveryId }) => deliveryId), [view(made).id]);
    // Due at the same time as what it replays, which is refused.
    fixture.clock.nowMs += 60_000;
    receive = () => new Response(null, { status: 500 });
    const beside = view(await replay(last?.id ?? ""));
    received = [];
    await fixture.work();
    const tried = new Set(received.map(({ deliveryId }) => deliveryId));
    assertEquals([tried.has(last?.id ?? ""), tried.has(beside.id)], [true, true]);
    await fixture.db.updateTable("pay_webhooks").set({ state: "abandoned" }).where("state", "=", "waiting").execute();
  });

  it("a replay to an address that the settings no longer name is refused", async () => {
    const session = await delivered();
    const [first] = await list({ executionId: session.id });
    await fixture.db.updateTable("pay_webhooks").set({ url: "https://old.test/hook" }).where("id", "=", first?.id ?? "")
      .execute();
    const answer = await replay(first?.id ?? "");
    assertEquals([answer.status, faultOf(answer.body)], [409, "address-gone"]);
  });

  it("two addresses of a merchant get one event id and a delivery each", async () => {
    const second = { ...HOOK, url: "https://shop.test/second" };
    const both = await openPaymentsFixture({
      webhooks: [HOOK, second],
      deliver: () => Promise.resolve(new Response()),
    });
    try {
      const session = await start(both, MANUAL);
      await pay(both, session, "4000000000000002");
      const rows = await both.db.selectFrom("pay_webhooks").select(["id", "event_id", "url"]).execute();
      assertEquals([rows.length, new Set(rows.map(({ event_id }) => event_id)).size], [4, 2]);
      assertEquals(new Set(rows.map(({ event_id, url }) => `${event_id} ${url}`)).size, 4);
    } finally {
      await both.close();
    }
  });

  it("filters by time, and pages hold every delivery once while others are added", async () => {
    const fromMs = fixture.clock.nowMs + 500;
    const session = await delivered();
    const createdFrom = new Date(fromMs).toISOString();
    assertEquals((await list({ createdFrom })).length, 2);
    const [authorized, requested] = await list({ executionId: session.id });
    const eventsOf = async (query: Readonly<Record<string, string>>) =>
      (await list({ executionId: session.id, ...query })).map(({ event }) => event);
    assertEquals(await eventsOf({ createdFrom: authorized?.createdAt ?? "" }), ["authorizeSuccessful"]);
    assertEquals(await eventsOf({ createdBefore: authorized?.createdAt ?? "" }), ["authorizeRequested"]);
    assertEquals(await eventsOf({ createdBefore: requested?.createdAt ?? "" }), []);
    const page = await read(`?createdFrom=${createdFrom}&limit=1`);
    await act(fixture, session, "cancel");
    const cursor = String(page.body.nextCursor);
    const [next] = await list({ createdFrom, limit: "1", cursor });
    assertEquals(next?.event, "authorizeRequested");
    await fixture.work();
  });

  it("SECURITY M6: another merchant's deliveries are in no list, and its ids answer the same 404 as none", async () => {
    const session = await delivered();
    const [first] = await list({ executionId: session.id });
    assertEquals(await list({ executionId: session.id }, "other"), []);
    const theirs = await delivered("other");
    assertEquals((await list({ executionId: theirs.id }, "other")).length, 2);
    const sent = received.length;
    const answers = [
      await read(`/${first?.id}`, "other"),
      await read(`/${crypto.randomUUID()}`, "other"),
      await replay(first?.id ?? "", "stranger", "other"),
      await replay(crypto.randomUUID(), "nothing", "other"),
    ];
    assertEquals(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
    assertEquals(answers[0]?.status, 404);
    await fixture.work();
    assertEquals(received.length, sent);
  });

  it("rows past their retention period are deleted in batches; what waits stays", async () => {
    await fixture.db.deleteFrom("pay_webhooks").execute();
    const oldMs = fixture.clock.nowMs - DELIVERIES_KEEP_MS - 1;
    const row = { ...newDelivery(oldMs), client_id: "shop", execution_id: "old", url: HOOK.url, body: "{}" };
    const rows = Array.from({ length: PRUNE_BATCH + 1 }, () => ({ ...row, id: crypto.randomUUID(), event_id: "e" }));
    await fixture.db.insertInto("pay_webhooks").values(rows.map((each) => ({ ...each, state: "accepted" }))).execute();
    const young = { ...row, event_id: "e", state: "accepted", created_ms: oldMs + 2, next_ms: oldMs, id: "young" };
    const waits = { ...row, event_id: "e", next_ms: fixture.clock.nowMs + 2 * PRUNE_EVERY_MS, id: "waits" };
    await fixture.db.insertInto("pay_webhooks").values([young, waits]).execute();
    fixture.clock.nowMs += 1;
    const { nowMs } = fixture.clock;
    const restarted = await fixture.restart();
    await restarted.work();
    const left = await fixture.db.selectFrom("pay_webhooks").select("id").execute();
    assertEquals(left.map(({ id }) => id).sort(), ["waits", "young"]);
    assert(nowMs > oldMs);
    await restarted.stop();
  });
});
