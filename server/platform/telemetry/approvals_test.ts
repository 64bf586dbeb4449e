/** The share of approved cards within a quarter of an hour. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createApprovals, type Decision } from "./approvals.ts";

const MINUTE_MS = 60_000;

describe("the approval ratio", () => {
  it("counts the decisions of fifteen minutes, from twenty on", () => {
    let nowMs = 0;
    const approvals = createApprovals(() => nowMs);
    for (let n = 0; n < 19; n++) approvals.note(n % 4 !== 0);
    assertEquals(approvals.ratio(), undefined);
    approvals.note(true);
    assertEquals(approvals.ratio(), 0.75);
    nowMs = 15 * MINUTE_MS - 1;
    assertEquals(approvals.ratio(), 0.75);
    nowMs += 1;
    assertEquals(approvals.ratio(), undefined);
  });

  it("keeps no decision past that time, even if the ratio is never read", () => {
    let nowMs = 0;
    const decisions: Decision[] = [];
    const approvals = createApprovals(() => nowMs, decisions);
    for (let minute = 0; minute < 100; minute++) {
      nowMs = minute * MINUTE_MS;
      approvals.note(minute > 89);
    }
    assertEquals(decisions.map(({ atMs }) => atMs / MINUTE_MS), [
      85,
      86,
      87,
      88,
      89,
      90,
      91,
      92,
      93,
      94,
      95,
      96,
      97,
      98,
      99,
    ]);
    assertEquals(decisions.filter(({ isApproved }) => isApproved).length, 10);
  });
});
