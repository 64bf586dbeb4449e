import {
  CHECK_STEPS,
  type CheckEvent,
  type CheckResult,
  EMPTY_PHONE_LOOKUP,
} from "../../../server/wire/members/report.ts";
import { NetworkError } from "../../api/http.ts";
import { assertEquals, assertMatch } from "@std/assert";
import { reportedErrors } from "../../../tests/support/app/component.ts";
import { describe, it } from "@std/testing/bdd";
import { paidReport } from "./paid_report.ts";
import { runScan } from "./scan.ts";
import { finishedResult, reduceScan, SCAN_START, type ScanEvent, scanRows, type ScanState } from "./scan_state.ts";

const RESULT: CheckResult = {
  facts: { phone: EMPTY_PHONE_LOOKUP, e164: "", timeZones: [], dataVersions: [] },
  score: { value: 0, band: "none", reasons: [] },
  paid: { unknowns: 0, memberReports: 0 },
};
const STEPS: readonly CheckEvent[] = CHECK_STEPS.map((step) => ({
  type: "step",
  step,
  finding: `found ${step}`,
  took_us: 5,
}));

function after(...events: readonly ScanEvent[]): ScanState {
  return events.reduce(reduceScan, SCAN_START);
}
const streamed = (event: CheckEvent): ScanEvent => ({ type: "stream_event", event });

async function run(events: readonly CheckEvent[] | Error, abortAfter = Infinity) {
  let state = SCAN_START;
  const stop = new AbortController();
  async function* check(): AsyncGenerator<CheckEvent> {
    await Promise.resolve();
    if (events instanceof Error) throw events;
    for (const [index, event] of events.entries()) {
      if (index === abortAfter) stop.abort();
      yield event;
    }
  }
  await runScan({ check, dispatch: (event) => void (state = reduceScan(state, event)) }, stop.signal);
  return state;
}

describe("scanning", () => {
  it("W-QUIZ-12: rows appear in the order the server reports them, each when it is due", () => {
    const state = after(...STEPS.slice(0, 3).map(streamed), { type: "row_due" });
    const rows = scanRows(state);
    assertEquals(rows.map((row) => row.step), [...CHECK_STEPS]);
    assertEquals(rows.map((row) => row.done?.finding), ["found read", ...Array(6).fill(undefined)]);
    assertEquals(rows.findIndex((row) => row.isNext), 1);
  });

  it("TRUST T13: no row appears that the server has not reported", () => {
    assertEquals(after({ type: "row_due" }, { type: "rows_skipped" }).shown, 0);
  });

  it("skipping shows all reported rows, and later ones at once", () => {
    const skipped = after(...STEPS.slice(0, 3).map(streamed), { type: "rows_skipped" });
    assertEquals([skipped.shown, STEPS.slice(3, 5).map(streamed).reduce(reduceScan, skipped).shown], [3, 5]);
  });

  it("ends by itself once every row is on screen, and not before", () => {
    const reported = after(...STEPS.map(streamed), streamed({ type: "done", result: RESULT }));
    assertEquals(finishedResult(reported), undefined);
    assertEquals(finishedResult(reduceScan(reported, { type: "rows_skipped" })), RESULT);
  });

  it("an abandoned check dispatches nothing more", async () => {
    assertEquals((await run([...STEPS, { type: "done", result: RESULT }], 2)).reported.length, 2);
  });

  it("W-SENTRY-04: events that the app can't read are reported; a lost connection is not", async () => {
    const fault = new SyntaxError("Unexpected token");
    assertEquals(await reportedErrors(async () => void await run(fault)), [fault]);
    assertEquals(await reportedErrors(async () => void await run(new NetworkError("x"))), []);
  });

  it("a failed, malformed or truncated check shows one message", async () => {
    const failed = await run([{ type: "failed", error: "This is not a number." }]);
    const broken = await run(new NetworkError("x"));
    const short = await run(STEPS.slice(0, 2));
    const texts = [failed, broken, short].map(({ end }) => (end.kind === "failed" ? end.text : ""));
    assertEquals(texts[0], "This is not a number.");
    assertMatch(texts[1] ?? "", /connection/);
    assertMatch(texts[2] ?? "", /stopped early/);
  });
});

const FACTS: CheckResult["facts"] = {
  phone: EMPTY_PHONE_LOOKUP,
  e164: "+16502530000",
  timeZones: ["America/New_York"],
  dataVersions: [],
};

describe("what the paid report adds", () => {
  it("is given in true counts", () => {
    const { rows } = paidReport({ facts: FACTS, paid: { unknowns: 1, memberReports: 4 } });
    assertEquals(rows, [
      "4 member reports: how many are negative, and whether they're disputed",
      "A confidence rating: how much data is behind this score",
      "The local time where it's registered",
      "20 checks a day, with saved history and change alerts",
    ]);
  });

  it("is never what we couldn't verify: that is said beside it", () => {
    const paid = { unknowns: 7, memberReports: 0 };
    const { rows, gaps } = paidReport({ facts: { ...FACTS, timeZones: [] }, paid });
    assertEquals(rows, [
      "A confidence rating: how much data is behind this score",
      "20 checks a day, with saved history and change alerts",
    ]);
    assertMatch(gaps, /^We couldn't verify 7 things about this number\..* can't fill the gaps\.$/);
    assertEquals(paidReport({ facts: FACTS, paid: { unknowns: 0, memberReports: 1 } }).gaps, "");
  });

  it("says so when it adds nothing", () => {
    const nothing = { rows: [], gaps: "", addsNothing: true };
    assertEquals(paidReport({ facts: FACTS, paid: { unknowns: 0, memberReports: 0 } }), nothing);
  });
});
