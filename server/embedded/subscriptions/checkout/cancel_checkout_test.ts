/** A cancelled checkout is cancelled at the provider too, even when the first call was lost. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { cancelCheckout, recoverCancels } from "./cancel_checkout.ts";
import { contextOf } from "../build_context.ts";
import { executionIn, prepare, runDueWork, type SubscriptionsFixture } from "../testing/fixture.ts";
import { withEmptyFixture } from "../testing/empty_fixture.ts";

const WEEKLY = "tck_weekly_3dtrial";
const MINUTE_MS = 60_000;

onBothEngines("a cancelled checkout", (place) => {
  const withFixture = (live: (h: SubscriptionsFixture) => Promise<void>) => withEmptyFixture({ place: place() }, live);
  const last = (h: SubscriptionsFixture, id: string) => h.payments.executions.get(id)?.status.at(-1)?.code;
  const rowOf = (h: SubscriptionsFixture, id: string) =>
    h.db.selectFrom("subs_checkouts").select(["state", "cancel_ms"]).where("execution_id", "=", id)
      .executeTakeFirstOrThrow();
  const reported = (h: SubscriptionsFixture) => h.payments.calls.filter((call) => call.endsWith("/cancel")).length;
  const refusing = (request: Request) =>
    request.url.endsWith("/cancel")
      ? Response.json({ errors: [{ code: "state-conflict" }] }, { status: 409 })
      : undefined;
  const silent = (request: Request) => {
    if (request.url.endsWith("/cancel")) throw new TypeError("connection refused");
    return undefined;
  };

  for (const [how, fault] of [["does not answer", silent], ["refuses", refusing]] as const) {
    it(`is cancelled by recovery when the provider ${how} at first, and called once after it was accepted`, () =>
      withFixture(async (h) => {
        const { executionId } = await prepare(h, WEEKLY);
        h.payments.before = fault;
        await cancelCheckout(contextOf(h.ports), executionId, "voided");
        assertEquals([(await rowOf(h, executionId)).state, last(h, executionId)], ["voided", "authorizeSuccessful"]);
        h.payments.before = () => undefined;
        // Nothing is due at once.
        assertEquals((await runDueWork(h.ports)).cancels, 0);
        h.clock.advance(MINUTE_MS);
        assertEquals((await runDueWork(h.ports)).cancels, 1);
        assertEquals([last(h, executionId), (await rowOf(h, executionId)).cancel_ms], ["cancelSuccessful", null]);
        const times = reported(h);
        h.clock.advance(60 * MINUTE_MS);
        await runDueWork(h.ports);
        assertEquals(reported(h), times);
      }));
  }

  it("counts as a failed row of its job for as long as the payments service takes no call", () =>
    withFixture(async (h) => {
      const counted: unknown[] = [];
      const context = contextOf({ ...h.ports, count: (...given: readonly unknown[]) => void counted.push(given) });
      const { executionId } = await prepare(h, WEEKLY);
      h.payments.before = () => Response.json({}, { status: 401 });
      await cancelCheckout(context, executionId, "voided");
      h.clock.advance(MINUTE_MS);
      await recoverCancels(context);
      assertEquals(counted, Array(2).fill(["rows", { job_name: "subscriptions-cancels" }]));
      h.payments.before = () => undefined;
      h.clock.advance(60 * MINUTE_MS);
      assertEquals([await recoverCancels(context), counted.length], [1, 2]);
    }));

  it("is retried by one server at a time, at intervals growing to a day, for as long as the provider refuses", () =>
    withFixture(async (h) => {
      const executionId = executionIn(
        await h.call("GET", `/init/session?plan_id=${WEEKLY}`, { checkout: "a".repeat(64) }),
      );
      const servers = [contextOf(h.ports), contextOf({ ...h.ports })];
      h.payments.before = refusing;
      await cancelCheckout(contextOf(h.ports), executionId);
      h.clock.advance(MINUTE_MS);
      await Promise.all(servers.map(recoverCancels));
      assertEquals(reported(h), 2);
      const inHour = reported(h);
      for (let minute = 0; minute < 60; minute++) {
        h.clock.advance(MINUTE_MS);
        await recoverCancels(contextOf(h.ports));
      }
      // After 2, 4, 8, 16 and 32 minutes.
      assertEquals(reported(h) - inHour, 5);
      h.clock.advance(24 * 60 * MINUTE_MS);
      await recoverCancels(contextOf(h.ports));
      const inDay = reported(h);
      for (let hour = 0; hour < 48; hour++) {
        h.clock.advance(60 * MINUTE_MS);
        await recoverCancels(contextOf(h.ports));
      }
      assertEquals(reported(h) - inDay, 2);
      h.payments.before = () => undefined;
      h.clock.advance(24 * 60 * MINUTE_MS);
      await recoverCancels(contextOf(h.ports));
      assertEquals(await rowOf(h, executionId), { state: "cancelled", cancel_ms: null });
    }));
});
