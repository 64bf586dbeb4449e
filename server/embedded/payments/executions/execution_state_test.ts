import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { appendStatuses, nextOf, TRANSITIONS } from "./execution_state.ts";

describe("state machine of an execution", () => {
  it("has one row per state and event", () => {
    const keys = TRANSITIONS.map(({ from, event }) => `${from} ${event}`);
    assertEquals(keys.length, new Set(keys).size);
  });

  it("allows no authorize while money is held, in an operation or refunded", () => {
    for (
      const state of ["authorizing", "pending", "authorized", "capturing", "captured", "cancelled", "refunded"] as const
    ) {
      assertEquals(nextOf(state, "authorize_requested"), undefined, state);
    }
    assertEquals(nextOf("declined", "authorize_requested")?.to, "authorizing");
  });

  it("SECURITY R13: writes times that grow by at least 1 ms, even if the clock goes back", () => {
    const clocks = fc.array(fc.integer({ min: 0, max: 2_000_000_000_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(fc.property(clocks, (clock) => {
      const history = clock.reduce<ReturnType<typeof appendStatuses>>(
        (entries, nowMs) => appendStatuses(entries, ["authorizeRequested", "authorizeFailed"], { nowMs, result: "X" }),
        [],
      );
      for (const [at, entry] of history.entries()) {
        const before = history[at - 1];
        assert(before === undefined || entry.timeMs > before.timeMs);
        assertEquals(entry.result, entry.code === "authorizeFailed" ? "X" : undefined);
      }
    }));
  });
});
