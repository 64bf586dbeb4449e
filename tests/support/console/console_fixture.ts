/** The whole product with the operator's console switched on, in this process, and browsers of operators. */
import type { AuditPorts } from "../../../server/audit/chain.ts";
import { createApp } from "../../../server/app.ts";
import { readConfig } from "../../../server/config/config.ts";
import { type Context, createContext } from "../../../server/context.ts";
import { openSession } from "../../../server/operators/sessions.ts";
import { putOperator } from "../../../server/operators/operators.ts";
import { createClock, type VirtualClock } from "../../../server/platform/clock.ts";
import type { DatabasePlace } from "../../../server/platform/database_place.ts";
import type { Assets } from "../../../server/pages/assets.ts";
import { createLog } from "../../../server/platform/log.ts";
import type { Role } from "../../../server/wire/admin/roles.ts";
import { fakeAssets } from "../app/fake_context.ts";
import { prepareKeys } from "../suite/prepared_keys.ts";

export const ORIGIN = "http://localhost:8000";

export interface ConsoleAnswer {
  readonly status: number;
  // deno-lint-ignore no-explicit-any -- tests read what the wire promises and fail where it does not hold
  readonly body: any;
  readonly headers: Headers;
}

/** A browser at the console, with its cookies. */
export interface ConsoleBrowser {
  get(path: string, headers?: Record<string, string>): Promise<ConsoleAnswer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<ConsoleAnswer>;
  readonly cookies: Map<string, string>;
}

export interface ConsoleFixture {
  readonly context: Context;
  readonly clock: VirtualClock;
  /** Lines of the server's log. */
  readonly lines: string[];
  browser(): ConsoleBrowser;
  /** The browser of a new operator who has signed in. */
  operator(role: Role, email?: string): Promise<ConsoleBrowser>;
  /** Stops the server and leaves its folder. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export interface ConsoleOptions {
  /** SQLite in a new folder when left out. */
  readonly place?: DatabasePlace;
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: VirtualClock;
  /** A build of two files without the console's page when left out. */
  readonly assets?: Assets;
}

export async function openConsole(options: ConsoleOptions = {}): Promise<ConsoleFixture> {
  const { place, env = {}, clock = createClock(), assets = fakeAssets } = options;
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-console-" });
  await prepareKeys(`${folder}/keys`, clock.now());
  const database: Record<string, string> = place?.kind === "postgres" ? { DATABASE_URL: place.url } : {};
  const config = readConfig({
    ADMIN: "on",
    DATA_DIR: `${folder}/data`,
    KEYS_DIR: `${folder}/keys`,
    ...database,
    ...env,
  });
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const context = await createContext(config, { log, assets, clock });
  const browser = () => browserOf(context);
  let stopped: Promise<void> | undefined;
  const stop = () => stopped ??= context.close();
  return {
    context,
    clock,
    lines,
    browser,
    async operator(role, email = `${role}-${crypto.randomUUID()}@shop.example`) {
      const own = browser();
      own.cookies.set("adm", await signInOperator(context, role, email));
      return own;
    },
    stop,
    async close() {
      await stop();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** The value of the cookie `adm` of an operator who has signed in, for browsers of tests. */
export async function signInOperator(context: AuditPorts, role: Role, email = "ann@shop.example"): Promise<string> {
  const { id } = await putOperator(context, { email, role });
  return await openSession(context, id, "passkey");
}

function browserOf(context: Context): ConsoleBrowser {
  const app = createApp(context);
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit, headers: Record<string, string>): Promise<ConsoleAnswer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const all = { host: new URL(ORIGIN).host, ...(cookie === "" ? {} : { cookie }), ...headers };
    const answer = await app.request(new Request(new URL(path, ORIGIN), { ...init, headers: all }));
    for (const set of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=");
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const type = answer.headers.get("content-type") ?? "";
    const body = type.includes("json") ? await answer.json() : new Uint8Array(await answer.arrayBuffer());
    return { status: answer.status, body, headers: answer.headers };
  };
  return {
    cookies,
    get: (path, headers = {}) => send(path, {}, headers),
    post: (path, body, headers = {}) =>
      send(path, { method: "POST", body: JSON.stringify(body) }, {
        "content-type": "application/json",
        origin: ORIGIN,
        ...headers,
      }),
  };
}
