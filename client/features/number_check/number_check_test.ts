import type { CheckEvent, CheckResult } from "../../../server/wire/members/report.ts";
import { EMPTY_PHONE_LOOKUP } from "../../../server/wire/members/report.ts";
import { NetworkError, ResponseError, TimeoutError } from "../../api/http.ts";
import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { checkTypedNumber } from "./number_check.ts";
import { NUMBER_CHECK_START, type NumberCheckState, reduceNumberCheck } from "./number_check_state.ts";

const RESULT: CheckResult = {
  facts: { phone: EMPTY_PHONE_LOOKUP, e164: "", timeZones: [], dataVersions: [] },
  score: { value: 0, band: "none", reasons: [] },
  paid: { unknowns: 0, memberReports: 0 },
};

async function run(phoneNumber: string, events: readonly CheckEvent[] | Error) {
  let state: NumberCheckState = NUMBER_CHECK_START;
  let calls = 0;
  async function* check(): AsyncGenerator<CheckEvent> {
    calls++;
    await Promise.resolve();
    if (events instanceof Error) throw events;
    yield* events;
  }
  const dispatch = (event: Parameters<typeof reduceNumberCheck>[1]) => {
    state = reduceNumberCheck(state, event);
  };
  await checkTypedNumber({ check, dispatch }, { phoneNumber, country: "US" });
  return { state, calls };
}

function sentence(state: NumberCheckState): string {
  return state.kind === "failed" ? state.text : "";
}

describe("the free check beside the field", () => {
  it("shows what the service found", async () => {
    const { state } = await run("+1 650 253 0000", [{ type: "done", result: RESULT }]);
    assertEquals(state, { kind: "found", result: RESULT });
  });

  for (const typed of ["٠٥٠١٢٣٤٥٦٧", "۰۹۱۲ ۳۴۵ ۶۷۸۹", "०९८७६५४३२१०", "０３－１２３４－５６７８", "1-800-FLOWERS"]) {
    it(`asks the service about "${typed}"`, async () => {
      const { state, calls } = await run(typed, [{ type: "done", result: RESULT }]);
      assertEquals([state.kind, calls], ["found", 1]);
    });
  }

  for (const typed of ["", "   ", "+", "12", "١٢", "650 253 0000 or 650 253 0001"]) {
    it(`W-VALID-14: "${typed}" shows one message without a call`, async () => {
      const { state, calls } = await run(typed, [{ type: "done", result: RESULT }]);
      assertEquals([state.kind, calls], ["failed", 0]);
    });
  }

  const failures: readonly (readonly [string, readonly CheckEvent[] | Error, RegExp])[] = [
    ["the service's own sentence", [{ type: "failed", error: "This is a date." }], /^This is a date\.$/],
    ["a refusal with words", new ResponseError(429, { error: "Wait ten minutes." }), /^Wait ten minutes\.$/],
    ["a refusal without words", new ResponseError(429, ""), /used all your free checks/],
    ["a broken server", new ResponseError(500, "<html>"), /on our end/],
    ["no line", new NetworkError("x"), /connection/],
    ["no answer in time", new TimeoutError("x"), /too long/],
    ["a stream that ends early", [], /stopped early/],
  ];
  for (const [title, events, expected] of failures) {
    it(`${title} shows one clear message`, async () => {
      assertMatch(sentence((await run("+1 650 253 0000", events)).state), expected);
    });
  }

  it("a result that arrives after the number was changed is not shown, also while the new number is checked", () => {
    const first = { phoneNumber: "1", country: "US" };
    const second = { phoneNumber: "12", country: "US" };
    const late = { type: "check_answered", typed: first, result: RESULT } as const;
    assertEquals(reduceNumberCheck(NUMBER_CHECK_START, late).kind, "idle");
    const checking = reduceNumberCheck(NUMBER_CHECK_START, { type: "check_started", typed: second });
    assertEquals(reduceNumberCheck(checking, late), checking);
    const found = reduceNumberCheck(checking, { ...late, typed: second });
    for (const state of [checking, found]) {
      assertEquals(reduceNumberCheck(state, { type: "check_failed", typed: first, text: "No." }), state);
    }
  });
});
