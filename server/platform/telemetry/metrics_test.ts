/** What /metrics shows: what was counted, what was set, and what is no longer known. */
import process from "node:process";
import { afterEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { one } from "./gauges.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { type ProcessMeter, startProcessMeter } from "./process.ts";
import { queueState } from "./queue.ts";
import { countingInto, createWatched } from "./watched.ts";

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

/** Lines of one name with their values. */
async function shown(metrics: Metrics, name: string): Promise<readonly string[]> {
  const lines = (await metrics.read()).split("\n");
  return lines.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
}

describe("metrics", () => {
  it("show requests by method, route and status, with buckets in seconds, and count failures from 500", async () => {
    const metrics = createMetrics();
    for (const [status, seconds] of [[200, 0.02], [499, 0.02], [500, 20]] as const) {
      metrics.observe({ method: "GET", route: "/a/:id", status, seconds });
    }
    const of = (status: number) =>
      `http_request_method="GET",http_route="/a/:id",http_response_status_code="${status}"`;
    const name = "http_server_request_duration_seconds";
    assertEquals(await shown(metrics, `${name}_sum`), [
      `${name}_sum{${of(200)}} 0.02`,
      `${name}_sum{${of(499)}} 0.02`,
      `${name}_sum{${of(500)}} 20`,
    ]);
    const buckets = (await shown(metrics, `${name}_bucket`)).filter((line) => line.includes('code="200"'));
    assertEquals(buckets.map((line) => /le="([^"]+)".* (\d)$/.exec(line)?.slice(1).join(" ")), [
      ...["0.005 0", "0.01 0", "0.025 1", "0.05 1", "0.1 1", "0.25 1", "0.5 1", "1 1", "2.5 1", "5 1", "10 1"],
      "+Inf 1",
    ]);
    assertEquals(await shown(metrics, "http_server_failures_total"), ["http_server_failures_total 1"]);
    assertEquals(metrics.contentType.startsWith("text/plain; version=0.0.4"), true);
  });

  it("show every known outcome as 0 from the start, and add one or a given number", async () => {
    const metrics = createMetrics();
    const emails = (counts: Readonly<Record<string, number>>) =>
      Object.entries(counts).map(([outcome, count]) => `emails_total{outcome="${outcome}"} ${count}`);
    const none = { sent: 0, refused: 0, unreachable: 0, "given-up": 0 };
    assertEquals(await shown(metrics, "emails_total"), emails(none));
    assertEquals((await shown(metrics, "db_replica_reads_total")).length, 3);
    assertEquals(await shown(metrics, "job_runs_total"), []);
    metrics.count("emails", { outcome: "sent" });
    metrics.count("emails", { outcome: "sent" }, 3);
    metrics.count("jobs", { job_name: "sweep", outcome: "done" }, 0);
    assertEquals(await shown(metrics, "emails_total"), emails({ ...none, sent: 4 }));
    assertEquals(await shown(metrics, "job_runs_total"), ['job_runs_total{job_name="sweep",outcome="done"} 0']);
  });

  it("set all gauges each time: what is left out or has no value is not shown, neither as before nor as 0", async () => {
    const metrics = createMetrics();
    metrics.set({
      queue_depth: [{ queue: "mail", value: 3 }, { queue: "webhooks", value: 1 }],
      backup_age_seconds: one(60),
      process_cpu_seconds_total: one(5),
    });
    assertEquals(await shown(metrics, "backup_age_seconds"), ["backup_age_seconds 60"]);
    assertEquals(await shown(metrics, "money_differences"), []);
    metrics.set({ queue_depth: [{ queue: "mail", value: 2 }], process_cpu_seconds_total: one(7) });
    assertEquals(await shown(metrics, "queue_depth"), ['queue_depth{queue="mail"} 2']);
    assertEquals(await shown(metrics, "backup_age_seconds"), []);
    assertEquals(await shown(metrics, "process_cpu_seconds_total"), ["process_cpu_seconds_total 7"]);
    assertEquals((await metrics.read()).includes("# TYPE process_cpu_seconds_total counter"), true);
    metrics.set({ backup_age_seconds: one(undefined), queue_depth: [{ queue: "mail", value: undefined }] });
    assertEquals([await shown(metrics, "backup_age_seconds"), await shown(metrics, "queue_depth")], [[], []]);
    assertEquals(await shown(metrics, "process_cpu_seconds_total"), []);
  });

  it("count only decided authorizations: neither a challenge nor another kind of call is one", () => {
    const counted: unknown[] = [];
    const watched = createWatched(() => 0);
    const count = countingInto({ count: (...given) => void counted.push(given) }, watched);
    for (let time = 0; time < 15; time++) count("payments", { kind: "authorize", outcome: "approved", reason: "" });
    for (let time = 0; time < 5; time++) count("payments", { kind: "authorize", outcome: "declined", reason: "x" });
    count("payments", { kind: "authorize", outcome: "challenge", reason: "" });
    count("payments", { kind: "capture", outcome: "declined", reason: "" });
    // Shows the series before the first payment.
    count("payments", { kind: "authorize", outcome: "approved", reason: "" }, 0);
    count("emails", { outcome: "sent" }, 2);
    assertEquals(watched.approvals.ratio(), 0.75);
    assertEquals([counted.length, counted.at(-1)], [24, ["emails", { outcome: "sent" }, 2]]);
    assertEquals([watched.pool, watched.flights, watched.process, watched.jobStates.size], [
      { used: 0, waiting: 0 },
      { running: 0 },
      undefined,
      0,
    ]);
  });
});

