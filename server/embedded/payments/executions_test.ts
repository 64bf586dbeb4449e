import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { openBench, pay, start } from "../../../tests/support/payments_bench.ts";
import { together } from "../../db/together.ts";
import { type Move, moveOf, parseStatuses, readExecution, StateConflict, writeMove } from "./executions.ts";

describe("a move of an execution", () => {
  it("refuses a row that was read before others moved it, even when it is back in the same state", async () => {
    const bench = await openBench();
    try {
      const session = await start(bench, { meta: { capture: "manual" } });
      await pay(bench, session, "4242424242424242");
      const read = await readExecution(bench.db, session.id);
      const asked = moveOf({ row: read, event: "capture_asked" }, { nowMs: 1 });
      const write = (move: Move) => together(bench.db, [writeMove(bench.db, move)]);
      await write(asked);
      await write(moveOf({ row: asked.after, event: "captured_in_part" }, { nowMs: 1 }));
      await assertRejects(() => write(asked), StateConflict);
      assertThrows(() => moveOf({ row: read, event: "approved" }, { nowMs: 1 }), StateConflict);
      const left = await readExecution(bench.db, session.id);
      assertEquals([left.state, parseStatuses(left).length], ["authorized", 4]);
    } finally {
      await bench.close();
    }
  });
});
