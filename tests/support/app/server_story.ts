/**
 * The whole server in this process, with a stopped clock: a test calls it step by step, and what it answered,
 * wrote into its database and logged in each step is compared with an approved text.
 */
import { sql } from "kysely";
import { readConfig } from "../../../server/config/config.ts";
import { type Context, createContext } from "../../../server/context.ts";
import { createClock } from "../../../server/platform/clock.ts";
import { runAll } from "../../../server/platform/jobs.ts";
import { createLog } from "../../../server/platform/log.ts";
import { createApp } from "../../../server/app.ts";
import { compareApprovedText } from "../approved.ts";
import { fakeAssets } from "./fake_context.ts";
import { type Visitor, visitorOf } from "./http_visitor.ts";
import { prepareKeys } from "../suite/prepared_keys.ts";

const START_MS = Date.parse("2026-11-21T12:00:00.000Z");
/** Keys, leases and migrations, which have their own tests and differ between runs. */
const UNTOLD = /^(kysely_|sqlite_|app_servers|app_keys|identity_keys|pay_keys)/;
const HEADERS = ["content-type", "location", "retry-after", "content-disposition", "www-authenticate", "allow"];

export interface ServerStory {
  readonly context: Context;
  /** A new browser, whose calls are recorded under this name. */
  visitor(name: string): Visitor;
  /** Tells something beside the calls of a step. */
  note(lines: readonly string[]): void;
  /** Moves the clock and runs all due work. */
  pass(ms: number): Promise<void>;
  /** Ends a step: its calls, the rows that came, went or changed, and what was logged. */
  add(step: string): Promise<void>;
  compare(name: string): Promise<void>;
  close(): Promise<void>;
}

type Rows = ReadonlyMap<string, readonly string[]>;

