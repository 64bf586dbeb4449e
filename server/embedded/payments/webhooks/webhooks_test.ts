/** Webhooks of several addresses: one that does not answer delays no other, and does not delay a stop. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import * as z from "zod/mini";
import { deliverOnce } from "../context/context.ts";
import { TRANSITIONS } from "../executions/execution_state.ts";
import { openApiDocument } from "../openapi/document.ts";
import { WebhookBody } from "../schemas/webhook_answers.ts";
import { EXECUTION_EVENTS, WEBHOOK_EVENTS } from "../schemas/webhook_events.ts";
import { signBody } from "./post_webhook.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import { pay, start } from "../../../../tests/support/payments/payments_calls.ts";
import { startSilentService } from "../../../../tests/support/operations/silent_service.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { silentLog } from "../../../platform/log.ts";
import { startJobs } from "../../../platform/jobs.ts";

const CARD = "4242424242424242";
const SILENT = "https://silent.example/hook";
const FAST = "https://fast.example/hook";

it("R26: a silent receiver delays the webhooks of no other, and a stop ends its delivery", async () => {
  let silent = 0;
  const heard: string[] = [];
  const fixture = await openPaymentsFixture({
    webhooks: [SILENT, FAST].map((url) => ({ clientId: "shop", url, secret: "secret" })),
    async deliver(request) {
      if (request.url === SILENT) {
        silent += 1;
        await new Promise((_, reject) =>
          fixture.stopping.addEventListener("abort", () => reject(new Error("stopped")))
        );
      }
      heard.push((await request.json()).event);
      return new Response();
    },
  });
  const jobs = startJobs({ works: fixture.works, log: silentLog, everyMs: 5 });
  try {
    await pay(fixture, await start(fixture), CARD);
    await eventually(() => heard.length === 3 && silent > 0);
    // The silent receiver still has its first webhook.
    await pay(fixture, await start(fixture), CARD);
    await eventually(() => heard.length === 6);
    assertEquals(heard.toSorted(), [
      ...["authorizeRequested", "authorizeRequested", "authorizeSuccessful", "authorizeSuccessful"],
      ...["captureSuccessful", "captureSuccessful"],
    ]);
    assertEquals(silent, 1);
    await jobs.stop();
    await fixture.stop();
    const rows = await fixture.db.selectFrom("pay_webhooks").select(["url", "state", "next_ms"]).execute();
    assertEquals(rows.filter(({ url }) => url === FAST).map(({ state }) => state), Array(6).fill("accepted"));
    // They are due again after a pause, for the next server.
    assertEquals(rows.filter(({ url }) => url === SILENT).map(({ state }) => state), Array(6).fill("waiting"));
  } finally {
    await fixture.close();
  }
});

it("R26: an address that accepts a webhook while the server stops gets no further payment's from this server", async () => {
  const heard: string[] = [];
  const hook = { clientId: "shop", url: FAST, secret: "secret" };
  const fixture = await openPaymentsFixture({
    webhooks: [hook],
    async deliver(request) {
      const { execution } = await request.json();
      heard.push(execution.id);
      if (heard.length === 1) {
        await new Promise((resolve) => fixture.stopping.addEventListener("abort", () => setTimeout(resolve, 0)));
      }
      return new Response();
    },
  });
  const jobs = startJobs({ works: fixture.works, log: silentLog, everyMs: 5 });
  try {
    await pay(fixture, await start(fixture), CARD);
    await eventually(() => heard.length === 1);
    await pay(fixture, await start(fixture), CARD);
    await jobs.stop();
    await fixture.stop();
    const attempts = async () =>
      (await fixture.db.selectFrom("pay_webhooks").select(["execution_id", "attempts"]).execute())
        .filter(({ execution_id }) => execution_id !== heard[0]).map(({ attempts }) => attempts);
    // A batch that began at the stop would claim them within so many statements.
    for (let turn = 0; turn < 20; turn++) assertEquals(await attempts(), [0, 0, 0]);
  } finally {
    await fixture.close();
  }
});

/** Half of the ten seconds that a delivery may take. */
const STOP_MOST_MS = 5_000;

it("R26: a stop ends the delivery to a receiver that accepts the connection and never answers", async () => {
  const receiver = startSilentService();
  const hook = { clientId: "shop", url: `${receiver.base}/hook`, secret: "secret" };
  const fixture = await openPaymentsFixture({ webhooks: [hook], deliver: "product" });
  const jobs = startJobs({ works: fixture.works, log: silentLog, everyMs: 5 });
  try {
    await pay(fixture, await start(fixture), CARD);
    await eventually(() => receiver.held() === 1);
    const startedMs = performance.now();
    await jobs.stop();
    await fixture.stop();
    const tookMs = performance.now() - startedMs;
    assert(tookMs < STOP_MOST_MS, `${tookMs.toFixed(0)} ms`);
    await eventually(() => receiver.held() === 0);
    const rows = await fixture.db.selectFrom("pay_webhooks").select("state").execute();
    assertEquals(new Set(rows.map(({ state }) => state)), new Set(["waiting"]));
  } finally {
    receiver.close();
    await fixture.close();
  }
});

it("R26: a delivery that is not answered ends after ten seconds", async () => {
  const receiver = startSilentService();
  const stopping = new AbortController();
  const tooLate = setTimeout(() => stopping.abort(), 5_000);
  const { timeout } = AbortSignal;
  const asked: number[] = [];
  AbortSignal.timeout = (ms) => {
    asked.push(ms);
    return timeout.call(AbortSignal, 50);
  };
  try {
    const request = new Request(`${receiver.base}/hook`, { method: "POST", body: "{}" });
    const error = await assertRejects(() => deliverOnce(request, { reach: "any", stopping: stopping.signal }));
    assertEquals([error instanceof DOMException && error.name, asked], ["TimeoutError", [10_000]]);
    await eventually(() => receiver.most() === 1 && receiver.held() === 0);
  } finally {
    AbortSignal.timeout = timeout;
    clearTimeout(tooLate);
    receiver.close();
  }
});

