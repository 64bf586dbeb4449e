/** The rules of polling, step by step, and the loop that applies them. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { ExecutionResponse, ExecutionStatus } from "../../wire/payments.ts";
import {
  FAILED_POLL_COST,
  INITIAL_POLL_DELAY_MS,
  MAX_POLL_ATTEMPTS,
  MAX_REQUESTED_RETRIES,
  POLL_INTERVAL_MS,
  WALLET_POLL_INTERVAL_MS,
} from "../constants.ts";
import { isNewer, poll, type PollEvent, type PollOptions, type PollState, startPolling } from "./polling.ts";
import { type PollAnswer, pollUntilFinal } from "./poll_until_final.ts";

const at = (second: number) => `2026-11-21T06:00:0${second}.000Z`;
const status = (code: string, second: number): ExecutionStatus => ({ code, time: at(second) });
const REQUESTED = status("authorizeRequested", 1);
const fresh: PollState = startPolling().state;
const answer = (...status: ExecutionStatus[]) => withFinal(undefined, ...status);
const withFinal = (finalState: ExecutionResponse["finalState"], ...status: ExecutionStatus[]): PollEvent => ({
  type: "answered",
  execution: { status, ...(finalState && { finalState }) },
});

function finalCode(state: PollState, ...statuses: ExecutionStatus[]): string | undefined {
  const step = poll(state, answer(...statuses));
  return step.type === "final" ? step.status.code : undefined;
}

describe("poll step", () => {
  it("S-POLL-04: retries 10 times without authorizeRequested, and is not_requested the eleventh time", () => {
    let state = fresh;
    for (let retry = 1; retry <= 10; retry++) {
      const step = poll(state, answer(status("authorizeSuccessful", 2)));
      if (step.type !== "again") throw new Error(`retry ${retry} ended in ${step.type}`);
      state = step.state;
    }
    assertEquals(poll(state, answer()).type, "not_requested");
  });

  it("S-POLL-05: only statuses newer than authorizeRequested count", () => {
    assertEquals(finalCode(fresh, status("authorizeFailed", 0), REQUESTED), undefined);
    assertEquals(
      finalCode(fresh, status("authorizeFailed", 0), REQUESTED, status("authorizeSuccessful", 2)),
      "authorizeSuccessful",
    );
  });

  it("S-POLL-05: with a confirmRequested only statuses newer than that count", () => {
    const confirm = status("confirmRequested", 4);
    const pending = status("authorizePending", 2);
    assertEquals(finalCode(fresh, REQUESTED, pending, confirm), undefined);
    assertEquals(
      finalCode(fresh, REQUESTED, pending, confirm, status("authorizeSuccessful", 5)),
      "authorizeSuccessful",
    );
  });

  it("S-POLL-02: the final state ends polling when the list of statuses is behind it, with its reason", () => {
    const pending = status("authorizePending", 2);
    const errors = [{ reason: { result: "InsufficientBalance" } }];
    for (const code of ["authorizeSuccessful", "authorizeFailed"]) {
      const step = poll(fresh, withFinal({ code, errors }, REQUESTED, pending));
      assertEquals(step, { type: "final", status: { code, errors, time: at(2) } });
    }
    const open = poll(fresh, withFinal({ code: "authorizePending" }, REQUESTED));
    assertEquals(open.type, "again");
  });

  it("S-POLL-02: the final state of an earlier attempt does not end a later one", () => {
    const list = [REQUESTED, status("authorizeFailed", 2), status("authorizeRequested", 3)];
    const step = poll(fresh, withFinal({ code: "authorizeFailed" }, ...list));
    assertEquals(step.type, "again");
    // Without an attempt, no final state can belong to it.
    assertEquals(poll(fresh, withFinal({ code: "authorizeSuccessful" })).type, "again");
  });

  it("S-POLL-02: the loop passes on the final state of the answer", async () => {
    const execution = asExecution({
      id: "1",
      status: [REQUESTED],
      links: {},
      finalState: { code: "authorizeFailed" },
    });
    const ended = await pollUntilFinal({
      ask: () => Promise.resolve({ type: "answered", execution }),
      wait: () => Promise.resolve(),
    });
    assertEquals(ended.type === "final" && ended.status.code, "authorizeFailed");
  });

  it("S-POLL-05: statuses of an earlier attempt do not count for a later one", () => {
    const second: PollState = { ...fresh, since: at(2) };
    assertEquals(poll(second, answer(REQUESTED, status("authorizeFailed", 2))).type, "again");
    const retried = [REQUESTED, status("authorizeFailed", 2), status("authorizeRequested", 3)];
    assertEquals(finalCode(second, ...retried), undefined);
    assertEquals(finalCode(second, ...retried, status("authorizeSuccessful", 4)), "authorizeSuccessful");
  });

  it("S-POLL-06: the newest matching status by time is final, whatever its place in the list", () => {
    const [pending, paid] = [status("authorizePending", 2), status("authorizeSuccessful", 3)];
    assertEquals(finalCode(fresh, paid, pending, REQUESTED), "authorizeSuccessful");
    assertEquals(finalCode(fresh, REQUESTED, pending, paid), "authorizeSuccessful");
    const [declined, then] = [status("authorizeFailed", 2), status("authorizeSuccessful", 3)];
    assertEquals(finalCode(fresh, REQUESTED, declined, then), "authorizeSuccessful");
    assertEquals(finalCode(fresh, then, declined, REQUESTED), "authorizeSuccessful");
  });

  it("a declined card never looks pending, even when authorizePending was written later", () => {
    assertEquals(
      finalCode(fresh, REQUESTED, status("authorizeFailed", 2), status("authorizePending", 3)),
      "authorizeFailed",
    );
  });

  it("S-POLL-03: only pending, successful and failed end polling", () => {
    for (const code of ["authorizePending", "authorizeSuccessful", "authorizeFailed"]) {
      assertEquals(finalCode(fresh, REQUESTED, status(code, 2)), code);
    }
    assertEquals(finalCode(fresh, REQUESTED, status("captureSuccessful", 2)), undefined);
  });

  it("compares times to the nanosecond and across notations", () => {
    assertEquals(isNewer("2026-11-21T06:00:00.000000002Z", "2026-11-21T06:00:00.000000001Z"), true);
    assertEquals(isNewer("2026-11-21T06:00:00.5Z", "2026-11-21T06:00:00.25Z"), true);
    assertEquals(isNewer("2026-11-21T06:00:00.1234Z", "2026-11-21T06:00:00.123Z"), true);
    assertEquals(isNewer("2026-11-21T06:00:00.123Z", "2026-11-21T06:00:00.1234Z"), false);
    assertEquals(isNewer("2026-11-21T06:00:00.1230Z", "2026-11-21T06:00:00.123Z"), false);
    assertEquals(isNewer("2026-11-21T06:00:00.123Z", "2026-11-21T06:00:00.1230Z"), false);
    assertEquals(isNewer("2026-11-21T06:00:00.0000Z", "2026-11-21T06:00:00Z"), false);
    assertEquals(isNewer("2026-11-21T06:00:00Z", "2026-11-21T06:00:00.0000Z"), false);
    assertEquals(isNewer("2026-11-21T07:00:00.0001+01:00", "2026-11-21T06:00:00Z"), true);
    assertEquals(isNewer("2026-11-21T07:00:00+01:00", "2026-11-21T06:00:00.0001Z"), false);
    assertEquals(isNewer("2026-11-21T07:00:00+02:00", "2026-11-21T06:00:00Z"), false);
    assertEquals(isNewer(at(1), at(1)), false);
  });

  it("a 429 costs one attempt and waits longer each time, ten seconds at most", () => {
    const first = poll(fresh, { type: "throttled" });
    assertEquals(first.type === "again" && [first.state.attempts, first.inMs], [1, 680]);
    for (const [attempts, expected] of [[4, 3_400], [13, 9_520], [14, 10_000], [50, 10_000]] as const) {
      const later = poll({ ...fresh, attempts }, { type: "throttled" });
      assertEquals(later.type === "again" && later.inMs, expected);
    }
  });
});

describe("polling until final", () => {
  interface Run {
    readonly waits: number[];
    readonly asks: number;
    readonly end: string;
  }

  async function run(answers: (ask: number) => PollAnswer, options?: PollOptions): Promise<Run> {
    const waits: number[] = [];
    let asks = 0;
    const result = await pollUntilFinal({
      ask: () => Promise.resolve(answers(++asks)),
      wait: (ms) => (waits.push(ms), Promise.resolve()),
    }, options);
    return { waits, asks, end: result.type === "final" ? result.status.code : result.type };
  }

  const execution = (...statuses: ExecutionStatus[]): PollAnswer => ({
    type: "answered",
    execution: asExecution({ id: "1", status: statuses, links: {} }),
  });

  it("S-POLL-07: 12 failed polls in a row use up the 60 attempts, and the thirteenth ends polling", async () => {
    const { asks, end } = await run(() => ({ type: "failed" }));
    assertEquals([asks, end], [13, "exhausted"]);
  });

  it("S-POLL-07: a failed poll costs five: after 11 of them, five good polls are left", async () => {
    const { asks, end } = await run((ask) => ask <= 11 ? { type: "failed" } : execution(REQUESTED));
    assertEquals([asks, end], [11 + 6, "exhausted"]);
  });

  it("S-POLL-08: polls first after 2000 ms, and ends after more than 60 attempts without a result", async () => {
    const { waits, asks, end } = await run(() => execution(REQUESTED));
    assertEquals([waits[0], asks, end], [2000, 61, "exhausted"]);
  });

  it("S-POLL-09: waits 680 ms between polls", async () => {
    const { waits } = await run((ask) =>
      ask < 4 ? execution(REQUESTED) : execution(REQUESTED, status("authorizeSuccessful", 2))
    );
    assertEquals(waits, [2000, 680, 680, 680]);
  });

  it("S-CONST-08: polls every 2 s for a card wallet", async () => {
    const { waits } = await run(
      (ask) => ask < 3 ? execution(REQUESTED) : execution(REQUESTED, status("authorizeSuccessful", 2)),
      { intervalMs: WALLET_POLL_INTERVAL_MS },
    );
    assertEquals(waits, [2000, 2000, 2000]);
  });

  it("after a challenge, only statuses newer than its pending status count", async () => {
    const { asks, end } = await run(
      (ask) =>
        execution(REQUESTED, status("authorizePending", 2), ...(ask < 3 ? [] : [status("authorizeSuccessful", 3)])),
      { baseline: at(2), since: at(2) },
    );
    assertEquals([asks, end], [3, "authorizeSuccessful"]);
  });
});

describe("numbers of polling", () => {
  it("S-CONST-03: the poll interval is 680 ms", () => assertEquals(POLL_INTERVAL_MS, 680));
  it("S-CONST-04: the initial poll delay is 2000 ms", () => assertEquals(INITIAL_POLL_DELAY_MS, 2000));
  it("S-CONST-05: at most 60 poll attempts", () => assertEquals(MAX_POLL_ATTEMPTS, 60));
  it("S-CONST-06: a failed poll counts 5", () => assertEquals(FAILED_POLL_COST, 5));
  it("S-CONST-07: authorizeRequested is retried 10 times", () => assertEquals(MAX_REQUESTED_RETRIES, 10));
});

function asExecution(value: object): ExecutionResponse {
  return value as ExecutionResponse;
}
