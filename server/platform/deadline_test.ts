import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { withDeadline } from "./deadline.ts";

const LATE = () => new RangeError("late");
const after = (ms: number) => new Promise<string>((resolve) => setTimeout(resolve, ms, "done"));

describe("a deadline", () => {
  it("ends the wait for work that takes too long, and not earlier", async () => {
    const startedMs = performance.now();
    const work = after(200);
    await assertRejects(() => withDeadline(work, 30, LATE), RangeError, "late");
    assert(performance.now() - startedMs >= 29);
    assertEquals(await work, "done", "the work goes on");
  });

  it("passes on what the work answers in time, and how it fails", async () => {
    assertEquals(await withDeadline(after(1), 5_000, LATE), "done");
    await assertRejects(() => withDeadline(Promise.reject(new TypeError("no")), 5_000, LATE), TypeError, "no");
  });
});
