import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { onBothEngines, onPostgres } from "../../../../tests/support/engines.ts";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import { claimDue } from "./claim_due.ts";
import { completeRenewal } from "./complete_renewal.ts";
import { confirmActive } from "./confirm_active.ts";
import { LEASE_MS } from "../context/constants.ts";
import { contextOf } from "../build_context.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import { payOpenRenewal } from "./pay_open_renewal.ts";
import { renewNow } from "./renew_due.ts";
import { buy, openSubscriptionsFixture } from "../testing/fixture.ts";

const PLANS = 12;
const SERVERS = 6;

onBothEngines("claiming due periods", (place) => {
  it("SECURITY M8: gives each period to one of several servers, and to another only after its lease is over", async () => {
    const h = await openSubscriptionsFixture({ place: place() });
    try {
      const ids: string[] = [];
      for (let at = 0; at < PLANS; at++) {
        ids.push(await buy(h, "tck_weekly_3dtrial", { checkout: String(at).padStart(64, "0") }));
      }
      // A receipt that is being written holds its row.
      await eventually(() => h.mails.length === PLANS);
      h.clock.advance(3 * DAY_MS);
      const claim = async (holder: string) => await claimDue(contextOf(h.ports), { holder, atMost: PLANS });
      const all = async () =>
        (await Promise.all(Array.from({ length: SERVERS }, (_, at) => claim(`server ${at}`)))).flat()
          .map(({ row }) => row.id);
      const versions = () => h.db.selectFrom("subs_subscriptions").select(["id", "version"]).orderBy("id").execute();
      const before = await versions();
      assertEquals((await all()).toSorted(), ids.toSorted());
      // The other servers have not written to the rows.
      assertEquals(await versions(), before.map(({ id, version }) => ({ id, version: version + 1 })));
      // While a charge is in flight no server claims its period, nor its lease, which recovery needs.
      h.clock.advance(LEASE_MS);
      assertEquals(await all(), []);
      assertEquals(await versions(), before.map(({ id, version }) => ({ id, version: version + 1 })));
      // Once it is declined, the lease is the only thing that keeps others from retrying it.
      const decline = () => h.db.updateTable("subs_charges").set({ state: "failed" }).execute();
      await decline();
      assertEquals((await all()).toSorted(), ids.toSorted());
      await decline();
      h.clock.advance(LEASE_MS - 1);
      assertEquals(await all(), []);
      h.clock.advance(1);
      assertEquals((await all()).toSorted(), ids.toSorted());
    } finally {
      await h.close();
    }
  });

  it("a server that wakes up with a declined attempt leaves the newer one and its execution alone", async () => {
    const h = await openSubscriptionsFixture({ place: place() });
    try {
      const id = await buy(h);
      // A receipt that is being written holds its row.
      await eventually(() => h.mails.length === 1);
      h.clock.advance(3 * DAY_MS);
      const context = contextOf(h.ports);
      const [asleep] = await claimDue(context, { holder: "asleep", atMost: 1 });
      // Another server finishes this attempt, and a retry begins.
      await h.db.updateTable("subs_charges").set({ state: "failed" }).where("charge_key", "=", "period:1").execute();
      await h.db.updateTable("subs_subscriptions").set({ declines: 1, lease_ms: 0 }).where("id", "=", id).execute();
      const [retry] = await claimDue(context, { holder: "awake", atMost: 1 });
      if (asleep === undefined || retry === undefined) throw new Error("not claimed");
      const charge = { subscriptionId: id, chargeId: retry.charge.id };
      assertEquals(await confirmActive(h.ports, [{ ...charge, attempt: 1, executionId: "of the retry" }]), [true]);
      h.payments.operations.length = 0;
      await completeRenewal(context, asleep.charge, { claimed: asleep.row });
      const { state, attempt, execution_id } = await h.db.selectFrom("subs_charges").selectAll()
        .where("id", "=", retry.charge.id).executeTakeFirstOrThrow();
      assertEquals([state, attempt, execution_id], ["sending", 1, "of the retry"]);
      assertEquals(h.payments.operations, []);
    } finally {
      await h.close();
    }
  });

  it("a member who pays a renewal that another request charges, or has charged, hears of its outcome", async () => {
    const h = await openSubscriptionsFixture({ place: place() });
    try {
      const id = await buy(h, "tck_weekly_3dtrial", { checkout: "c".repeat(64) });
      await eventually(() => h.mails.length === 1);
      h.clock.advance(3 * DAY_MS);
      const context = contextOf(h.ports);
      const lease = (lease_by: string) =>
        h.db.updateTable("subs_subscriptions").set({ lease_ms: h.clock.now() + LEASE_MS, lease_by })
          .where("id", "=", id).execute();
      await lease("another request");
      assertEquals(await payOpenRenewal(context, id, "this one"), { problem: "in_flight" });
      await lease("this one");
      h.payments.declineStored = true;
      assertEquals(await payOpenRenewal(context, id, "this one"), { problem: "declined_balance" });
      assertEquals(await payOpenRenewal(context, id, "this one"), { problem: "declined_balance" });
      h.payments.declineStored = false;
      await h.db.updateTable("subs_subscriptions").set({ next_charge_ms: h.clock.now(), lease_ms: 0 })
        .where("id", "=", id).execute();
      await renewNow(context, id);
      assertEquals(await payOpenRenewal(context, id, "this one"), { problem: "" });
      assertEquals(h.payments.operations.filter((operation) => operation === "capture 19.99").length, 1);
    } finally {
      await h.close();
    }
  });
});

onPostgres("a renewal that a member pays", (place) => {
  it("waits for a transaction that holds the plan, such as that of its receipt", async () => {
    const h = await openSubscriptionsFixture({ place: place() });
    try {
      const id = await buy(h);
      await eventually(() => h.mails.length === 1);
      h.clock.advance(3 * DAY_MS);
      const [isHeld, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holding = h.db.transaction().execute(async (trx) => {
        await trx.selectFrom("subs_subscriptions").select("id").forUpdate().execute();
        isHeld.resolve();
        await end.promise;
      });
      await isHeld.promise;
      const paying = payOpenRenewal(contextOf(h.ports), id, "member");
      await Promise.race([paying, new Promise((resolve) => setTimeout(resolve, 300))]);
      end.resolve();
      await holding;
      assertEquals(await paying, { problem: "" });
      assertEquals(h.payments.operations.filter((operation) => operation === "capture 19.99").length, 1);
    } finally {
      await h.close();
    }
  });
});
