/** Places where the contract tests run: in this process, with services behind HTTP, and at a configured address. */
import { readConfig } from "../../../server/config/config.ts";
import { type Context, createContext } from "../../../server/context.ts";
import { silentLog } from "../../../server/platform/log.ts";
import type { Upstream } from "../../../server/platform/http/upstream.ts";
import { fakeAssets } from "./fake_context.ts";
import { createVisitor, type Visitor, visitorOf } from "./http_visitor.ts";
import { prepareKeys } from "../suite/prepared_keys.ts";

export interface ContractPlace {
  readonly title: string;
  open(): Promise<OpenPlace>;
}

export interface OpenPlace {
  /** Host name of the app in the calls. */
  readonly host: string;
  /** A new visitor with an empty cookie jar. */
  visitor(): Visitor;
  /** The app in this process; undefined for a configured address. */
  readonly context: Context | undefined;
  close(): Promise<void>;
}

/** A running app with its services: CONTRACT_URL=http://localhost:8000 deno task test tests/contract/calls_test.ts */
const URL_SETTING = "CONTRACT_URL";

export function contractPlaces(): readonly ContractPlace[] {
  const url = Deno.env.get(URL_SETTING) ?? "";
  if (url !== "") return [{ title: `at ${url}`, open: () => Promise.resolve(openAddress(url)) }];
  return [
    { title: "with embedded services", open: () => openProduct([]) },
    { title: "with services behind HTTP", open: () => openProduct(REMOTE) },
  ];
}

function openAddress(url: string): OpenPlace {
  const { origin, hostname } = new URL(url);
  const send = (request: Request) => fetch(request);
  return {
    host: hostname,
    visitor: () => visitorOf({ origin, now: Date.now, send }),
    context: undefined,
    close: () => Promise.resolve(),
  };
}

/** Services that run behind HTTP, with the root path of each embedded one. */
const REMOTE = [
  ["SUBSCRIPTIONS", "subscriptions", ""],
  ["RECURRING", "subscriptions", "/recurring"],
  ["PROFILE", "members", "/profile"],
  ["REPORT", "members", "/report"],
] as const;

/** Two apps of one process on one database: the app, and the services it proxies to on ports of their own. */
async function openProduct(remote: typeof REMOTE | readonly []): Promise<OpenPlace> {
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-contract-" });
  await prepareKeys(`${folder}/keys`);
  const env = { DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys` };
  const overrides = { log: silentLog, assets: fakeAssets };
  const behind = remote.length === 0 ? undefined : await createContext(readConfig(env), overrides);
  const servers = behind === undefined ? [] : remote.map(([, name]) => listen(behind.embedded[name]));
  const addresses = remote.map(([name, , root], at) => [
    `STAGING_${name}_URL`,
    `http://127.0.0.1:${servers[at]?.addr.port}${root}`,
  ]);
  const shared = behind === undefined ? overrides : { ...overrides, db: behind.db };
  const context = await createContext(readConfig({ ...env, ...Object.fromEntries(addresses) }), shared);
  return {
    host: "localhost",
    visitor: () => createVisitor(context),
    context,
    async close() {
      await Promise.all(servers.map((server) => server.shutdown()));
      await context.close();
      await behind?.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

function listen(upstream: Upstream): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, upstream);
}
