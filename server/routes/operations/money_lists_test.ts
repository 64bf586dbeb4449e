/** Money that needs an operator: two lists and two metrics, for those who may read figures. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { type Fake, fakeContext } from "../../../tests/support/app/fake_context.ts";
import { createApp } from "../../app.ts";
import { storeDifferences } from "../../db/differences.ts";

const TOKEN = "t".repeat(32);
const PATHS = ["/operator/moves", "/operator/differences", "/metrics"] as const;
const sums = { capturedMinor: 100, refundedMinor: 0, heldMinor: 0 };
const difference = {
  between: "ledger",
  subject: "key",
  atMs: 5,
  expected: { ...sums, capturedMinor: 0 },
  found: sums,
} as const;

describe("money that needs an operator", () => {
  let fake: Fake;
  beforeEach(async () => {
    fake = await fakeContext({ env: { METRICS_TOKEN: TOKEN } });
  });
  afterEach(() => fake.close());

  const read = (path: string, token = TOKEN) =>
    createApp(fake.context).request(path, { headers: { host: "localhost", authorization: `Bearer ${token}` } });
  const move = (id: string, tries: number, settled_ms: number | null) =>
    fake.context.db.insertInto("subs_moves").values({
      execution_id: id,
      kind: "refund",
      cents: 1_999,
      state: "refused",
      refusals: 0,
      tries,
      reason: "refundFailed",
      next_ms: 9,
      created_ms: tries,
      settled_ms,
    }).execute();

  it("is shown to no one without the token of the metrics", async () => {
    for (const path of PATHS) assertEquals((await read(path, "wrong")).status, 404);
  });

  it("lists moves from their third refusal until they are settled, with their charge", async () => {
    await move("first try", 2, null);
    await move("stuck", 3, null);
    await move("given up", 4, null);
    await move("settled", 7, 1);
    const { db } = fake.context;
    await db.insertInto("subs_charges").values({
      id: "charge_1",
      subscription_id: "sub_1",
      charge_key: "period:1",
      kind: "renewal",
      plan_id: "p",
      cents: 1_999,
      state: "succeeded",
      attempt: 0,
      execution_id: "stuck",
      consent_id: null,
      error: "",
      created_ms: 1,
      settled_ms: 1,
    }).execute();
    const stuck = {
      executionId: "stuck",
      kind: "refund",
      cents: 1_999,
      state: "refused",
      tries: 3,
      reason: "refundFailed",
      sinceMs: 3,
      nextMs: 9,
      chargeId: "charge_1",
      subscriptionId: "sub_1",
    };
    const givenUp = { ...stuck, executionId: "given up", tries: 4, sinceMs: 4, chargeId: null, subscriptionId: null };
    assertEquals(await (await read("/operator/moves")).json(), { moves: [stuck, givenUp] });
    assertMatch(await (await read("/metrics")).text(), /^money_moves_refused 2$/m);
  });

  it("lists differences between books, executions and ledger", async () => {
    assertMatch(await (await read("/metrics")).text(), /^money_differences 0$/m);
    await storeDifferences(fake.context.db, [difference], 7);
    assertEquals(await (await read("/operator/differences")).json(), { differences: [{ ...difference, seenMs: 7 }] });
    assertMatch(await (await read("/metrics")).text(), /^money_differences 1$/m);
  });

  it("leaves the other metrics readable while the database is away", async () => {
    await fake.context.db.destroy();
    const answer = await read("/metrics");
    assertEquals(answer.status, 200);
    assertMatch(await answer.text(), /http_server_request_duration_seconds/);
  });
});
