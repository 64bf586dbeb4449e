import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { sql } from "kysely";
import { act, pay, readAsMerchant, start } from "../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../tests/support/payments/payments_fixture.ts";
import { PRUNE_BATCH, PRUNE_EVERY_MS, REVEAL_KEEP_MS } from "./context/constants.ts";
import { deliverOnce } from "./context/context.ts";
import { newDelivery } from "./webhooks/deliveries.ts";
import { signBody } from "./webhooks/post_webhook.ts";

const HOOK = { clientId: "shop", url: "https://shop.test/hook", secret: "hook-secret" };

interface ReceivedWebhook {
  readonly event: string;
  readonly id: string;
  readonly signature: string | null;
  /** The signature with its timestamp. */
  readonly timed: readonly (string | null)[];
  readonly text: string;
}

function merchant() {
  const received: ReceivedWebhook[] = [];
  const state = { status: 200 };
  return {
    received,
    state,
    deliver: async (request: Request) => {
      const text = await request.text();
      const { event, id } = JSON.parse(text);
      const { headers } = request;
      const timed = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => headers.get(name));
      received.push({ event, id, signature: headers.get("x-signature"), timed, text });
      return new Response("x", { status: state.status });
    },
  };
}

async function waiting({ db }: PaymentsFixture) {
  return await db.selectFrom("pay_webhooks").select(["id", "attempted_ms", "attempts", "next_ms"]).where(
    "state",
    "=",
    "waiting",
  ).execute();
}

