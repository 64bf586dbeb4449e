import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { pay, start } from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { TRANSITIONS } from "./execution_state.ts";
import {
  IllegalTransition,
  parseStatuses,
  readExecution,
  type StateChange,
  stateChangeOf,
  StateConflict,
  writeStateChange,
} from "./executions.ts";

describe("a transition of an execution", () => {
  it("SECURITY M2: throws for an event that the table does not allow, and changes nothing", async () => {
    const fixture = await openPaymentsFixture();
    try {
      const { id } = await start(fixture);
      const row = await readExecution(fixture.db, id);
      const states = [...new Set(TRANSITIONS.flatMap(({ from, to }) => [from, to]))];
      const events = [...new Set(TRANSITIONS.map(({ event }) => event))];
      let refused = 0;
      for (const state of states) {
        for (const event of events) {
          const legal = TRANSITIONS.find((one) => one.from === state && one.event === event);
          const jump = () => stateChangeOf({ row: { ...row, state }, event }, { nowMs: 1 });
          if (legal === undefined) {
            assertThrows(jump, IllegalTransition, `${event} in state ${state}`);
            refused += 1;
          } else assertEquals([jump().set.state, jump().set.version], [legal.to, row.version + 1]);
        }
      }
      assertEquals(refused, states.length * events.length - TRANSITIONS.length);
      assert(refused > 200, `only ${refused} jumps are refused`);
    } finally {
      await fixture.close();
    }
  });

  it("refuses a row that was changed since it was read, even when the state is the same again", async () => {
    const fixture = await openPaymentsFixture();
    try {
      const session = await start(fixture, { meta: { capture: "manual" } });
      await pay(fixture, session, "4242424242424242");
      const read = await readExecution(fixture.db, session.id);
      const asked = stateChangeOf({ row: read, event: "capture_requested" }, { nowMs: 1 });
      const write = (move: StateChange) => writeStateChange(fixture.db, move);
      await write(asked);
      await write(stateChangeOf({ row: asked.after, event: "captured_in_part" }, { nowMs: 1 }));
      await assertRejects(() => write(asked), StateConflict);
      assertThrows(() => stateChangeOf({ row: read, event: "approved" }, { nowMs: 1 }), IllegalTransition);
      const left = await readExecution(fixture.db, session.id);
      assertEquals([left.state, parseStatuses(left).length], ["authorized", 4]);
    } finally {
      await fixture.close();
    }
  });
});
