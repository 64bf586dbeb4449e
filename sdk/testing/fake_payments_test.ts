/** The fake payments service declines as the real one does: by every result name, which the card form passes on. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { ClientConfiguration } from "../wire/config.ts";
import { FakePayments } from "./fake_payments.ts";
import { DECLINE_RESULTS, type Scenario, scenarioOf, SCENARIOS } from "./scenarios.ts";

const OPTIONS = { base: "http://localhost/fake", vaultUrl: "http://127.0.0.1:9" };

function pay(scenario: Scenario, decide?: "complete" | "decline") {
  const payments = new FakePayments(scenario, OPTIONS);
  const ask = (method: string, path: string) =>
    JSON.parse(payments.answer({ method, url: OPTIONS.base + path, body: {}, idempotencyKey: "one" }).text);
  ask("POST", "/authorize");
  ask("GET", "/execution");
  if (decide !== undefined) payments.decideChallenge(decide);
  const { status } = ask("GET", "/execution");
  return { last: status.at(-1), status: payments.status };
}

describe("the fake payments service", () => {
  it("declines with each of the provider's 27 result names, where the real service puts it", () => {
    assertEquals(DECLINE_RESULTS.length, 27);
    for (const result of DECLINE_RESULTS) {
      const { last, status } = pay(scenarioOf(result));
      assertEquals([last.code, last.errors], ["authorizeFailed", [{ reason: { result } }]]);
      assertEquals(status, last);
    }
  });

  it("knows why the scenario named decline is one, and what a failed 3-D Secure challenge is called", () => {
    assertEquals(pay(SCENARIOS.decline).last.errors, [{ reason: { result: "InsufficientBalance" } }]);
    const { last } = pay(SCENARIOS["3ds"], "decline");
    assertEquals([last.code, last.errors], ["authorizeFailed", [{ reason: { result: "PayerAuthenticationFailed" } }]]);
    assertEquals(pay(SCENARIOS["3ds"], "complete").last.code, "authorizeSuccessful");
  });

  it("gives each status its own time, a millisecond after the previous one when the clock is stopped", () => {
    const payments = new FakePayments(SCENARIOS.success, { ...OPTIONS, now: () => 1_000 });
    const config: ClientConfiguration = JSON.parse(atob(payments.init().data));
    const ask = (method: string, path: string) =>
      JSON.parse(payments.answer({ method, url: OPTIONS.base + path, body: {}, idempotencyKey: "one" }).text);
    ask("POST", "/authorize");
    const times = ask("GET", "/execution").status.map(({ time }: { readonly time: string }) => Date.parse(time));
    assertEquals([Date.parse(config.execution?.createdAt ?? ""), ...times], [1_000, 1_001, 1_002]);
  });

  it("stores an instrument under an id that is a UUID", () => {
    const payments = new FakePayments(SCENARIOS.success, OPTIONS);
    const config: ClientConfiguration = JSON.parse(atob(payments.init().data));
    const { href = "", method = "" } = config.vaultConfiguration?.links?.saveInstrument ?? {};
    const { status, text } = payments.answer({ method, url: href, body: {}, idempotencyKey: "" });
    assertEquals(status, 200);
    assertEquals(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(JSON.parse(text).id), true);
  });
});
