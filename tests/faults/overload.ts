/** Sends more shoppers and visitors than the server admits, and records its answers, their speed and every order. */
import { connectDatabase } from "../../server/db/open.ts";
import { ledgerPlace, type LedgerTables } from "../../server/embedded/payments/acquirer/ledger.ts";
import { startServer } from "../support/app/server_process.ts";
import { buy } from "./support/buyer.ts";
import { prepareKeys } from "../support/suite/prepared_keys.ts";

export interface OverloadOptions {
  readonly maxInFlight: number;
  readonly shoppers: number;
  readonly ordersEach: number;
  readonly visitors: number;
}

export interface OverloadReport {
  readonly paid: number;
  /** Approved charges at the acquirer, and executions that the service calls captured in full. */
  readonly charges: number;
  readonly captured: number;
  /** Answers by status; `none` counts calls without an answer. */
  readonly statuses: ReadonlyMap<string, number>;
  /** Refusals that give no reason or no `Retry-After`. */
  readonly unclear: readonly string[];
  /** Duration of each refusal. */
  readonly refusedMs: readonly number[];
  /** Results of `/healthz`, in order, and their durations: what an answer without any work takes on this machine. */
  readonly alive: readonly boolean[];
  readonly aliveMs: readonly number[];
  readonly residentMb: number;
}

/** A refusal says why in a sentence, and `/readyz` in its status. */
const SAYS_WHY = /"error":"[A-Z]|"status":"(?!ready)[a-z]/;

const PATHS = [
  "/trustcheck/",
  "/services/subscriptions/init/session?plan_id=tck_weekly_3dtrial",
  "/cdn-cgi/trace",
  "/readyz",
];

export async function overload(options: OverloadOptions): Promise<OverloadReport> {
  const dir = await Deno.makeTempDir({ prefix: "overload-" });
  await prepareKeys(`${dir}/keys`);
  const server = startServer({
    DATA_DIR: `${dir}/data`,
    KEYS_DIR: `${dir}/keys`,
    MAX_IN_FLIGHT: String(options.maxInFlight),
    PAYMENTS_CLIENTS: "merchant-demo:demo-secret,shop:shop-secret",
  });
  await server.ready();
  const seen = createTally(server.origin);
  let isOver = false;
  const alive: boolean[] = [];
  const aliveMs: number[] = [];
  const watch = async () => {
    while (!isOver) {
      const askedMs = performance.now();
      alive.push(await fetch(`${server.origin}/healthz`).then((answer) => answer.text().then(() => answer.ok)));
      aliveMs.push(performance.now() - askedMs);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const visit = async (at: number) => {
    for (let call = at; !isOver; call++) await seen.ask(PATHS[call % PATHS.length] ?? "/readyz");
  };
  const merchant = async () => {
    const ids: string[] = [];
    while (ids.length < options.ordersEach) ids.push((await buy(`${seen.base}/services/payments`)).executionId);
    return ids;
  };
  const background = [watch(), ...Array.from({ length: options.visitors }, (_, at) => visit(at))];
  const orders = (await Promise.all(Array.from({ length: options.shoppers }, merchant))).flat();
  isOver = true;
  await Promise.all(background);
  const residentMb = Number(/VmRSS:\s+(\d+)/.exec(await Deno.readTextFile(`/proc/${server.pid}/status`))?.[1]) / 1_024;
  server.kill("SIGTERM");
  await server.ended;
  await seen.close();
  const books = await readBooks(`${dir}/data`, orders);
  await Deno.remove(dir, { recursive: true });
  return { paid: orders.length, ...books, ...seen, alive, aliveMs, residentMb };
}

/** Records every answer of the server. */
function createTally(origin: string) {
  const statuses = new Map<string, number>();
  const unclear: string[] = [];
  const refusedMs: number[] = [];
  const pass = async (path: string, init: RequestInit): Promise<Response> => {
    const startedMs = performance.now();
    try {
      const answer = await fetch(`${origin}${path}`, { redirect: "manual", ...init });
      const text = await answer.text();
      const status = String(answer.status);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === "503" || status === "429") {
        refusedMs.push(performance.now() - startedMs);
        const isClear = /^\d+$/.test(answer.headers.get("retry-after") ?? "") && SAYS_WHY.test(text);
        if (!isClear) unclear.push(`${path} ${status} ${answer.headers.get("retry-after")} ${text.slice(0, 100)}`);
      }
      return new Response(answer.status === 204 || answer.status === 304 ? null : text, answer);
    } catch (error) {
      statuses.set("none", (statuses.get("none") ?? 0) + 1);
      return new Response(String(error), { status: 502 });
    }
  };
  const door = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.delete("host");
    const body = request.body === null ? {} : { body: await request.arrayBuffer() };
    return await pass(`${pathname}${search}`, { method: request.method, headers, ...body });
  });
  return {
    base: `http://127.0.0.1:${door.addr.port}`,
    statuses,
    unclear,
    refusedMs,
    ask: (path: string) => pass(path, {}),
    close: () => door.shutdown(),
  };
}

async function readBooks(dataDir: string, orders: readonly string[]) {
  const place = { kind: "sqlite", path: `${dataDir}/trustcheck.db` } as const;
  const db = connectDatabase(place);
  const ledger = connectDatabase<LedgerTables>(ledgerPlace(place, dataDir));
  try {
    const known = new Set(orders);
    const intents = await db.selectFrom("pay_intents").select(["key", "execution_id"]).execute();
    const executionOf = new Map(intents.map(({ key, execution_id }) => [key, execution_id]));
    const charges = (await ledger.selectFrom("acq_charges").select("key").where("outcome", "=", "approved").execute())
      .filter(({ key }) => known.has(executionOf.get(key) ?? ""));
    const captured = (await db.selectFrom("pay_executions").select(["id", "captured_minor"]).execute())
      .filter(({ id, captured_minor }) => captured_minor === 1_000 && known.has(id));
    return { charges: charges.length, captured: captured.length };
  } finally {
    await Promise.all([db.destroy(), ledger.destroy()]);
  }
}
