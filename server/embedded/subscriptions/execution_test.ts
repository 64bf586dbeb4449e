import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { type ExecutionState, parseExecution } from "./execution.ts";

/** Codes as the payments service appends them, oldest first, and what a purchase may conclude. */
const HISTORIES: readonly (readonly [ExecutionState, ...string[]])[] = [
  ["open"],
  ["pending", "authorizeRequested"],
  ["failed", "authorizeRequested", "authorizeFailed"],
  ["successful", "authorizeRequested", "authorizeSuccessful", "captureSuccessful"],
  ["successful", "authorizeSuccessful", "cancelRequested"],
  ["successful", "authorizeSuccessful", "cancelRequested", "cancelFailed"],
  ["cancelled", "authorizeSuccessful", "cancelRequested", "cancelSuccessful"],
  ["successful", "authorizeSuccessful", "captureSuccessful", "refundRequested"],
  ["successful", "authorizeSuccessful", "captureSuccessful", "refundRequested", "refundFailed"],
  ["cancelled", "authorizeSuccessful", "captureSuccessful", "refundRequested", "refundSuccessful"],
];

describe("an execution as a purchase reads it", () => {
  for (const [state, ...codes] of HISTORIES) {
    it(`is ${state} after ${codes.join(", ") || "nothing"}: only a cancel or refund that succeeded gives money back`, () => {
      const status = codes.map((code, at) => ({ code, time: new Date(at).toISOString() }));
      assertEquals(parseExecution({ id: "e", status }).state, state);
    });
  }
});
