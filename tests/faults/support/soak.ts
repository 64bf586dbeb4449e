/** Runs the server for a long time, and records failures, growth of memory and the latency of a plain answer. */
import { startServer } from "../../support/app/server_process.ts";
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
  /** Answers of 500 and above and calls without an answer, by address. */
  readonly faults: readonly string[];
  readonly orders: number;
  /** Resident memory at the end, divided by the baseline. */
  readonly growth: number;
  /** 99th percentile in milliseconds of the plainest answer, as a measure of the event loop's delay. */
  readonly p99Ms: number;
}

type Call = readonly [method: string, path: string, body?: unknown];

const CALLS: readonly Call[] = [
  ["GET", "/trustcheck/"],
  ["GET", "/sdk/5/payrails.js"],
  ["GET", "/readyz"],
  ["GET", "/services/subscriptions/init/session?plan_id=tck_weekly_3dtrial"],
  ["POST", "/api/consent", { plan_id: "tck_weekly_3dtrial" }],
  ["GET", "/cdn-cgi/trace"],
  ["POST", "/api/cancel-request", { email: "ann@example.com", product: "TCK", host: "h", emailing: true }],
];

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
  const ask = async ([method, path, body]: Call) => {
    const init = body === undefined
      ? {}
      : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    try {
      const answer = await fetch(`${server.origin}${path}`, { method, ...init });
      await answer.body?.cancel();
      answers += 1;
      if (answer.status >= 500) faults.push(`${answer.status} ${path}`);
    } catch (error) {
      faults.push(`${error} ${path}`);
    }
  };
  const watch = async () => {
    while (!isOver) {
      const startedMs = performance.now();
      await ask(["GET", "/healthz"]);
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
    const asking: Promise<void> = ask(CALLS[call % CALLS.length] ?? ["GET", "/healthz"])
      .finally(() => running.delete(asking));
    running.add(asking);
    if (warmBytes === 0 && performance.now() - startedMs > warmSeconds * 1_000) {
      warmBytes = await residentBytes(server.pid);
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000 / perSecond));
  }
  isOver = true;
  await Promise.all([background, ...running]);
  const growth = await residentBytes(server.pid) / warmBytes;
  server.kill("SIGTERM");
  await server.ended;
  await Deno.remove(dir, { recursive: true });
  waits.sort((a, b) => a - b);
  return { answers, faults, orders, growth, p99Ms: waits[Math.floor(waits.length * 0.99)] ?? 0 };
}
