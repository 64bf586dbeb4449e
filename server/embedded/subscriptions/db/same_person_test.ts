/** Whose purchases belong together, and that they are found by indexes: each renewal asks. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { sql } from "kysely";
import { isPostgres } from "../../../db/engine.ts";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { buy } from "../testing/fixture.ts";
import { withEmptyFixture } from "../testing/empty_fixture.ts";
import { purchasesOfPerson } from "./same_person.ts";

onBothEngines("the purchases of one person", (place) => {
  it("are found by indexes among any number of others, and one without a browser has no others", async () => {
    await withEmptyFixture({ place: place() }, async (h) => {
      const { id: _, ...row } = await h.db.selectFrom("subs_subscriptions").selectAll()
        .where("id", "=", await buy(h)).executeTakeFirstOrThrow();
      const rows = Array.from({ length: 5_000 }, (_, at) => ({
        ...row,
        id: `s-${at}`,
        execution_id: `e-${at}`,
        checkout_hash: at < 2 ? "" : `c-${at}`,
        user_id: at % 2 === 0 ? "" : `u-${at}`,
      }));
      for (let at = 0; at < rows.length; at += 500) {
        await h.db.insertInto("subs_subscriptions").values(rows.slice(at, at + 500)).execute();
      }
      await sql`analyze subs_subscriptions`.execute(h.db);
      for (const id of ["s-0", "s-1", "s-2", "s-3"]) {
        assertEquals(await purchasesOfPerson(h.db, id).execute(), [{ id }]);
      }
      const options = isPostgres(h.db) ? [] : [sql`query plan`];
      const plan = JSON.stringify(await purchasesOfPerson(h.db, "s-2").explain(undefined, ...options));
      for (const index of ["subs_subscriptions_user", "subs_subscriptions_checkout"]) {
        assert(plan.includes(index), plan);
      }
      assert(!/Seq Scan|SCAN/.test(plan), plan);
    });
  });
});