/** A server with three webhooks of one payment, which the address takes as `take` says. */
async function openWithPayment(take: (count: number, fixture: PaymentsFixture) => Promise<unknown>) {
  let count = 0;
  const fixture: PaymentsFixture = await openPaymentsFixture({
    webhooks: [{ clientId: "shop", url: FAST, secret: "secret" }],
    deliver: async () => {
      await take(++count, fixture);
      return new Response();
    },
  });
  await pay(fixture, await start(fixture), CARD);
  const rows = () =>
    fixture.db.selectFrom("pay_webhooks").select(["id", "state", "attempts", "next_ms"]).orderBy("created_ms")
      .orderBy("id").execute();
  return { fixture, rows, heard: () => count };
}

it("SECURITY X6: each accepted webhook is recorded before the next is sent, so that a kill repeats one at most", async () => {
  const states: string[] = [];
  const { fixture, rows } = await openWithPayment(async () => {
    states.push((await rows()).map(({ state }) => state).toSorted().join(" "));
  });
  try {
    await fixture.work();
    assertEquals(states, ["waiting waiting waiting", "accepted waiting waiting", "accepted accepted waiting"]);
  } finally {
    await fixture.close();
  }
});

it("SECURITY X6: an address that answers slowly gets no webhook whose claim may end meanwhile; it waits for the next batch", async () => {
  const { fixture, rows, heard } = await openWithPayment((_, { clock }) => {
    clock.nowMs += 30_000;
    return Promise.resolve();
  });
  try {
    await fixture.work();
    assertEquals(heard(), 1);
    assertEquals((await rows()).map(({ state, attempts }) => [state, attempts]).toSorted(), [
      ["accepted", 1],
      ["waiting", 0],
      ["waiting", 0],
    ]);
    await fixture.work();
    await fixture.work();
    assertEquals((await rows()).map(({ state }) => state), ["accepted", "accepted", "accepted"]);
  } finally {
    await fixture.close();
  }
});

it("SECURITY X6: a server that comes back from a long pause changes no webhook that another has claimed meanwhile", async () => {
  const { fixture, rows, heard } = await openWithPayment(async (_, { clock, db }) => {
    clock.nowMs += 61_000;
    await db.updateTable("pay_webhooks").set({ attempts: 2, next_ms: clock.nowMs + 60_000 }).execute();
    throw new TypeError("no answer");
  });
  try {
    await fixture.work();
    assertEquals(heard(), 1);
    assertEquals(
      (await rows()).map(({ state, attempts, next_ms }) => [state, attempts, next_ms - fixture.clock.nowMs]),
      [1, 2, 3].map(() => ["waiting", 2, 60_000]),
    );
  } finally {
    await fixture.close();
  }
});

const PAGE = await Deno.readTextFile(new URL("../../../../docs/merchants/back-end/webhooks.md", import.meta.url));

it("the page for merchants shows a body that the schema of webhooks accepts, with every field that it has", () => {
  const sample = JSON.parse(PAGE.match(/```json webhook\n([\s\S]*?)```/)?.[1] ?? "");
  assertEquals(z.parse(WebhookBody, sample), sample);
  const last = sample.execution.status.at(-1);
  assertEquals([sample.event, sample.time, sample.move.id], [last.code, last.time, last.moveId]);
});

it("the page for merchants lists exactly the events of the table, with their sentences", () => {
  const section = PAGE.match(/## Which event means what\n([\s\S]*?)\n## /)?.[1] ?? "";
  const rows = [...section.matchAll(/^\| `(\w+)` +\| (.+?) +\|$/gm)].map(([, event, sentence]) => [event, sentence]);
  assertEquals(rows, Object.entries(WEBHOOK_EVENTS));
});

it("the document for merchants names the events of webhooks and deliveries, and the codes of statuses", () => {
  const { schemas } = openApiDocument().components as {
    readonly schemas: Record<string, { readonly properties: Record<string, { readonly enum?: readonly string[] }> }>;
  };
  const names = Object.keys(WEBHOOK_EVENTS);
  assertEquals(schemas.Webhook?.properties.event?.enum, names);
  assertEquals(schemas.Delivery?.properties.event?.enum, names);
  assertEquals(schemas.Status?.properties.code?.enum, EXECUTION_EVENTS);
  assert(["refundSuccessful", "disputeOpened", "instrumentReplaced"].every((name) => names.includes(name)));
});

it("the table has exactly the codes that transitions of an execution send", () => {
  const sent = new Set(TRANSITIONS.flatMap(({ codes }) => codes));
  assertEquals([...sent].sort(), EXECUTION_EVENTS.toSorted());
});

it("the page for merchants shows signatures as the service makes them", async () => {
  const vector = PAGE.match(/```text vector\n([\s\S]*?)```/)?.[1] ?? "";
  const row = (name: string) => {
    const value = vector.match(new RegExp(`^ *${name} +(.+)$`, "m"))?.[1];
    assert(value !== undefined, name);
    return value;
  };
  const secret = row("secret");
  const signed = `${row("webhook-id")}.${row("webhook-timestamp")}.${row("body")}`;
  assertEquals(row("webhook-signature"), `v1,${await signBody(secret, signed)}`);
  assertEquals(row("x-signature"), await signBody(secret, row("body")));
});
