import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { createBatcher } from "./batcher.ts";

/** Doubles numbers and records which ones it was given together; ends when told to. */
function doubling() {
  const batches: (readonly number[])[] = [];
  let most = 0;
  let running = 0;
  const add = createBatcher(async (items: readonly number[]) => {
    most = Math.max(most, ++running);
    batches.push(items);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    if (items.includes(13)) throw new RangeError("13 cannot be written");
    return items.map((item) => 2 * item);
  });
  return { add, batches, most: () => most };
}

describe("a batcher", () => {
  it("writes together what arrives together, and what arrives during a write in the next one", async () => {
    const { add, batches, most } = doubling();
    const first = [add(1), add(2)];
    await Promise.resolve();
    await Promise.resolve();
    const next = [add(3), add(4)];
    assertEquals(await Promise.all([...first, ...next]), [2, 4, 6, 8]);
    assertEquals([batches, most()], [[[1, 2], [3, 4]], 1]);
  });

  it("writes at most 32 items at once and one batch at a time", async () => {
    const { add, batches, most } = doubling();
    const items = Array.from({ length: 70 }, (_, at) => at + 100);
    assertEquals(await Promise.all(items.map(add)), items.map((item) => 2 * item));
    assertEquals([batches.map(({ length }) => length), most()], [[32, 32, 6], 1]);
  });

  it("writes one by one after a failure, so that one bad item does not block the others", async () => {
    const { add, batches } = doubling();
    const bad = add(13);
    const good = [add(1), add(2)];
    await assertRejects(() => bad, RangeError, "13 cannot be written");
    assertEquals(await Promise.all(good), [2, 4]);
    assertEquals(batches, [[13, 1, 2], [13], [1], [2]]);
    assertEquals(await add(3), 6, "the next item is written as usual");
  });
});
