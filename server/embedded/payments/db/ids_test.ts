import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { authorizeKey, continueKey, operationKey, timedId } from "./ids.ts";

describe("ids that begin with their time", () => {
  it("are UUIDs of version 7, in the order of their milliseconds, and never repeat", () => {
    const ids = Array.from({ length: 1_000 }, (_, at) => timedId(1_795_000_000_000 + at));
    for (const id of ids) assertMatch(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assertEquals(ids.toSorted(), ids);
    assertEquals(new Set(Array.from({ length: 1_000 }, () => timedId(0))).size, 1_000);
    assertEquals(timedId(0x0123456789ab).slice(0, 13), "01234567-89ab");
  });
});

describe("keys of calls to the acquirer", () => {
  const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[57][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const id = timedId(1_795_000_000_000);
  const order = { id, client_id: "shop", init_key: "order-1", attempts: 0 };
  const other = timedId(1_795_000_000_001);

  it("of a merchant's server follow from its client, the key of its init call and the attempt, not from the execution", () => {
    const key = authorizeKey(order, "merchant");
    assertMatch(key, UUID);
    assertEquals(authorizeKey({ ...order, id: other }, "merchant"), key);
    for (const change of [{ client_id: "other" }, { init_key: "order-2" }, { attempts: 1 }]) {
      assertNotEquals(authorizeKey({ ...order, ...change }, "merchant"), key);
    }
  });

  it("of a page follow from its execution and the attempt, and begin with the time of the execution", () => {
    const key = authorizeKey(order, "client");
    assertMatch(key, UUID);
    assertEquals([key.slice(0, 13), authorizeKey(order, "client")], [id.slice(0, 13), key]);
    assertNotEquals(authorizeKey({ ...order, attempts: 1 }, "client"), key);
    assertNotEquals(authorizeKey({ ...order, id: other }, "client"), key);
  });

  it("of a continuation follow from the charge", () => {
    assertMatch(continueKey(id), UUID);
    assertEquals(continueKey(id), continueKey(id));
    assertNotEquals(continueKey(id), continueKey(other));
  });

  it("of a capture, cancel or refund follow from charge, kind, amount and the number before it", () => {
    const first = { kind: "refund", minor: 500, earlier: 0 };
    const key = operationKey(id, first);
    assertMatch(key, UUID);
    assertEquals(operationKey(id, first), key);
    for (const change of [{ kind: "capture" }, { minor: 501 }, { earlier: 1 }]) {
      assertNotEquals(operationKey(id, { ...first, ...change }), key);
    }
    assertNotEquals(operationKey(other, first), key);
  });
});
