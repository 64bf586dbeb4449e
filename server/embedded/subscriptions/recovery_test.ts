/**
 * The order in which recovery takes checkouts: due checkouts come first, and those that it could not finish move back.
 */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { DAY_MS } from "../../wire/billing/schedule.ts";
import { renewDue } from "./billing/renew_due.ts";
import { contextOf } from "./build_context.ts";
import type { Fields } from "../../platform/log.ts";
import { queueState } from "../../platform/telemetry/queue.ts";
import { SUBSCRIPTION_QUEUES } from "./queues.ts";
import { recoverCharges, recoverCheckout, recoverCheckouts } from "./recovery.ts";
import {
  addOn,
  ANN,
  BOB,
  buy,
  consentBody,
  executionIn,
  openSubscriptionsFixture,
  prepare,
  runDueWork,
  START_MS,
  type SubscriptionsFixture,
} from "./testing/fixture.ts";

const WEEKLY = "tck_weekly_3dtrial";
const MINUTE_MS = 60_000;

describe("recovery of many checkouts", () => {
  let h: SubscriptionsFixture;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
  });
  afterEach(() => h.close());

  const open = async (checkout: string) =>
    executionIn(await h.call("GET", `/init/session?plan_id=${WEEKLY}`, { checkout }));
  const abandon = async (count: number) => {
    for (let n = 0; n < count; n++) await open(String(n).padStart(64, "0"));
  };
  const pay = async () => {
    const executionId = await open(ANN);
    await h.call("POST", "/consents", { checkout: ANN }, consentBody(h, WEEKLY, { email: "ann@example.com" }));
    h.payments.shopperPays(executionId);
    return executionId;
  };
  const run = () => recoverCheckouts(contextOf(h.ports));
  const rowOf = async (executionId: string) =>
    await h.db.selectFrom("subs_checkouts").selectAll().where("execution_id", "=", executionId)
      .executeTakeFirstOrThrow();
  const queue = async () =>
    queueState("checkouts", await SUBSCRIPTION_QUEUES.checkouts(h.db, h.clock.now()), h.clock.now());

  it("completes a paid purchase a minute after it although 150 older checkouts were abandoned", async () => {
    await abandon(150);
    for (const minutes of [1, 1, 2, 4]) {
      h.clock.advance(minutes * MINUTE_MS);
      for (let times = 0; times < 2; times++) await run();
    }
    h.clock.advance(MINUTE_MS);
    const executionId = await pay();
    h.clock.advance(MINUTE_MS);
    assertEquals(await run(), 1);
    assertEquals((await rowOf(executionId)).state, "done");
  });

  it("completes it although the payments service refuses 150 checkouts before it", async () => {
    await abandon(150);
    const executionId = await pay();
    // A refusal is not tried again, which a lost connection is, for half a second each.
    h.payments.before = ({ method, url }) =>
      method === "GET" && !url.endsWith(executionId) ? new Response("gone", { status: 410 }) : undefined;
    h.clock.advance(MINUTE_MS);
    for (let times = 0; times < 2; times++) await run();
    assertEquals((await rowOf(executionId)).state, "done");
  });

  it("delivers a lost add-on although a hundred charges before it fail at every run", async () => {
    const id = await buy(h);
    h.payments.before = (request) => {
      if (request.url.endsWith("/authorize")) throw new TypeError("connection reset");
      return undefined;
    };
    await addOn(h, id, "tck_guide_otp");
    h.payments.before = () => undefined;
    const lost = await h.db.selectFrom("subs_charges").selectAll().where("kind", "=", "addon")
      .executeTakeFirstOrThrow();
    await h.db.insertInto("subs_charges").values(
      Array.from({ length: 100 }, (_, n) => ({
        ...lost,
        id: `charge-${n}`,
        subscription_id: `gone-${n}`,
        created_ms: lost.created_ms - 1,
      })),
    ).execute();
    h.clock.advance(MINUTE_MS);
    const context = contextOf(h.ports);
    assertEquals(await recoverCharges(context), 1);
    const { state } = await h.db.selectFrom("subs_charges").select("state").where("id", "=", lost.id)
      .executeTakeFirstOrThrow();
    assertEquals(state, "succeeded");
  });

  it("leaves a renewal to the member who pays it now, whose bank may ask only them", async () => {
    const who = { checkout: ANN };
    const id = await buy(h);
    h.payments.declineStored = true;
    h.payments.declineResult = "PayerAuthenticationRequired";
    h.clock.advance(3 * DAY_MS);
    await runDueWork(h.ports);
    h.payments.declineStored = false;
    const { holder_reference: holderReference } = await h.db.selectFrom("subs_subscriptions").selectAll()
      .executeTakeFirstOrThrow();
    h.payments.cards.set("pi_new", { id: "pi_new", holderReference, status: "enabled", data: {} });
    const context = contextOf(h.ports);
    const recovered: number[] = [];
    let isRecovering = false;
    const recover = async () => {
      if (isRecovering) return;
      isRecovering = true;
      recovered.push(await recoverCharges(context));
      isRecovering = false;
    };
    const presence = () =>
      h.payments.bodies.filter(({ path }) => path.endsWith("/authorize")).slice(1)
        .map(({ body }) => JSON.stringify(body.meta));
    let isDown = true;
    h.payments.before = async ({ url }) => {
      if (url.endsWith("/client/init")) await recover();
      return isDown && url.endsWith("/authorize") ? new Response("", { status: 503 }) : undefined;
    };
    const pay = async () => await h.call("POST", `/card-of/${id}/change`, who, { instrument_id: "pi_new" });
    assertEquals((await pay()).body.code, "in_flight");
    // The member asks again after the lease of the first attempt, and the renewals look for what is due.
    h.clock.advance(MINUTE_MS);
    isDown = false;
    const during = h.payments.before;
    h.payments.before = async (request) => {
      if (request.url.endsWith("/authorize")) await recover();
      return await during(request);
    };
    assertEquals((await pay()).body.error, "");
    assertEquals([new Set(recovered), new Set(presence())], [new Set([0]), new Set(['{"CIT":true}'])]);
  });

  it("finishes a renewal whose server died once its lease is over, though others look for what is due", async () => {
    await buy(h);
    h.payments.before = ({ url }) => url.endsWith("/authorize") ? new Response("", { status: 503 }) : undefined;
    h.clock.advance(3 * DAY_MS);
    await renewDue(contextOf(h.ports));
    h.payments.before = () => undefined;
    h.clock.advance(MINUTE_MS - 1);
    assertEquals(await recoverCharges(contextOf(h.ports)), 0);
    h.clock.advance(1);
    await renewDue(contextOf(h.ports));
    assertEquals(Number((await SUBSCRIPTION_QUEUES.renewals(h.db, h.clock.now())).depth), 0);
    assertEquals(await recoverCharges(contextOf(h.ports)), 1);
    const row = await h.db.selectFrom("subs_subscriptions").select(["status", "period", "lease_ms"])
      .executeTakeFirstOrThrow();
    assertEquals(row, { status: "active", period: 1, lease_ms: 0 });
  });

  it("shows how many wait and how late the first is", async () => {
    await abandon(3);
    h.clock.advance(MINUTE_MS - 1);
    assertEquals(await queue(), { queue: "checkouts", depth: 0, oldestAgeMs: 0, overdueMs: 0 });
    h.clock.advance(MINUTE_MS + 1);
    assertEquals(await queue(), {
      queue: "checkouts",
      depth: 3,
      oldestAgeMs: 2 * MINUTE_MS,
      overdueMs: MINUTE_MS,
    });
    await run();
    assertEquals((await queue())?.depth, 0);
  });

  it("shows how long a purchase that nothing finishes waits, although each failed attempt moves it back", async () => {
    const counted: unknown[] = [];
    const failed: unknown[] = [];
    const log = {
      ...h.ports.log,
      error: (event: string, fields: Fields = {}) => void failed.push([event, fields.row]),
    };
    const ports = { ...h.ports, log, count: (...given: readonly unknown[]) => void counted.push(given) };
    const executionId = await pay();
    await h.db.updateTable("subs_checkouts").set({ state: "completing" }).where("execution_id", "=", executionId)
      .execute();
    h.payments.before = () => Response.json({}, { status: 401 });
    for (const minutes of [1, 1, 2, 4]) {
      h.clock.advance(minutes * MINUTE_MS);
      await recoverCheckouts(contextOf(ports));
    }
    assertEquals(await queue(), {
      queue: "checkouts",
      depth: 1,
      oldestAgeMs: 8 * MINUTE_MS,
      overdueMs: 7 * MINUTE_MS,
    });
    assertEquals(counted, Array(4).fill(["rows", { job_name: "subscriptions-checkouts" }]));
    assertEquals(failed, Array(4).fill(["job.row-failed", executionId]), "the console finds the payment by it");
    h.payments.before = () => undefined;
    h.clock.advance(8 * MINUTE_MS);
    await recoverCheckouts(contextOf(ports));
    assertEquals((await queue()).depth, 0);
  });

  it("gives up a purchase whose server died once its payment went back at the provider, and its buyer can buy", async () => {
    for (const [checkout, isCaptured] of [[ANN, false], [BOB, true]] as const) {
      const { executionId, body } = await prepare(h, WEEKLY, { checkout });
      h.payments.before = ({ url }) => {
        if (url.endsWith("/capture")) throw new TypeError("connection reset");
        return undefined;
      };
      await h.call("POST", "/subs/create-no-user", { checkout }, body);
      h.payments.before = () => undefined;
      const context = contextOf(h.ports);
      // As support does it at the provider.
      for (const kind of isCaptured ? ["capture", "refund"] as const : ["cancel"] as const) {
        await context.api.operate({ kind, executionId, cents: 100, key: `${kind} ${executionId}` });
      }
      await recoverCheckout(context, await rowOf(executionId));
      assertEquals((await rowOf(executionId)).state, "completing", "a create call may still run");
      h.clock.advance(DAY_MS);
      await recoverCheckouts(context);
      const { state, buyer_json, cancel_ms } = await rowOf(executionId);
      assertEquals([state, buyer_json, cancel_ms], ["voided", "", null]);
      assertEquals((await queue()).depth, 0);
      await buy(h, WEEKLY, { checkout });
    }
    assertEquals(h.payments.operations, ["capture 1.00", "capture 1.00", "refund 1.00", "capture 1.00"]);
  });

  it("takes a checkout of the previous release, which writes no due time, once it is a minute old", async () => {
    const executionId = await pay();
    await h.db.updateTable("subs_checkouts").set({ next_ms: 0 }).execute();
    h.clock.advance(MINUTE_MS - 1);
    assertEquals([await run(), (await queue())?.depth], [0, 0]);
    h.clock.advance(1);
    assertEquals(await run(), 1);
    assertEquals((await rowOf(executionId)).state, "done");
  });

  it("looks again after as long as the checkout is old, and does not claim that its state changed", async () => {
    await abandon(1);
    const due = async () =>
      (await h.db.selectFrom("subs_checkouts").select(["next_ms", "changed_ms"]).execute()).map((
        { next_ms, changed_ms },
      ) => [(next_ms - START_MS) / MINUTE_MS, changed_ms - START_MS]);
    assertEquals(await due(), [[1, 0]]);
    h.clock.advance(MINUTE_MS);
    await run();
    assertEquals(await due(), [[2, 0]]);
    h.clock.advance(2 * MINUTE_MS);
    await run();
    assertEquals(await due(), [[6, 0]]);
  });
});
