import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import { claimDue } from "./claim_due.ts";
import { LEASE_MS } from "../context/constants.ts";
import { contextOf } from "../build_context.ts";
import { buy, createHarness } from "../testing/harness.ts";

const PLANS = 12;
const SERVERS = 6;

onBothEngines("claims of due periods", (place) => {
  it("SECURITY M8: of servers that look at once one gets each period; the others not before its lease is over", async () => {
    const h = await createHarness({ place: place() });
    try {
      const ids: string[] = [];
      for (let at = 0; at < PLANS; at++) {
        ids.push(await buy(h, "tck_weekly_3dtrial", { checkout: String(at).padStart(64, "0") }));
      }
      h.clock.advance(3 * DAY_MS);
      const claim = async (holder: string) => (await claimDue(contextOf(h.deps), { holder, atMost: PLANS })) ?? [];
      const all = async () =>
        (await Promise.all(Array.from({ length: SERVERS }, (_, at) => claim(`server ${at}`)))).flat()
          .map(({ row }) => row.id);
      const versions = () => h.db.selectFrom("subs_subscriptions").select(["id", "version"]).orderBy("id").execute();
      const before = await versions();
      assertEquals((await all()).toSorted(), ids.toSorted());
      // And the others have not even written to it.
      assertEquals(await versions(), before.map(({ id, version }) => ({ id, version: version + 1 })));
      // While a charge is on its way no other server takes its period, lease or not.
      h.clock.advance(LEASE_MS);
      assertEquals(await all(), []);
      // They hold the lease now. From here on it alone keeps others from trying the declined charges again.
      await h.db.updateTable("subs_charges").set({ state: "failed" }).execute();
      h.clock.advance(LEASE_MS - 1);
      assertEquals(await all(), []);
      h.clock.advance(1);
      assertEquals((await all()).toSorted(), ids.toSorted());
    } finally {
      await h.close();
    }
  });
});
