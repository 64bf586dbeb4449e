/** Support can say why each retry of a renewal happened, although a retry takes over the row of its charge. */
import { it } from "@std/testing/bdd";
import { assertEquals, assertNotEquals } from "@std/assert";
import { onBothEngines } from "../../../../../tests/support/engines.ts";
import { sha256Hex } from "../../../../platform/crypto/secrets.ts";
import { DAY_MS } from "../../../../wire/billing/schedule.ts";
import { runDueWork } from "../../due_work.ts";
import { buy, openSubscriptionsFixture, type SubscriptionsFixture } from "../../testing/fixture.ts";

onBothEngines("dunning", (place) => {
  const withFixture = async (live: (h: SubscriptionsFixture) => Promise<void>) => {
    const h = await openSubscriptionsFixture({ place: place() });
    try {
      await live(h);
    } finally {
      await h.close();
    }
  };
  const declinesOf = async (h: SubscriptionsFixture, id: string) =>
    (await h.db.selectFrom("subs_events").select(["detail_json", "at_ms"]).where("subscription_id", "=", id)
      .where("name", "=", "declined").orderBy("at_ms").execute())
      .map(({ detail_json, at_ms }) => ({ ...JSON.parse(detail_json), at_ms }));

  it("O-DUNNING-11: keeps attempt, reason, execution and next try of two declines after the third attempt succeeded", () =>
    withFixture(async (h) => {
      const id = await buy(h);
      const dueMs = h.clock.now() + 3 * DAY_MS;
      h.payments.declineStored = true;
      const executions: string[] = [];
      for (const [waitMs, result] of [[3 * DAY_MS, "LimitExceeded"], [DAY_MS, "GenericRejection"]] as const) {
        h.payments.declineResult = result;
        h.clock.advance(waitMs);
        await runDueWork(h.ports);
        executions.push([...h.payments.executions.keys()].at(-1) ?? "");
      }
      h.payments.declineStored = false;
      h.clock.advance(2 * DAY_MS);
      await runDueWork(h.ports);
      const charge = await h.db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", id)
        .where("kind", "=", "renewal").executeTakeFirstOrThrow();
      assertEquals([charge.state, charge.attempt, charge.error], ["succeeded", 2, ""]);
      assertNotEquals(executions[0], executions[1]);
      const same = { charge_id: charge.id, charge_key: "period:1" };
      assertEquals(await declinesOf(h, id), [
        {
          ...same,
          attempt: 0,
          reason: "LimitExceeded",
          execution_id: executions[0],
          retry_ms: dueMs + DAY_MS,
          at_ms: dueMs,
        },
        {
          ...same,
          attempt: 1,
          reason: "GenericRejection",
          execution_id: executions[1],
          retry_ms: dueMs + 3 * DAY_MS,
          at_ms: dueMs + DAY_MS,
        },
      ]);
    }));

  it("logs an error for a decline that the operator has to fix, and none for one of the bank", () =>
    withFixture(async (h) => {
      await buy(h, "tck_weekly_3dtrial", { checkout: "c".repeat(64) });
      const errors: string[] = [];
      const ports = { ...h.ports, log: { ...h.ports.log, error: (event: string) => errors.push(event) } };
      h.payments.declineStored = true;
      h.clock.advance(3 * DAY_MS);
      for (const result of ["LimitExceeded", "ValidationError"]) {
        h.payments.declineResult = result;
        await runDueWork(ports);
        h.clock.advance(2 * DAY_MS);
      }
      assertEquals(errors, ["dunning.our-fault"]);
    }));

  for (
    const [path, status, code] of [
      ["/client/init", 403, "origin-not-allowed"],
      ["/client/init", 404, undefined],
      ["/authorize", 401, "unauthorized"],
      ["/authorize", 422, "amount-mismatch"],
      ["/authorize", 400, undefined],
    ] as const
  ) {
    it(`O-DUNNING-15: ${status} ${code ?? "without a code"} of ${path} is no decline: the renewal waits, and is paid once the setting is right`, () =>
      withFixture(async (h) => {
        const id = await buy(h, "tck_weekly_3dtrial", { checkout: sha256Hex(`${status} ${path}`) });
        const errors: string[] = [];
        const ports = { ...h.ports, log: { ...h.ports.log, error: (event: string) => errors.push(event) } };
        const before = h.mails.length;
        const refuse = Response.json({ errors: [{ code }] }, { status });
        h.payments.before = ({ url }) => url.endsWith(path) ? refuse.clone() : undefined;
        h.clock.advance(3 * DAY_MS);
        await runDueWork(ports);
        const stateOf = async () => {
          const { status } = await h.db.selectFrom("subs_subscriptions").select("status").where("id", "=", id)
            .executeTakeFirstOrThrow();
          const { state, attempt } = await h.db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", id)
            .where("kind", "=", "renewal").executeTakeFirstOrThrow();
          return { status, state, attempt };
        };
        assertEquals(await stateOf(), { status: "trial", state: "sending", attempt: 0 });
        assertEquals([await declinesOf(h, id), h.mails.slice(before).filter(({ kind }) => kind === "declined")], [
          [],
          [],
        ]);
        assertEquals(new Set(errors), new Set(["charge.misconfigured"]));
        h.payments.before = () => undefined;
        h.clock.advance(10 * 60_000);
        await runDueWork(ports);
        assertEquals(await stateOf(), { status: "active", state: "succeeded", attempt: 0 });
      }));
  }

  it("names no next try for the decline that ends the plan", () =>
    withFixture(async (h) => {
      const id = await buy(h, "tck_weekly_3dtrial", { checkout: "b".repeat(64) });
      h.payments.declineStored = true;
      h.payments.declineResult = "Unknown";
      h.clock.advance(3 * DAY_MS);
      for (const days of [0, 1, 2, 2]) {
        h.clock.advance(days * DAY_MS);
        await runDueWork(h.ports);
      }
      const tries = (await declinesOf(h, id)).map(({ attempt, retry_ms, at_ms }) => [
        attempt,
        retry_ms === null ? null : (retry_ms - at_ms) / DAY_MS,
      ]);
      assertEquals(tries, [[0, 1], [1, 2], [2, 2], [3, null]]);
      const { body } = await h.call("POST", `/subscriptions/${id}`, { checkout: "b".repeat(64) });
      assertEquals([body.status, body.current_period_end], ["ended", new Date(h.clock.now()).toISOString()]);
    }));
});
