/** PDFs are rendered in a worker: this thread stays free while a long one is made. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { cpuTimeMs } from "../../../../tests/support/cpu_time.ts";
import { drawPdf, MAX_WAITING } from "./draw.ts";
import { openPdfWorker } from "./open_worker.ts";
import type { Order } from "./pdf_worker.ts";

/** The longest time for which this thread was blocked, and the duration of the work. */
async function stallOf(work: () => Promise<unknown>) {
  let isDone = false;
  let longestMs = 0;
  const startedMs = performance.now();
  const ended = work().finally(() => isDone = true);
  for (let lastMs = cpuTimeMs(); !isDone;) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    longestMs = Math.max(longestMs, cpuTimeMs() - lastMs);
    lastMs = cpuTimeMs();
  }
  await ended;
  return { longestMs, tookMs: performance.now() - startedMs };
}

describe("PDFs", () => {
  /** The permissions of every worker that this process opens. */
  const granted: unknown[] = [];
  /** The ids of what the workers were asked for. */
  const ordered = new Set<number>();
  const broken = { kind: "report", input: Object({ language: "en" }) } as const;
  const OwnWorker = globalThis.Worker;
  before(() => {
    globalThis.Worker = class extends OwnWorker {
      constructor(module: string | URL, options?: WorkerOptions) {
        super(module, options);
        granted.push(options?.deno?.permissions);
      }
      override postMessage(order: Order, transfer: Transferable[] | StructuredSerializeOptions = []) {
        ordered.add(order.id);
        super.postMessage(order, Array.isArray(transfer) ? { transfer } : transfer);
      }
    };
  });
  after(() => void (globalThis.Worker = OwnWorker));

  it("block no other request while they are rendered, and each reaches its own request", async () => {
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

  it("that cannot be rendered fail alone, and the next one is rendered", async () => {
    await assertRejects(() => drawPdf(broken), Error);
    assert((await drawPdf({ kind: "guide" })).byteLength > 50_000);
  });

  it("wait for each other up to a number, beyond which the request is invited to come back", async () => {
    // One is rendered while the others wait.
    const all = Array.from({ length: MAX_WAITING + 3 }, () => drawPdf(broken));
    const ended = await Promise.allSettled(all);
    const statuses = ended.map((one) => one.status === "rejected" ? one.reason.status : 200);
    assertEquals(statuses.filter((status) => status === 503).length, 2);
    assert((await drawPdf({ kind: "guide" })).byteLength > 50_000);
  });

  it("whose request is aborted while they wait are not rendered, and leave their place to others", async () => {
    const first = drawPdf({ kind: "guide" });
    const gone = new AbortController();
    const abandoned = Array.from({ length: MAX_WAITING }, () => drawPdf({ kind: "guide" }, gone.signal));
    const ended = Promise.allSettled(abandoned);
    ordered.clear();
    gone.abort();
    const next = drawPdf({ kind: "guide" });
    assertEquals((await ended).map(({ status }) => status), abandoned.map(() => "rejected"));
    await Promise.all([first, next]);
    assertEquals(ordered.size, 1);
  });

  it("M11: are rendered without access to files, network, environment or programs", async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const probe = openPdfWorker(import.meta.resolve("../../../../tests/support/worker_probe.ts"));
    probe.onmessage = ({ data }) => resolve(data);
    assertEquals(await promise, { tried: 13, done: [] });
    await drawPdf({ kind: "guide" });
    assertEquals([granted.length > 1, new Set(granted)], [true, new Set(["none"])]);
    probe.terminate();
  });
});
