/** Renewals after downtime of this service that was longer than a period. */
import { afterEach, beforeEach, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import { silentLog } from "../../../platform/log.ts";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import { openEmptyFixture } from "../testing/empty_fixture.ts";
import { upcomingCharges } from "./upcoming_charges.ts";
import { ANN, BOB, buy, runDueWork, START_MS, type SubscriptionsFixture } from "../testing/fixture.ts";

onBothEngines("periods missed in downtime", (place) => {
  let h: SubscriptionsFixture;
  let warnings: unknown[];
  beforeEach(async () => {
    warnings = [];
    const warn = (event: string, fields?: unknown) => void warnings.push([event, fields]);
    h = await openEmptyFixture({ place: place(), log: { ...silentLog, warn } });
  });
  afterEach(() => h.close());

  const row = async (id: string) =>
    await h.db.selectFrom("subs_subscriptions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const renewals = async (id: string) =>
    await h.db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", id).where("kind", "=", "renewal")
      .orderBy("charge_key").execute();
  const datesOf = async (id: string) => {
    const { period, current_period_end_ms, next_charge_ms } = await row(id);
    return [period, current_period_end_ms, next_charge_ms];
  };

  it("O-DUNNING-14: after downtime of three periods a plan is charged once, and its period begins with the charge", async () => {
    const id = await buy(h);
    const other = await buy(h, "tck_weekly_3dtrial", { checkout: BOB });
    h.payments.operations.length = 0;
    // Two periods, due on days 3 and 10, are over on day 18; the third has begun.
    h.clock.advance(18 * DAY_MS);
    const dates = upcomingCharges(await row(id), h.clock.now()).map(({ at }) => Date.parse(at));
    assertEquals((await runDueWork(h.ports)).renewals, 2);
    assertEquals((await runDueWork(h.ports)).renewals, 0);
    assertEquals(h.payments.operations, ["capture 19.99", "capture 19.99"]);
    assertEquals((await renewals(id)).map(({ charge_key }) => charge_key), ["period:1"]);
    const nextMs = START_MS + 25 * DAY_MS;
    assertEquals(await datesOf(id), [1, nextMs, nextMs]);
    // The member's page showed the dates that came true, while the charge was overdue.
    assertEquals(dates.slice(0, 3), [START_MS + 3 * DAY_MS, nextMs, nextMs + 7 * DAY_MS]);

    assertEquals(warnings, [["renewals.late", { plans: 2, periods: 4 }]]);
    const { detail_json } = await h.db.selectFrom("subs_events").select("detail_json").where("name", "=", "renewed")
      .where("subscription_id", "=", other).executeTakeFirstOrThrow();
    assertEquals(JSON.parse(detail_json).missed_periods, 2);
    await eventually(() => h.mails.filter(({ kind }) => kind === "renewed").length === 2);
    assertMatch(
      h.mails.find(({ kind }) => kind === "renewed")?.text ?? "",
      /came late, so your new period starts today[^]*Your next charge is \$19\.99 on Feb 25, 2027/,
    );

    // From here on the plan keeps its new dates.
    h.clock.advance(7 * DAY_MS);
    assertEquals((await runDueWork(h.ports)).renewals, 2);
    assertEquals(await datesOf(id), [2, nextMs + 7 * DAY_MS, nextMs + 7 * DAY_MS]);
  });

  it("O-DUNNING-14: a renewal that is late by less than its period keeps the dates of the plan", async () => {
    const id = await buy(h);
    h.clock.advance(10 * DAY_MS - 1);
    assertEquals((await runDueWork(h.ports)).renewals, 1);
    assertEquals(await datesOf(id), [1, START_MS + 10 * DAY_MS, START_MS + 10 * DAY_MS]);
    assertEquals(warnings, []);
  });

  it("O-DUNNING-14: a retry that is paid after the end of its period begins one, so that no second charge follows at once", async () => {
    const id = await buy(h);
    h.payments.declineStored = true;
    h.payments.declineResult = "LimitExceeded";
    // The first attempt comes five days late, its retries on the sixth and the eighth day.
    h.clock.advance(8 * DAY_MS);
    await runDueWork(h.ports);
    h.clock.advance(DAY_MS);
    await runDueWork(h.ports);
    h.payments.declineStored = false;
    h.payments.operations.length = 0;
    h.clock.advance(2 * DAY_MS);
    await runDueWork(h.ports);
    await runDueWork(h.ports);
    assertEquals(h.payments.operations, ["capture 19.99"]);
    assertEquals(await datesOf(id), [1, START_MS + 18 * DAY_MS, START_MS + 18 * DAY_MS]);
    assertEquals((await renewals(id)).map(({ charge_key, attempt }) => [charge_key, attempt]), [["period:1", 2]]);
  });

  it("O-DUNNING-14: a pause that ended in the downtime is charged once", async () => {
    const id = await buy(h, "tck_weekly_3dtrial", { checkout: ANN });
    const resumeMs = START_MS + 20 * DAY_MS;
    await h.db.updateTable("subs_subscriptions").set({ resume_ms: resumeMs, next_charge_ms: resumeMs })
      .where("id", "=", id).execute();
    h.clock.advance(40 * DAY_MS);
    assertEquals((await runDueWork(h.ports)).renewals, 1);
    assertEquals(await datesOf(id), [1, START_MS + 47 * DAY_MS, START_MS + 47 * DAY_MS]);
  });
});
