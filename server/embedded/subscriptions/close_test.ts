/** A stop lets background work end before the database closes, and begins none. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { contextOf } from "./build_context.ts";
import { closeSubscriptions } from "./subscriptions.ts";
import { openSubscriptionsFixture } from "./testing/fixture.ts";

describe("closing the subscriptions service", () => {
  it("waits for the work that runs, and leaves out what waits for its turn", async () => {
    const fixture = await openSubscriptionsFixture();
    try {
      const context = contextOf(fixture.ports);
      const steps: string[] = [];
      const first = Promise.withResolvers<void>();
      context.enqueueOnce("receipts", async () => {
        await first.promise;
        steps.push("first");
      });
      // Its turn comes once the first has begun.
      await new Promise((resolve) => setTimeout(resolve));
      context.enqueueOnce("receipts", () => Promise.resolve(steps.push("second")));
      const closed = closeSubscriptions(fixture.ports).then(() => steps.push("closed"));
      await new Promise((resolve) => setTimeout(resolve));
      assertEquals(steps, []);
      first.resolve();
      await closed;
      assertEquals(steps, ["first", "closed"]);
    } finally {
      await fixture.close();
    }
  });
});
