import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { payByCard } from "../../../tests/support/pay_by_card.ts";
import { type Bench, codesOf, openBench, pay, readAsMerchant, start } from "./testing/harness.ts";

describe("authorize", () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
  });
  afterEach(() => bench.close());

  it("S-AUTHZ-06: a new card is authorized at the link from lookup, and the answer names the execution", async () => {
    const session = await start(bench);
    const { status, body, text } = await pay(bench, session, "4242424242424242");
    assertEquals(status, 200, text);
    assertEquals(codesOf(body), ["authorizeRequested", "authorizeSuccessful", "captureSuccessful"]);
    assertEquals(String(body.links?.execution), session.config.execution.links.self);
    const read = await readAsMerchant(bench, session);
    assertEquals<unknown>(read.captured, { value: "10.00", currency: "USD" });
  });

  it("payByCard pays over the wire alone", async () => {
    const { initResponse } = await start(bench);
    const { outcome } = await payByCard({ fetch: bench.call, initResponse, card: { cardNumber: "4242424242424242" } });
    assertEquals(outcome, "authorizeSuccessful");
  });
});