describe("the state of a queue", () => {
  it("is its depth and its ages, which are 0 for an empty queue and never negative", () => {
    const nothing = { queue: "mail", depth: 0, oldestAgeMs: 0, overdueMs: 0 };
    assertEquals(queueState("mail", { depth: 0, oldestMs: null, dueMs: null }, 1_000), nothing);
    assertEquals(queueState("mail", { depth: "2", oldestMs: "400", dueMs: 900 }, 1_000), {
      queue: "mail",
      depth: 2,
      oldestAgeMs: 600,
      overdueMs: 100,
    });
    assertEquals(queueState("mail", { depth: 1n, oldestMs: 1_000, dueMs: 2_000 }, 1_000).overdueMs, 0);
  });
});

describe("the meter of a process", () => {
  const { setInterval, clearInterval } = globalThis;
  let meter: ProcessMeter | undefined;
  afterEach(() => {
    meter?.stop();
    Object.assign(globalThis, { setInterval, clearInterval });
  });

  it("shows how late its timer fired, the longest delay of a minute, and how long the timer is late by now", () => {
    let nowMs = 1_000;
    let tick = () => {};
    const stopped: unknown[] = [];
    const start = (run: () => void, ms: number) => {
      assertEquals(ms, 100);
      tick = run;
      return setInterval(() => {}, 1e6);
    };
    const stop = (timer: number) => {
      stopped.push(timer);
      clearInterval(timer);
    };
    Object.assign(globalThis, { setInterval: start, clearInterval: stop });
    meter = startProcessMeter(() => nowMs);
    const valueOf = (name: "nodejs_eventloop_delay_seconds" | "process_uptime_seconds") =>
      meter?.figures()[name]?.[0]?.value;
    const after = (ms: number, fires = true) => {
      nowMs += ms;
      if (fires) tick();
      return valueOf("nodejs_eventloop_delay_seconds");
    };
    assertEquals(valueOf("nodejs_eventloop_delay_seconds"), 0);
    assertEquals([after(100), after(350), after(150), after(100)], [0, 0.25, 0.25, 0.25]);
    assertEquals(valueOf("process_uptime_seconds"), 0.7);
    assertEquals(after(600, false), 0.5, "the timer has not fired yet");
    assertEquals(after(0), 0.5);
    for (let seconds = 0; seconds < 59; seconds++) for (let at = 0; at < 10; at++) after(100);
    assertEquals(after(100), 0.5);
    for (let at = 0; at < 10; at++) after(100);
    assertEquals(after(100), 0);
    meter.stop();
    assertEquals(stopped.length, 1);
  });

  it("shows processor, memory and start of this process", () => {
    const before = Date.now() / 1_000;
    // Of the whole process, which runs other files too.
    const cpuBefore = cpuSeconds();
    meter = startProcessMeter();
    const figures = meter.figures();
    const cpuAfter = cpuSeconds();
    const valueOf = (name: keyof typeof figures) => figures[name]?.[0]?.value ?? Number.NaN;
    assert(valueOf("process_cpu_seconds_total") >= cpuBefore && valueOf("process_cpu_seconds_total") <= cpuAfter);
    assert(valueOf("process_resident_memory_bytes") > valueOf("nodejs_heap_size_used_bytes"));
    assert(valueOf("nodejs_heap_size_used_bytes") > 1_000_000);
    assert(valueOf("process_start_time_seconds") >= before && valueOf("process_start_time_seconds") < before + 60);
    assert(valueOf("process_uptime_seconds") >= 0 && valueOf("process_uptime_seconds") < 60);
  });
});
