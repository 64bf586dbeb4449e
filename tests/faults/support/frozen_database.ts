/**
 * A Postgres whose processes stop for a while under load: its connections stay open, and it answers nothing. Visitors
 * call the server all the time; every answer is kept with its time.
 */
import { sql } from "kysely";
import { connectDatabase } from "../../../server/db/open.ts";
import { type RunningPostgres, startPostgres } from "../../support/postgres.ts";
import { eventually } from "../../support/eventually.ts";
import { startServer } from "../../support/app/server_process.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";

export interface Answered {
  readonly path: string;
  readonly status: number;
  readonly hasRetryAfter: boolean;
  readonly startedMs: number;
  readonly ms: number;
}

/** A time in which a call that needs no work waited, or in which this process could not even begin one. */
export interface Stall {
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface Frozen {
  /** Answers to calls that began while the database was frozen. */
  readonly during: readonly Answered[];
  /** Answers to calls that began a moment after it woke up. */
  readonly afterwards: readonly Answered[];
  /** What the machine had to itself from the first call to the last. */
  readonly stalls: readonly Stall[];
  /** Executions that the callers know, and those in the database. */
  readonly known: number;
  readonly stored: number;
}

/** Needs no database. */
const IDLE = "/healthz";
const SESSION = "/services/subscriptions/init/session?plan_id=tck_weekly_3dtrial";
const CALLS: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ["GET", "/readyz"],
  ["GET", IDLE],
  ["GET", SESSION],
  ["POST", "/api/send-activation-by-email/trustcheck/ann@mail.example", {}],
  ["POST", "/api/consent", { plan_id: "tck_weekly_3dtrial" }],
  ["GET", "/services/report/00000000-0000-4000-8000-000000000000"],
];
const EVERY_MS = 200;
const WATCH_EVERY_MS = 20;
/** More visitors than connections: most of them wait for one. */
const SESSIONS_AT_ONCE = 2;
const AWAKE_MS = 3_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The build must exist already. */
export async function freezeUnderLoad(bin: string, freezeMs: number): Promise<Frozen> {
  const postgres = await startPostgres(bin);
  const dir = await Deno.makeTempDir({ prefix: "frozen-" });
  await prepareKeys(`${dir}/keys`);
  const server = startServer({ DATABASE_URL: postgres.url, DATA_DIR: `${dir}/data`, KEYS_DIR: `${dir}/keys` });
  try {
    await server.ready();
    return await callAround(server.origin, postgres, freezeMs);
  } finally {
    postgres.thaw();
    server.kill("SIGTERM");
    await server.ended;
    await postgres.stop();
    await Deno.remove(dir, { recursive: true });
  }
}

/** What a call took without the machine's stalls. */
export function ownMs({ startedMs, ms }: Answered, stalls: readonly Stall[]): number {
  let own = ms;
  let from = startedMs;
  for (const stall of stalls.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const until = Math.min(stall.untilMs, startedMs + ms);
    own -= Math.max(0, until - Math.max(stall.fromMs, from));
    from = Math.max(from, until);
  }
  return own;
}

/** Asks for the page without work again and again, until it is stopped. */
function watchMachine(origin: string): () => Promise<readonly Stall[]> {
  const stalls: Stall[] = [];
  let watching = true;
  const watched = (async () => {
    while (watching) {
      const fromMs = performance.now();
      await (await fetch(`${origin}${IDLE}`)).body?.cancel();
      const answeredMs = performance.now();
      stalls.push({ fromMs, untilMs: answeredMs });
      await pause(WATCH_EVERY_MS);
      stalls.push({ fromMs: answeredMs + WATCH_EVERY_MS, untilMs: performance.now() });
    }
  })();
  return async () => {
    watching = false;
    await watched;
    return stalls;
  };
}

async function callAround(origin: string, postgres: RunningPostgres, freezeMs: number): Promise<Frozen> {
  const calls: Promise<Answered>[] = [];
  let known = 0;
  const call = async ([method, path, body]: (typeof CALLS)[number]): Promise<Answered> => {
    const startedMs = performance.now();
    const init = body === undefined ? { method } : {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    const answer = await fetch(`${origin}${path}`, init);
    await answer.body?.cancel();
    if (path === SESSION && answer.ok) known += 1;
    return {
      path: path.split("?")[0] ?? "",
      status: answer.status,
      hasRetryAfter: answer.headers.has("retry-after"),
      startedMs,
      ms: performance.now() - startedMs,
    };
  };
  /** Starts calls without waiting for answers, as visitors do. */
  const visit = async (ms: number): Promise<readonly Answered[]> => {
    const from = calls.length;
    const until = performance.now() + ms;
    while (performance.now() < until) {
      for (const each of CALLS) calls.push(call(each));
      for (let more = 1; more < SESSIONS_AT_ONCE; more++) calls.push(call(["GET", SESSION]));
      await pause(EVERY_MS);
    }
    return await Promise.all(calls.slice(from));
  };
  const stopWatching = watchMachine(origin);
  await visit(AWAKE_MS / 3);
  postgres.freeze();
  const during = visit(freezeMs);
  await pause(freezeMs);
  postgres.thaw();
  await during;
  await pause(AWAKE_MS / 3);
  const afterwards = await visit(AWAKE_MS / 3);
  const stalls = await stopWatching();
  await eventually(async () => (await call(["GET", "/readyz"])).status === 200);
  await pause(AWAKE_MS);
  const db = connectDatabase({ kind: "postgres", url: postgres.url });
  const { rows: [counted] } = await sql<{ stored: number }>`select count(*) as stored from pay_executions`.execute(db);
  await db.destroy();
  return { during: await during, afterwards, stalls, known, stored: counted?.stored ?? 0 };
}
