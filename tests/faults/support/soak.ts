/** Runs the server for a long time, and records failures, growth of memory and the latency of a plain answer. */
import { startServer } from "../../support/app/server_process.ts";
import { eventually } from "../../support/eventually.ts";
import { buy } from "./buyer.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";

export interface SoakOptions {
  readonly seconds: number;
  readonly perSecond: number;
  /** The baseline for memory is taken after this time. */
  readonly warmSeconds: number;
}

export interface SoakReport {
  readonly answers: number;
  /** Calls without an answer or with another one than they should have, by address. */
  readonly faults: readonly string[];
  readonly orders: number;
  /** Resident memory at the end, divided by the baseline. */
  readonly growth: number;
  /** 99th percentile in milliseconds of the plainest answer, as a measure of the event loop's delay. */
  readonly p99Ms: number;
}

interface Call {
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  /** Statuses of its answer; 200 when left out. */
  readonly answers?: readonly number[];
}

/** What visitors call, in turn. */
const CALLS: readonly Call[] = [
  { path: "/trustcheck/" },
  { path: "/sdk/5/payrails.js" },
  // On a machine that is busy with other tests too, its probe may take longer than its half second.
  { path: "/readyz", answers: [200, 503] },
  { path: "/services/subscriptions/init/session?plan_id=tck_weekly_3dtrial" },
  // Without a checkout there is nothing to consent to.
  { method: "POST", path: "/api/consent", body: { plan_id: "tck_weekly_3dtrial" }, answers: [403] },
  { path: "/cdn-cgi/trace" },
  {
    method: "POST",
    path: "/api/cancel-request",
    body: { email: "ann@example.com", product: "TCK", host: "h", emailing: true },
    answers: [200, 429],
  },
];

/** Undefined when the answer is as it should be. */
async function faultOf(origin: string, { method = "GET", path, body, answers = [200] }: Call) {
  const init = body === undefined
    ? {}
    : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  try {
    const answer = await fetch(`${origin}${path}`, { method, ...init });
    await answer.body?.cancel();
    return answers.includes(answer.status) ? undefined : `${answer.status} ${path}`;
  } catch (error) {
    return `${error} ${path}`;
  }
}

/** Makes every call once; throws when one is not answered as it should be. */
export async function visit(origin: string): Promise<void> {
  for (const call of CALLS) {
    const fault = await faultOf(origin, call);
    if (fault !== undefined) throw new Error(fault);
  }
}

async function residentBytes(pid: number): Promise<number> {
  const [, pages = "0"] = (await Deno.readTextFile(`/proc/${pid}/statm`)).split(" ");
  return Number(pages) * 4_096;
}

export async function soak({ seconds, perSecond, warmSeconds }: SoakOptions): Promise<SoakReport> {
  const dir = await Deno.makeTempDir({ prefix: "soak-" });
  await prepareKeys(`${dir}/keys`);
  const server = startServer({
    DATA_DIR: `${dir}/data`,
    KEYS_DIR: `${dir}/keys`,
    PAYMENTS_CLIENTS: "merchant-demo:demo-secret,shop:shop-secret",
  });
  await server.ready();
  const faults: string[] = [];
  const waits: number[] = [];
  let answers = 0;
  let isOver = false;
  const ask = async (call: Call) => {
    const fault = await faultOf(server.origin, call);
    answers += 1;
    if (fault !== undefined) faults.push(fault);
  };
  const watch = async () => {
    while (!isOver) {
      const startedMs = performance.now();
      await ask({ path: "/healthz" });
      waits.push(performance.now() - startedMs);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  let orders = 0;
  const merchant = async () => {
    for (; !isOver; orders++) await buy(`${server.origin}/services/payments`);
  };
  const background = Promise.all([watch(), merchant()]);
  const running = new Set<Promise<void>>();
  const startedMs = performance.now();
  let warmBytes = 0;
  for (let call = 0; performance.now() - startedMs < seconds * 1_000; call++) {
    const asking: Promise<void> = ask(CALLS[call % CALLS.length] ?? { path: "/healthz" })
      .finally(() => running.delete(asking));
    running.add(asking);
    if (warmBytes === 0 && performance.now() - startedMs > warmSeconds * 1_000) {
      warmBytes = await residentBytes(server.pid);
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000 / perSecond));
  }
  isOver = true;
  await Promise.all([background, ...running]);
  // What readiness says under load is not its last word.
  await eventually(async () => await faultOf(server.origin, { path: "/readyz" }) === undefined);
  const growth = await residentBytes(server.pid) / warmBytes;
  server.kill("SIGTERM");
  await server.ended;
  await Deno.remove(dir, { recursive: true });
  waits.sort((a, b) => a - b);
  return { answers, faults, orders, growth, p99Ms: waits[Math.floor(waits.length * 0.99)] ?? 0 };
}
