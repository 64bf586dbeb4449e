import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { timedId } from "./ids.ts";

describe("ids that begin with their time", () => {
  it("are UUIDs of version 7, in the order of their milliseconds, and never repeat", () => {
    const ids = Array.from({ length: 1_000 }, (_, at) => timedId(1_795_000_000_000 + at));
    for (const id of ids) assertMatch(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assertEquals(ids.toSorted(), ids);
    assertEquals(new Set(Array.from({ length: 1_000 }, () => timedId(0))).size, 1_000);
    assertEquals(timedId(0x0123456789ab).slice(0, 13), "01234567-89ab");
  });
});
