/** The order of one execution's webhooks, when two transactions write some at once. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { pay, start } from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { readExecution } from "../executions/executions.ts";
import { changeStateWithWebhook, writeReport } from "./write_webhooks.ts";

onBothEngines("webhooks of one execution", (place) => {
  it("a report and a status that are written at once have places of their own in the order", async () => {
    const fixture = await openPaymentsFixture({
      place: place(),
      webhooks: [{ clientId: "shop", url: "https://shop.test/hook", secret: "hook-secret" }],
    });
    try {
      const session = await start(fixture, { meta: { capture: "manual" } });
      await pay(fixture, session, "4242424242424242");
      fixture.clock.nowMs += 60_000;
      const nowMs = fixture.clock.now();
      const row = await readExecution(fixture.db, session.id);
      const written = Promise.withResolvers<void>();
      const commits = Promise.withResolvers<void>();
      const report = fixture.db.transaction().execute(async (trx) => {
        await writeReport(fixture, trx, row, { event: "instrumentExpiryChanged", timeMs: nowMs });
        written.resolve();
        await commits.promise;
      });
      await written.promise;
      const capture = fixture.db.transaction().execute((trx) =>
        changeStateWithWebhook(fixture, trx, {
          row,
          event: "capture_requested",
          options: { nowMs, move: { id: "move", minor: row.amount_minor } },
        })
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      commits.resolve();
      await Promise.all([report, capture]);
      const places = await fixture.db.selectFrom("pay_webhooks").select("created_ms").execute();
      assertEquals(new Set(places.map(({ created_ms }) => Number(created_ms))).size, places.length);
    } finally {
      await fixture.close();
    }
  });
});
