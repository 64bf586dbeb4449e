import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { openBench, pay, start } from "../../../tests/support/payments_bench.ts";
import { moveExecution, parseStatuses, readExecution, StateConflict } from "./executions.ts";

describe("moveExecution", () => {
  it("refuses a row that was read before others moved it, even when it is back in the same state", async () => {
    const bench = await openBench();
    try {
      const session = await start(bench, { meta: { capture: "manual" } });
      await pay(bench, session, "4242424242424242");
      const read = await readExecution(bench.db, session.id);
      const options = { nowMs: 1 };
      const capturing = await moveExecution(bench.db, { row: read, event: "capture_asked" }, options);
      await moveExecution(bench.db, { row: capturing, event: "captured_in_part" }, options);
      const stale = () => moveExecution(bench.db, { row: read, event: "capture_asked" }, options);
      await assertRejects(stale, StateConflict);
      await assertRejects(() => moveExecution(bench.db, { row: read, event: "approved" }, options), StateConflict);
      const left = await readExecution(bench.db, session.id);
      assertEquals([left.state, parseStatuses(left).length], ["authorized", 4]);
    } finally {
      await bench.close();
    }
  });
});