describe("due work", () => {
  it("sends the merchant every status once, signed over the bytes sent", async () => {
    const { received, deliver } = merchant();
    const fixture = await openPaymentsFixture({ webhooks: [HOOK], deliver });
    try {
      const session = await start(fixture, { meta: { capture: "manual" } });
      await pay(fixture, session, "4000000000000002");
      await pay(fixture, session, "4242424242424242");
      await act(fixture, session, "capture");
      await act(fixture, session, "refund");
      await pay(fixture, await start(fixture, {}, { client: "other" }), "4242424242424242");
      await Promise.all([fixture.work(), fixture.work(), fixture.work()]);
      await fixture.work();
      const events = received.map(({ event }) => event).sort();
      assertEquals(events, [
        "authorizeFailed",
        "authorizeRequested",
        "authorizeRequested",
        "authorizeSuccessful",
        "captureRequested",
        "captureSuccessful",
        "refundRequested",
        "refundSuccessful",
      ]);
      for (const { signature, text } of received) assertEquals(signature, await signBody("hook-secret", text));
      // Computed by an independent implementation of HMAC-SHA256.
      assertEquals(
        await signBody("key", "The quick brown fox jumps over the lazy dog"),
        "97yD9DBThCSxMpjmqm+xQ+9NWaFJRhdZl0edvC0aPNg=",
      );
    } finally {
      await fixture.close();
    }
  });

  it("signs the time of each attempt, so that a recorded webhook can be told from a new one", async () => {
    const { received, deliver, state } = merchant();
    state.status = 500;
    const fixture = await openPaymentsFixture({ webhooks: [HOOK], deliver });
    try {
      await pay(fixture, await start(fixture), "4242424242424242");
      await fixture.work();
      fixture.clock.nowMs += 60_000;
      await fixture.work();
      const [first, second] = received.map(({ timed, text, id }) => ({ timed, text, id }));
      for (const [webhook, atMs] of [[first, fixture.clock.nowMs - 60_000], [second, fixture.clock.nowMs]] as const) {
        const sentS = String(Math.floor(atMs / 1000));
        const signature = await signBody("hook-secret", `${webhook?.id}.${sentS}.${webhook?.text}`);
        assertEquals(webhook?.timed, [webhook?.id ?? "", sentS, `v1,${signature}`]);
      }
      assertEquals([first?.id, first?.text], [second?.id, second?.text]);
    } finally {
      await fixture.close();
    }
  });

  it("while a webhook secret is changed, each webhook is sent once, signed with both", async () => {
    const { received, deliver } = merchant();
    const webhooks = [{ ...HOOK, secret: "new-secret" }, HOOK];
    const fixture = await openPaymentsFixture({ webhooks, deliver });
    try {
      await pay(fixture, await start(fixture), "4242424242424242");
      await fixture.work();
      assertEquals(new Set(received.map(({ id }) => id)).size, received.length);
      for (const { timed: [id, sentS, signatures], signature, text } of received) {
        const both = ["new-secret", "hook-secret"].map((secret) => signBody(secret, `${id}.${sentS}.${text}`));
        assertEquals(signatures, (await Promise.all(both)).map((each) => `v1,${each}`).join(" "));
        assertEquals(signature, await signBody("new-secret", text));
      }
      assert(received.length > 0);
    } finally {
      await fixture.close();
    }
  });

  it("sends a webhook to the merchant's address, and follows no redirect", async () => {
    let elsewhere = 0;
    const sink = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () => {
      elsewhere += 1;
      return new Response("x");
    });
    const headers = { location: `http://127.0.0.1:${sink.addr.port}/` };
    const hook = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      () => new Response(null, { status: 307, headers }),
    );
    try {
      const url = `http://127.0.0.1:${hook.addr.port}/`;
      const answer = await deliverOnce(new Request(url, { method: "POST", body: "{}" }), { reach: "any" });
      await answer.body?.cancel();
      assertEquals([answer.ok, elsewhere], [false, 0]);
    } finally {
      await Promise.all([sink.shutdown(), hook.shutdown()]);
    }
  });

  it("gives up no webhook that was not attempted, however long the server was down", async () => {
    const tried = new Set<string>();
    const fixture = await openPaymentsFixture({
      webhooks: [HOOK],
      deliver: (request) => {
        tried.add(request.headers.get("webhook-id") ?? "");
        return Promise.reject(new TypeError("connection refused"));
      },
    });
    try {
      const row = { ...newDelivery(fixture.clock.nowMs), client_id: "shop" };
      const ids = Array.from({ length: 60 }, (_, at) => `${at}`);
      for (const id of ids) {
        await fixture.db.insertInto("pay_webhooks").values({
          ...row,
          id,
          event_id: id,
          url: HOOK.url,
          execution_id: id,
          body: "{}",
        })
          .execute();
      }
      fixture.clock.nowMs += 4 * 86_400_000;
      await fixture.work();
      const left = await waiting(fixture);
      assertEquals(new Set(left.map(({ id }) => id)), new Set(ids).difference(tried));
      assert(left.length > 0 && left.length < ids.length, `${left.length} were not attempted`);
      const once = left.map(({ attempted_ms, attempts, next_ms }) =>
        `${attempted_ms} ${attempts} ${next_ms - fixture.clock.nowMs}`
      );
      assertEquals(new Set(once), new Set(["null 0 5000"]), "no attempt is counted, and the pause is the first one");
    } finally {
      await fixture.close();
    }
  });

  it("retries with growing pauses and the same body, and gives up after three days", async () => {
    const { received, deliver, state } = merchant();
    state.status = 503;
    const fixture = await openPaymentsFixture({ webhooks: [HOOK], deliver });
    try {
      await pay(fixture, await start(fixture), "4242424242424242");
      for (let hours = 0; hours < 80; hours++) {
        await fixture.work();
        fixture.clock.nowMs += 3_600_000;
      }
      // Three statuses: requested, authorized, captured. The later ones wait until the first is given up.
      assert(received.length > 70 && received.length <= 80, String(received.length));
      assertEquals(new Set(received.map(({ text }) => text)).size, 3);
      assertEquals((await waiting(fixture)).length, 0);
    } finally {
      await fixture.close();
    }
  });

  it("sends hundreds of webhooks in one round, in order for each payment, without waiting for a silent merchant", async () => {
    const { received, deliver } = merchant();
    let asked = 0;
    const SILENT = { ...HOOK, url: "https://silent.test/hook" };
    const fixture = await openPaymentsFixture({
      webhooks: [HOOK, SILENT],
      deliver: (request) => {
        if (request.url !== SILENT.url) return deliver(request);
        asked += 1;
        return Promise.reject(new TypeError("connection refused"));
      },
    });
    try {
      const row = { ...newDelivery(fixture.clock.nowMs), client_id: "shop" };
      for (let at = 0; at < 450; at++) {
        const id = String(at).padStart(4, "0");
        const url = at % 9 === 0 ? SILENT.url : HOOK.url;
        const body = JSON.stringify({ id, event: `${at % 50}` });
        await fixture.db.insertInto("pay_webhooks").values({
          ...row,
          id,
          event_id: id,
          created_ms: row.created_ms + at,
          url,
          execution_id: String(at % 50),
          body,
        })
          .execute();
      }
      for (let rounds = 0; rounds < 5; rounds++) await fixture.work();
      assertEquals([received.length, new Set(received.map(({ id }) => id)).size], [400, 400]);
      for (const [, own] of Map.groupBy(received, ({ event }) => event)) {
        assertEquals(own.map(({ id }) => id), own.map(({ id }) => id).sort());
      }
      assert(asked > 0 && asked <= 5 * 16, `${asked} calls to one that does not answer`);
      assertEquals((await waiting(fixture)).length, 50);
    } finally {
      await fixture.close();
    }
  });

  it("holds back the webhooks behind one that was not accepted, for its payment and address only", async () => {
    const { received, deliver } = merchant();
    const OTHER = { ...HOOK, url: "https://shop.test/other" };
    const seen: string[] = [];
    const refusals = ["refused", "lost", "refused"];
    let held = "";
    const fixture = await openPaymentsFixture({
      webhooks: [HOOK, OTHER],
      deliver: async (request) => {
        const { execution, event } = await request.clone().json();
        if (request.url === OTHER.url) {
          seen.push(`${execution.id} ${event}`);
          return new Response(null, { status: 204 });
        }
        const fault = execution.id === held && event === "authorizeSuccessful" ? refusals.shift() : undefined;
        if (fault === "lost") throw new TypeError("connection refused");
        return fault === "refused" ? new Response(null, { status: 500 }) : await deliver(request);
      },
    });
    try {
      const manual = { meta: { capture: "manual" } };
      const [slow, quick] = [await start(fixture, manual), await start(fixture, manual)];
      held = slow.id;
      const eventsOf = (id: string) =>
        received.map(({ text }) => JSON.parse(text)).filter(({ execution }) => execution.id === id)
          .map(({ event }) => event);
      for (const session of [slow, quick]) await pay(fixture, session, "4242424242424242");
      await fixture.work();
      // Written while an older one waits: due at once, but not next in line.
      for (const session of [slow, quick]) await act(fixture, session, "capture");
      await fixture.work();
      const all = ["authorizeRequested", "authorizeSuccessful", "captureRequested", "captureSuccessful"];
      assertEquals([eventsOf(slow.id), eventsOf(quick.id)], [all.slice(0, 1), all]);
      assertEquals(seen.filter((line) => line.startsWith(slow.id)), all.map((event) => `${slow.id} ${event}`));
      for (let tries = 0; tries < 4; tries++) {
        fixture.clock.nowMs += 60_000;
        await fixture.work();
      }
      assertEquals([eventsOf(slow.id), refusals], [all, []]);
      assertEquals((await waiting(fixture)).length, 0);
    } finally {
      await fixture.close();
    }
  });

  it("resolves a pending payment that no client polls, and fails a challenge without an answer", async () => {
    const fixture = await openPaymentsFixture();
    try {
      const later = await start(fixture);
      await pay(fixture, later, "4000000000000077");
      const asked = await start(fixture);
      await pay(fixture, asked, "4000002500003155");
      fixture.clock.nowMs += 10 * 60_000;
      const statesOf = async () => {
        const rows = await fixture.db.selectFrom("pay_executions").select(["id", "state"]).execute();
        return [later, asked].map(({ id }) => rows.find((row) => row.id === id)?.state);
      };
      // A server that is stopping begins none.
      await fixture.works.find(({ job }) => job === "payments-open-intents")?.(AbortSignal.abort());
      assertEquals(await statesOf(), ["pending", "pending"]);
      await fixture.work();
      assertEquals(await statesOf(), ["captured", "declined"]);
      assertEquals(
        String(
          (await readAsMerchant(fixture, { ...later, merchant: (await start(fixture)).merchant })).captured?.value,
        ),
        "10.00",
      );
    } finally {
      await fixture.close();
    }
  });

  it("tries deletions that failed again after a minute, and deletes the other kinds at once", async () => {
    const fixture = await openPaymentsFixture();
    try {
      const { db, clock } = fixture;
      await fixture.work();
      const key = { scope: "client x", key: "old", body_hash: "", status: 200, answer: "{}", lease_until_ms: 0 };
      await db.insertInto("pay_idempotency").values({ ...key, created_ms: clock.nowMs }).execute();
      clock.nowMs += REVEAL_KEEP_MS + PRUNE_EVERY_MS;
      const kept = async () => (await db.selectFrom("pay_idempotency").select("key").execute()).length;
      const prune = () => fixture.works.find(({ job }) => job === "payments-deletions")?.();
      await sql`alter table pay_velocity rename to away`.execute(db);
      await assertRejects(async () => await prune(), Error, "Not deleted: pruneVelocity");
      assertEquals(await kept(), 0);
      clock.nowMs += 59_999;
      await prune();
      clock.nowMs += 1;
      await assertRejects(async () => await prune(), Error, "Not deleted: pruneVelocity");
      await sql`alter table away rename to pay_velocity`.execute(db);
      clock.nowMs += 60_000;
      await db.insertInto("pay_velocity").values({ id: "old", network: "n", kind: "save", at_ms: 0 }).execute();
      await prune();
      assertEquals(await db.selectFrom("pay_velocity").select("id").execute(), []);
    } finally {
      await fixture.close();
    }
  });

  it("deletes once an hour what is outside every window: keys, attempts, declines, restrictions, reveals", async () => {
    const fixture = await openPaymentsFixture();
    try {
      const at_ms = fixture.clock.nowMs;
      const key = { scope: "client x", body_hash: "", status: 200, answer: "{}", lease_until_ms: 0 };
      const display = { client_id: "shop", instrument_id: null, record_id: null, audit: "", views: 0, expires_ms: 0 };
      const refusal = { shop: null, network: "n", card: null, range: null, shop_tries: 0, range_tries: 0 };
      const fill = async (name: string, keys: number) => {
        const rows = Array.from({ length: keys }, (_, at) => ({ ...key, key: `${name}${at}`, created_ms: at_ms }));
        await fixture.db.insertInto("pay_idempotency").values(rows).execute();
        await fixture.db.insertInto("pay_displays").values({ ...display, hash: name, created_ms: at_ms }).execute();
        await fixture.db.insertInto("pay_refusals").values({ ...refusal, id: name, at_ms }).execute();
        await fixture.db.insertInto("pay_velocity").values({ id: name, network: "n", kind: "save", at_ms }).execute();
        await fixture.db.insertInto("pay_guards").values({ subject: name, until_ms: at_ms }).execute();
      };
      const counts = async () => {
        const tables = ["pay_idempotency", "pay_displays", "pay_refusals", "pay_velocity", "pay_guards"] as const;
        const rows = await Promise.all(tables.map((table) => fixture.db.selectFrom(table).selectAll().execute()));
        return rows.map(({ length }) => length);
      };
      await fill("old", PRUNE_BATCH + 1);
      await fixture.work();
      assertEquals(await counts(), [PRUNE_BATCH + 1, 1, 1, 1, 1]);
      fixture.clock.nowMs += REVEAL_KEEP_MS + 1;
      // A server that is stopping begins no batch; the next server deletes.
      const next = await fixture.beside();
      await next.works.find(({ job }) => job === "payments-deletions")?.(AbortSignal.abort());
      assertEquals((await counts())[0], PRUNE_BATCH + 1);
      await fixture.work();
      assertEquals(await counts(), [0, 0, 0, 0, 0]);
      await fill("late", 1);
      fixture.clock.nowMs += PRUNE_EVERY_MS - 1;
      await fixture.work();
      assertEquals(await counts(), [1, 1, 1, 1, 1]);
      fixture.clock.nowMs += 1;
      await fixture.work();
      assertEquals(await counts(), [0, 0, 0, 0, 0]);
    } finally {
      await fixture.close();
    }
  });
});
