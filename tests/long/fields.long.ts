/**
 * The full form of the fields' life test: a thousand mounts and unmounts, instead of sixty in
 * tests/browser/fields/fields_life_test.ts.
 */
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { cycle } from "../support/merchant/field_cycles.ts";
import { FieldsPage } from "../support/merchant/fields_page.ts";

const TIMES = 1000;
const MAX_HEAP_GROWTH_BYTES = 5_000_000;

describe("a page that mounts fields again and again", () => {
  it(`${TIMES} mounts and unmounts leave no frame, listener, port or timer and less than 5 MB`, async () => {
    const fixture = await FieldsPage.open();
    try {
      const { before: { heapBytes: heapBefore, ...before }, after: { heapBytes, ...after } } = await cycle(
        fixture,
        "containers",
        TIMES,
      );
      console.log(`heap ${heapBefore} -> ${heapBytes} bytes`, JSON.stringify(after));
      assertEquals(after, before);
      assertEquals([after.frames, after.ports, after.timers], [0, 0, 0]);
      assert(heapBytes - heapBefore < MAX_HEAP_GROWTH_BYTES, `${heapBytes - heapBefore} bytes more`);
    } finally {
      await fixture.close();
    }
  });
});