export async function openServerStory(env: Readonly<Record<string, string>> = {}): Promise<ServerStory> {
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-story-" });
  await prepareKeys(`${folder}/keys`, START_MS);
  const config = readConfig({ DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys`, ...env });
  const clock = createClock(() => START_MS);
  const lines: string[] = [];
  const context = await createContext(config, {
    log: createLog((line) => lines.push(line)),
    assets: fakeAssets,
    clock,
  });
  const app = createApp(context);
  const origin = config.publicOrigin;
  const calls: string[] = [];
  const steps: string[] = [];
  let before = await rowsOf(context);
  const reach = (name: string) => async (request: Request) => {
    const headers = new Headers(request.headers);
    headers.set("host", new URL(origin).host);
    const sent = await request.clone().text();
    const answer = await app.request(new Request(request, { headers }));
    const told = HEADERS.filter((header) => answer.headers.has(header) && header !== "content-type")
      .map((header) => `${header}: ${answer.headers.get(header)}`);
    const { pathname, search } = new URL(request.url);
    const call = [
      `${name}: ${request.method} ${pathname}${search} ${sent}`,
      `  ${[answer.status, ...told].join(", ")} ${await bodyOf(answer.clone())}`,
    ].join("\n");
    // A page asks until the payment has ended, more or less often.
    if (calls.at(-1) !== call) calls.push(call);
    return answer;
  };
  return {
    context,
    visitor: (name) => visitorOf({ origin, now: () => clock.now(), send: reach(name) }),
    note: (lines) => void calls.push(...lines),
    pass: async (ms) => {
      clock.advance(ms);
      await runAll({ works: context.works, log: context.log });
    },
    add: async (step) => {
      const now = await rowsOf(context);
      // A page asks more or less often until a payment has ended.
      const known = new Map(
        lines.splice(0).map(withoutTime).map((line) => [line.replaceAll(RANDOM, "*"), `log ${line}`]),
      );
      const logged = [...known.values()];
      steps.push([`== ${step} ==`, ...calls.splice(0), ...changesOf(before, now), ...logged, ""].join("\n"));
      before = now;
    },
    compare: (name) => compareApprovedText(name, named(steps.join("\n"))),
    close: async () => {
      await context.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

async function bodyOf(answer: Response): Promise<string> {
  const type = answer.headers.get("content-type") ?? "";
  if (/application\/json/.test(type)) {
    const body = JSON.stringify(await answer.json(), opened);
    // Not within a text, whose random part could no longer be recognized.
    return body.length < MAX_BODY_CHARS ? body : `${body.slice(0, body.lastIndexOf('"', MAX_BODY_CHARS))} ...`;
  }
  const bytes = await answer.bytes();
  return `${type} ${/text|csv|ndjson/.test(type) && bytes.length < 2_000 ? new TextDecoder().decode(bytes) : ""}`
    .trim();
}

async function rowsOf({ db }: Context): Promise<Rows> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name).filter((name) => !UNTOLD.test(name));
  const rows = new Map<string, readonly string[]>();
  for (const table of tables.toSorted()) {
    const { rows: found } = await sql`select * from ${sql.table(table)}`.execute(db);
    // Only the set columns of a row, so that a new column shows where it is used.
    rows.set(table, found.map((row) => JSON.stringify(row, written)));
  }
  return rows;
}

/** What a page decodes is recorded in plain text. */
function opened(_key: string, value: unknown): unknown {
  return typeof value === "string" && value.startsWith("eyJ") && !value.includes(".") ? JSON.parse(atob(value)) : value;
}

const MAX_BODY_CHARS = 4_000;

function written(key: string, value: unknown): unknown {
  // The content of an email is in its text part.
  if (key === "html") return "(html)";
  if (value === null || value === "") return undefined;
  return value instanceof Uint8Array ? `${value.length > 0 ? "some" : "no"} bytes` : value;
}

/** A row is identified by its first column; for a changed row, only the columns that changed. */
function changesOf(before: Rows, now: Rows): readonly string[] {
  return [...now].flatMap(([table, rows]) => {
    const old = new Map((before.get(table) ?? []).map((row) => [keyOf(row), row]));
    const lines = rows.flatMap((row) => {
      const was = old.get(keyOf(row));
      old.delete(keyOf(row));
      if (was === undefined) return [`+ ${table} ${row}`];
      return was === row ? [] : [`~ ${table} ${keyOf(row)} ${changedColumns(was, row)}`];
    });
    // The order of random keys is random.
    return [...[...old.values()].map((row) => `- ${table} ${keyOf(row)}`), ...lines]
      .toSorted((a, b) => a.replaceAll(RANDOM, "*") < b.replaceAll(RANDOM, "*") ? -1 : 1);
  });
}

/** Rows of a table with several columns in its key differ in their text. */
function keyOf(row: string): string {
  const [first, second] = Object.values(JSON.parse(row));
  return JSON.stringify([first, second]);
}

function changedColumns(was: string, row: string): string {
  const [old, now] = [JSON.parse(was), JSON.parse(row)];
  const changed = Object.keys({ ...old, ...now }).filter((name) => old[name] !== now[name]);
  return JSON.stringify(Object.fromEntries(changed.map((name) => [name, now[name] ?? null])));
}

function withoutTime(line: string): string {
  const { time: _, ...rest } = JSON.parse(line);
  return JSON.stringify(rest).replace(/"(?:ms|durationMs|tookMs)":[\d.]+/g, '"ms":0').replace(
    /"stack":"[^"]*"/,
    '"stack":""',
  );
}

/** Tokens, ids and hashes: the same letters mean the same value. */
const RANDOM = new RegExp(
  [
    String.raw`(?<="(?:encryptionPublicKey|sealed_number|live_key|fingerprint)":")[^"]+`,
    // By the database's own clock.
    String.raw`(?<="lease_until_ms":)\d+`,
    String.raw`eyJ[\w-]+\.[\w.-]+`,
    String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`,
    String.raw`(?<!\w)(?=\d*[a-f])[\da-f]{16,}(?![\w-])`,
    String.raw`(?<=playground-)[\da-f]{8}`,
    String
      .raw`(?<![\w+-])(?=[\w+-]*[a-z])(?=(?:[\w+-]*[A-Z]){3}|[\w+-]*[A-Z][\w+-]*\d|[\w+-]*\d[\w+-]*[A-Z])[\w+-]{16,}={0,2}`,
  ].join("|"),
  "g",
);

function named(text: string): string {
  const names = new Map<string, string>();
  // Two steps may happen at the same time, so time does not identify them.
  return text.replaceAll(/(?<="took_us":)\d+/g, "(us)").replaceAll(RANDOM, (found) => {
    const name = names.get(found) ?? `(${names.size + 1})`;
    names.set(found, name);
    return name;
  });
}
