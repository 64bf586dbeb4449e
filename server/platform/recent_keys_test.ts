/** Recently used keys are remembered, and the number of keys is bounded. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createRecentKeys } from "./recent_keys.ts";

describe("recent", () => {
  it("drops the oldest keys and keeps the ones used again", () => {
    const recent = createRecentKeys<number>(8);
    const ask = (...keys: readonly string[]) => keys.map((key) => recent.get(key));
    for (const [at, key] of ["a", "b", "c"].entries()) recent.set(key, at);
    assertEquals(ask("a", "b", "c"), [0, 1, 2]);
    for (let at = 0; at < 100; at++) {
      recent.set(`other ${at}`, at);
      assertEquals(ask("a"), [0], `after ${at}`);
    }
    assertEquals(ask("b", "c", "other 0", "other 99"), [undefined, undefined, undefined, 99]);
  });
});
