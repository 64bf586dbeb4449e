import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { type ExecutionState, parseExecution, withoutInstruments } from "./execution.ts";

/** Codes in the order the payments service appends them, and what a purchase may conclude. */
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
    it(`is ${state} after ${codes.join(", ") || "nothing"}: only a successful cancel or refund returns the money`, () => {
      const status = codes.map((code, at) => ({ code, time: new Date(at).toISOString() }));
      assertEquals(parseExecution({ id: "e", status }).state, state);
    });
  }

  const refunded = ["authorizeSuccessful", "captureSuccessful", "refundSuccessful"];
  for (
    const [state, captured, back] of [
      ["successful", "19.99", "5.00"],
      ["cancelled", "19.99", "19.99"],
      ["cancelled", "9.00", "9.00"],
    ] as const
  ) {
    it(`is ${state} when ${back} of the captured ${captured} are refunded`, () => {
      const status = refunded.map((code, at) => ({ code, time: new Date(at).toISOString() }));
      const [money, returned] = [captured, back].map((value) => ({ value, currency: "USD" }));
      assertEquals(parseExecution({ id: "e", status, captured: money, refunded: returned }).state, state);
    });
  }
});

describe("a session for a page that an email's link opens", () => {
  it("names no stored instrument, of either list, at any depth", () => {
    const encode = (config: unknown) => new TextEncoder().encode(JSON.stringify(config)).toBase64();
    const held = [{ id: "pi_1", displayName: "1111", email: "ann@mail.example" }];
    const { version, data } = withoutInstruments({
      version: "2",
      data: encode({ execution: { id: "é" }, a: { paymentInstruments: held }, payoutInstruments: held }),
    });
    assertEquals([version, JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(data)))], [
      "2",
      { execution: { id: "é" }, a: { paymentInstruments: [] }, payoutInstruments: [] },
    ]);
  });
});
