/** The loops of jobs: independent, repeated after failures, and stopped without beginning anything new. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { eventually } from "../../tests/support/eventually.ts";
import { freePort } from "../../tests/support/ports.ts";
import { createRemotes } from "../proxy/remote.ts";
import { runAll, startJobs, type Work } from "./jobs.ts";
import { createLog, silentLog } from "./log.ts";

describe("jobs", () => {
  it("R26: a job that does not return delays no other, and stopping waits only for it", async () => {
    const stuck = Promise.withResolvers<void>();
    let runs = 0;
    const jobs = startJobs({ works: [() => stuck.promise, () => Promise.resolve(runs++)], log: silentLog, everyMs: 1 });
    await eventually(() => runs >= 3);
    let isStopped = false;
    const stopping = jobs.stop().then(() => isStopped = true);
    await eventually(async () => {
      const before = runs;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return runs === before;
    });
    assertEquals(isStopped, false);
    stuck.resolve();
    await stopping;
  });

  it("tells a running job that the server is stopping, and ends its pause", async () => {
    let signal: AbortSignal | undefined;
    const work: Work = (stopping) => Promise.resolve(signal = stopping);
    const jobs = startJobs({ works: [work], log: silentLog });
    await eventually(() => signal !== undefined);
    assertEquals(signal?.aborted, false);
    await jobs.stop();
    assertEquals(signal?.aborted, true);
  });

  it("starts its jobs one after another, so that they do not take all connections at once", async () => {
    const startedMs: number[] = [];
    const works = [0, 1, 2].map((job): Work => () => Promise.resolve(startedMs[job] ??= performance.now()));
    const beganMs = performance.now();
    const jobs = startJobs({ works, log: silentLog });
    await eventually(() => startedMs[2] !== undefined);
    await jobs.stop();
    const [first = 0, second = 0, third = 0] = startedMs.map((ms) => ms - beganMs);
    // A timer may fire a little early, and any time late.
    assert(first < second && second > 80 && third > second && third > 180, [first, second, third].join());
  });

  it("ends its pause before the first run, too", async () => {
    let runs = 0;
    const jobs = startJobs({ works: [() => Promise.resolve(), () => Promise.resolve(runs++)], log: silentLog });
    await jobs.stop();
    assertEquals(runs, 0);
  });

  it("logs in plain words that a service is away, without a stack and without the address", async () => {
    const lines: string[] = [];
    const log = createLog((line) => lines.push(line));
    const address = `http://127.0.0.1:${freePort()}/holders/ada-lovelace`;
    const call = () =>
      fetch(address).then(() => undefined, (cause: unknown) => {
        throw new Error("The payments service does not answer /executions", { cause });
      });
    const remotes = createRemotes();
    const down = remotes.at(address);
    await eventually(async () => {
      await down(new Request(`${address}/x`, { method: "POST" })).catch(() => undefined);
      return remotes.down().length > 0;
    });
    const isDown = () => down(new Request(`${address}/x`, { method: "POST" }));
    await runAll({ works: [call, () => fetch(address), isDown, () => Promise.reject(new Error("a fault"))], log });
    const said = lines.map((line) => JSON.parse(line)).map(({ error, cause }) => [error, cause]);
    assertEquals(said.slice(0, 2), [
      ["The payments service does not answer /executions", "tcp connect error: Connection refused (os error 111)"],
      ["fetch failed", "tcp connect error: Connection refused (os error 111)"],
    ]);
    assert(!lines.slice(0, 2).join().includes("lovelace"), lines.join("\n"));
    assertMatch(said[2]?.[1] ?? "", / is down$/);
    assertMatch(said[3]?.[0].stack, /jobs_test/);
  });

  it("logs a job that fails, and runs it and the others again", async () => {
    const lines: string[] = [];
    const log = createLog((line) => lines.push(line));
    let others = 0;
    const works: Work[] = [() => Promise.reject(new Error("no luck")), () => Promise.resolve(others++)];
    const jobs = startJobs({ works, log, everyMs: 1 });
    await eventually(() => lines.length >= 2 && others >= 2);
    await jobs.stop();
    assert(lines.every((line) => line.includes("job.failed") && line.includes("no luck")), lines[0]);
  });

  it("runs every job once, in order, for a caller that waits and gives no signal", async () => {
    const seen: unknown[] = [];
    const works: Work[] = [
      async (stopping) => {
        await Promise.resolve();
        seen.push(["first", stopping]);
      },
      () => Promise.reject(new Error("no luck")),
      (stopping) => Promise.resolve(seen.push(["last", stopping])),
    ];
    await runAll({ works, log: silentLog });
    assertEquals(seen, [["first", undefined], ["last", undefined]]);
  });
});
