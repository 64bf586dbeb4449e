/** Drawing happens elsewhere: while a long PDF is made, this thread goes on. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { workedMs } from "../../../../tests/support/worked.ts";
import { drawPdf } from "./draw.ts";
import { openPdfWorker } from "./open_worker.ts";

/** The longest time in which nothing else could run, beside how long the work took. */
async function stallOf(work: () => Promise<unknown>) {
  let isDone = false;
  let longestMs = 0;
  const startedMs = performance.now();
  const ended = work().finally(() => isDone = true);
  for (let lastMs = workedMs(); !isDone;) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    longestMs = Math.max(longestMs, workedMs() - lastMs);
    lastMs = workedMs();
  }
  await ended;
  return { longestMs, tookMs: performance.now() - startedMs };
}

describe("PDFs", () => {
  it("stall no other request while they are drawn, and come back each to whom it is for", async () => {
    await drawPdf({ kind: "guide" });
    const made: number[] = [];
    const { longestMs, tookMs } = await stallOf(async () => {
      const all = await Promise.all(Array.from({ length: 4 }, () => drawPdf({ kind: "guide" })));
      made.push(...all.map(({ byteLength }) => byteLength));
    });
    assertEquals([made.length, new Set(made).size], [4, 1]);
    assert(made.every((bytes) => bytes > 50_000), String(made));
    assert(longestMs < tookMs / 3, `${longestMs.toFixed(0)} of ${tookMs.toFixed(0)} ms`);
  });

  it("that cannot be drawn are an error of their own, and the next one is drawn", async () => {
    const broken = { kind: "report", input: Object({ language: "en" }) } as const;
    await assertRejects(() => drawPdf(broken), Error);
    assert((await drawPdf({ kind: "guide" })).byteLength > 50_000);
  });

  it("M11: are drawn where no file, address, setting or program can be reached", async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const probe = openPdfWorker(import.meta.resolve("../../../../tests/support/worker_probe.ts"));
    probe.onmessage = ({ data }) => resolve(data);
    assertEquals(await promise, { tried: 13, done: [] });
    probe.terminate();
  });
});
