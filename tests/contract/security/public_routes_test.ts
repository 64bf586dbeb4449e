/** SECURITY X2: every route of every service and of this server, called from outside, on each kind of server. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { createApp, createFrameApp } from "../../../server/app.ts";
import { createContext } from "../../../server/context.ts";
import { createClock } from "../../../server/platform/clock.ts";
import { readConfig } from "../../../server/config/config.ts";
import { openMigrated } from "../../../server/db/testing/migrated.ts";
import { createEmbedded, type Embedded } from "../../../server/embedded_services.ts";
import { silentLog } from "../../../server/platform/log.ts";
import { readingFrom } from "../../../server/db/replica/reading.ts";
import { createRemotes } from "../../../server/proxy/remote.ts";
import type { EmbeddedServices } from "../../../server/proxy/connect.ts";
import { type Route, type Service, SERVICE_NAMES, SERVICES } from "../../../server/platform/http/upstream.ts";
import { countNothing } from "../../../server/platform/telemetry/counters.ts";
import { isPublic, PUBLIC_ROUTES, publicMethods } from "../../../server/proxy/public_routes.ts";
import { fakeAssets, fakeContext } from "../../support/app/fake_context.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";

const ORIGINS = { PUBLIC_ORIGIN: "https://trust.example", FRAME_ORIGIN: "https://cards.example" };
const FIREBASE = {
  FIREBASE_PROJECT_ID: "p",
  FIREBASE_API_KEY: "k",
  FIREBASE_AUTH_DOMAIN: "d",
  FIREBASE_APP_ID: "a",
};
const SERVERS = {
  loopback: {},
  demo: { ...ORIGINS, DEMO: "1" },
  public: {
    ...ORIGINS,
    ...FIREBASE,
    PRODUCTION_PAYMENTS_URL: "https://pay.example",
    PAYMENTS_CLIENTS: "shop:a-secret-of-its-own",
    SMTP_URL: "smtps://mail.example/?from=no-reply%40trust.example",
  },
} as const;
type Kind = keyof typeof SERVERS;

/** Routes between our own servers. A new route of a service must be added here or to the table of public routes. */
const PRIVATE: Readonly<Record<Service, readonly string[]>> = {
  payments: ["GET /vault/of/:client", "GET /vault/:vaultId/frame-document"],
  subscriptions: [
    "POST /consents",
    "POST /recurring/create-subscription",
    "POST /consents-of-member",
    "POST /purchase-details-of-member",
    "POST /claim-purchases",
    "POST /forget-member",
    "POST /credits/spend",
    "POST /cancel-request",
    "POST /withdraw-request",
    "POST /send-activation",
    "POST /send-activation/:email",
    "POST /cancel-subscription/:content",
    "POST /withdraw/:content",
    "POST /leaving/:content",
    "POST /leaving-of",
    "POST /end-mails/:content",
  ],
  recurring: [],
  profile: [],
  report: ["POST /end-watch/:secret"],
  identity: ["POST /custom_tokens", "GET /service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"],
  errors: ["GET /", "GET /events.json", "GET /style.css"],
};

/** Public routes of this server itself. A new route must be added here. */
const EVERYWHERE = {
  app: [
    ...["/healthz", "/readyz", "/metrics", "/cdn-cgi/trace", "/verify/:hash", "/", "/trustcheck", "/trustcheck/*"],
    "/favicon.ico",
    ...[
      "/trustcheck/unsubscription",
      "/trustcheck/unsubscribe-with-email",
      "/trustcheck/unsubscription/",
      "/trustcheck/unsubscribe-with-email/",
      "/trustcheck/open-in-browser",
      "/sdk/5/manifest.json",
      "/sdk/*",
    ],
    ...["/docs", "/docs/*", "/llms.txt", "/operator/moves", "/operator/differences"],
    ...["/checkout/errors/", "/checkout/errors/:code", "/api/end-mails/:content", "/api/end-watch/:secret"],
    ...["/init/session", "/services/subscriptions/init/session"],
  ].map((path) => `GET ${path}`).concat(
    [
      ...["/csp-report", "/api/sign-out", "/api/consent", "/api/cancel-request", "/api/cancel-subscription/:content"],
      ...["/api/send-activation-by-email/:label/:email", "/api/withdraw-request", "/api/withdraw/:content"],
      ...["/api/end-mails/:content", "/api/end-watch/:secret", "/api/apple-pay/validate-merchant"],
      ...["create-no-user", "create-no-user-applepay", "create-applepay", "create"]
        .flatMap((name) => [`/subs/${name}`, `/services/subscriptions/subs/${name}`]),
      ...["/services/recurring/create-subscription", "/services/subscriptions/payments-notices"],
      "/services/report/check",
    ].map((path) => `POST ${path}`),
    SERVICE_NAMES.flatMap((name) => [`ALL /services/${name}`, `ALL /services/${name}/*`]),
    ["ALL /subs/*", "ALL /rec/*"],
  ),
  frame: ["GET /healthz", "GET /card/5/", "GET /card/5/*", "GET /observability/5/", "GET /observability/5/log.js"]
    .concat(["ALL /challenge/*", "GET /display/*", "GET /favicon.ico"]),
} as const;
/** Simulators and pages to try things on. */
const DEMO_DOORS = {
  app: [
    ...["/identitytoolkit.googleapis.com/*", "/securetoken.googleapis.com/*", "/emulator/auth/*"]
      .map((path) => `ALL ${path}`),
    ...["", "/", "/bare", "/bare.js", "/playground.js", "/kinds.js", "/network.js", "/snippets.js"]
      .map((path) => `GET /checkout${path}`),
    ...["GET /checkout/playground.css", "POST /checkout/session"],
  ],
  frame: [],
} as const;
const DEVELOPER_DOORS = ["/mailbox", "/mailbox/*", "/errors", "/errors/*", "/clock"].map((path) => `GET /dev${path}`)
  .concat("POST /dev/clock");

/** Services that a kind of server does not offer to the outside. */
const CLOSED: Readonly<Record<Kind, readonly Service[]>> = {
  loopback: [],
  demo: ["errors"],
  public: ["errors", "identity"],
};

let embedded: Embedded;
let close: () => Promise<void>;
before(async () => {
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-" });
  await prepareKeys(`${folder}/keys`);
  const config = readConfig({ DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys` });
  await Deno.mkdir(config.dataDir, { recursive: true });
  const db = await openMigrated();
  const shared = { config, clock: createClock(), log: silentLog, count: countNothing, db, reading: readingFrom(db) };
  const ports = { ...shared, remotes: createRemotes(), serverId: "test" };
  embedded = await createEmbedded(ports);
  close = async () => {
    await embedded.close();
    await db.destroy();
    await Deno.remove(folder, { recursive: true });
  };
});
after(() => close());

/** Routes of a service below its root, without middleware. */
function routesOf(service: Service): readonly Route[] {
  const { embedded: name, root } = SERVICES[service];
  const own = embedded.services[name].routes.filter(({ method, path }) => method !== "ALL" && !path.endsWith("*"));
  return own.filter(({ path }) => path === root || path.startsWith(`${root}/`))
    .map(({ method, path }) => ({ method, path: path.slice(root.length) || "/" }));
}

/** An address that matches this route. */
function addressOf(path: string): string {
  return path.split("/").map((segment) => {
    const [, name, pattern] = /^:(\w+)(?:\{(.+)\})?$/.exec(segment) ?? [];
    if (name === undefined) return segment;
    return pattern === undefined ? "x".repeat(43) : pattern.startsWith("[") ? "12" : pattern;
  }).join("/");
}

interface Outside {
  /** Whether the address exists, how many services the call reached, and who may keep the answer. */
  call(
    door: "app" | "frame",
    method: string,
    path: string,
  ): Promise<{ readonly isThere: boolean; readonly hits: number; readonly caching: string | null }>;
  close(): Promise<void>;
}

async function outsideOf(kind: Kind, services: Partial<EmbeddedServices> = {}): Promise<Outside> {
  let remote = 0;
  const fake = await fakeContext({
    env: SERVERS[kind],
    services,
    outgoing: () => {
      remote += 1;
      return Promise.resolve(Response.json({}));
    },
  });
  const doors = { app: createApp(fake.context), frame: createFrameApp(fake.context) };
  const origins = { app: fake.context.config.publicOrigin, frame: fake.context.config.frameOrigin };
  return {
    async call(door, method, path) {
      const earlier = fake.seen.length + remote;
      const answer = await doors[door].request(origins[door] + path, {
        method,
        headers: { host: new URL(origins[door]).host, "content-type": "application/json" },
        ...(method === "GET" ? {} : { body: "{}" }),
      });
      const isThere = answer.status !== 404 && !(await answer.text()).includes("The address is not valid");
      return { isThere, hits: fake.seen.length + remote - earlier, caching: answer.headers.get("cache-control") };
    },
    close: () => fake.close(),
  };
}

/** Every public path to a route of a service. */
async function isReached(outside: Outside, service: Service, { method, path }: Route): Promise<boolean> {
  const address = addressOf(path);
  const below = `${SERVICES[service].path}${address === "/" ? "" : address}`;
  const straight = await outside.call("app", method, below);
  if (straight.isThere) return true;
  let hits = straight.hits;
  const ways = [`${below}/`, `${below}?x=1`, below.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`)];
  if (address !== "/") ways.push(address, `${address}/`);
  for (const tried of ways) {
    for (const door of ["app", "frame"] as const) hits += (await outside.call(door, method, tried)).hits;
  }
  return hits > 0;
}

describe("routes that can be reached from outside", () => {
  for (const kind of ["loopback", "demo", "public"] as const) {
    it(`SECURITY X2: on a ${kind} server only the public routes of each service`, async () => {
      const outside = await outsideOf(kind);
      for (const service of SERVICE_NAMES) {
        const routes = routesOf(service);
        const names = (list: readonly Route[]) => list.map(({ method, path }) => `${method} ${path}`).sort();
        const unreached: Route[] = [];
        for (const route of routes) if (!await isReached(outside, service, route)) unreached.push(route);
        const { simulated = [], frame = [] } = PUBLIC_ROUTES[service];
        const expected = CLOSED[kind].includes(service)
          ? names(routes)
          // The payments of a public server are remote.
          : [...PRIVATE[service], ...(kind === "public" ? [...simulated, ...frame] : [])].sort();
        assert(routes.length > 0 || service === "recurring", service);
        assertEquals(names(unreached), expected, `${service} on ${kind}`);
      }
      await outside.close();
    });
  }

  it("SECURITY X2: a public address reaches its service by its own methods and spelling only, and nothing that this server guards", async () => {
    const outside = await outsideOf("loopback");
    const reached: string[] = [];
    for (const service of SERVICE_NAMES) {
      const { proxied, guarded, pages = [], simulated = [] } = PUBLIC_ROUTES[service];
      const open = [...proxied, ...pages, ...simulated];
      const methodsOf = (path: string) =>
        open.filter((row) => row.endsWith(` ${path}`)).map((row) => row.split(" ")[0]);
      for (const row of open) {
        const [, path = ""] = row.split(" ");
        const address = `${SERVICES[service].path}${addressOf(path) === "/" ? "" : addressOf(path)}`;
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
          if (methodsOf(path).includes(method) || publicMethods(service, addressOf(path)).includes(method)) continue;
          const { hits } = await outside.call("app", method, address);
          if (hits > 0) reached.push(`${method} ${address}`);
        }
        if (service === "payments") continue;
        const [method = ""] = row.split(" ");
        const escaped = address.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`);
        if ((await outside.call("app", method, escaped)).hits > 0) reached.push(`${method} ${escaped}`);
      }
      for (const row of guarded) {
        const [method = "", path = ""] = row.split(" ");
        if (isPublic(service, { method, path: addressOf(path) })) reached.push(`${row} unguarded`);
      }
    }
    assertEquals(reached, []);
    await outside.close();
  });

  it("SECURITY P3, R4: no visitor makes a remote payments service count as down by what it answers", async () => {
    const fake = await fakeContext({
      env: SERVERS.public,
      services: { payments: embedded.services.payments },
      outgoing: embedded.services.payments,
    });
    const doors = { app: createApp(fake.context), frame: createFrameApp(fake.context) };
    const { publicOrigin, frameOrigin } = fake.context.config;
    const call = async (door: "app" | "frame", row: string) => {
      const [method = "", path = ""] = row.split(" ");
      const origin = door === "app" ? publicOrigin : frameOrigin;
      const prefix = door === "app" ? SERVICES.payments.path : "";
      return await doors[door].request(origin + prefix + addressOf(path), {
        method,
        headers: { host: new URL(origin).host, "content-type": "application/json" },
        ...(method === "GET" ? {} : { body: "{}" }),
      });
    };
    const { proxied, pages = [], simulated = [], frame = [] } = PUBLIC_ROUTES.payments;
    for (const [door, rows] of [["app", [...proxied, ...pages, ...simulated]], ["frame", frame]] as const) {
      for (const row of rows) {
        for (let time = 0; time < 6; time++) await (await call(door, row)).body?.cancel();
        assertEquals(fake.context.remotes.down(), [], row);
      }
    }
    // A shopper who comes back from the bank finds our page, without the remote service's help.
    const page = await call("app", "GET /result/success?x=");
    assertEquals([page.status, page.headers.get("content-type")], [200, "text/html; charset=UTF-8"]);
    assert((await page.text()).includes("You can close this page"));
    const statuses = async (door: "app" | "frame", rows: readonly string[]) =>
      await Promise.all(rows.map(async (row) => (await call(door, row)).status));
    assertEquals(await statuses("app", simulated), simulated.map(() => 404));
    assertEquals(await statuses("frame", frame), frame.map(() => 404));
    await fake.close();
  });

  it("E10: no cache may store what a service answers, whatever the service says", async () => {
    const careless = () =>
      Promise.resolve(Response.json({ ok: true }, { headers: { "cache-control": "public, max-age=300" } }));
    const names = ["payments", "subscriptions", "members", "identity", "mail", "errors"] as const;
    const outside = await outsideOf("loopback", Object.fromEntries(names.map((name) => [name, careless])));
    const kept: string[] = [];
    const reached = { app: 0, frame: 0 };
    for (const service of SERVICE_NAMES) {
      for (const { method, path } of routesOf(service)) {
        const address = addressOf(path);
        for (
          const [door, called] of [
            ["app", `${SERVICES[service].path}${address}`],
            ["app", address],
            ["frame", address],
          ] as const
        ) {
          const { hits, caching } = await outside.call(door, method, called);
          if (hits > 0) reached[door] += 1;
          if (hits > 0 && caching !== "no-store") kept.push(`${door} ${method} ${called}: ${caching}`);
        }
      }
    }
    assertEquals(kept, []);
    assert(reached.app > 100 && reached.frame > 3, Deno.inspect(reached));
    await outside.close();
  });

  for (const kind of ["loopback", "demo", "public"] as const) {
    it(`SECURITY X9, M10: on a ${kind} server only its own public routes and those of its kind`, async () => {
      const fake = await fakeContext({ env: SERVERS[kind] });
      const doors = { app: createApp(fake.context), frame: createFrameApp(fake.context) };
      for (const door of ["app", "frame"] as const) {
        const found = doors[door].routes.filter(({ method, path }) => method !== "ALL" || path !== "/*");
        const expected = [
          ...EVERYWHERE[door],
          ...(kind === "public" ? [] : DEMO_DOORS[door]),
          ...(kind === "loopback" && door === "app" ? DEVELOPER_DOORS : []),
        ];
        const names = new Set(found.map(({ method, path }) => `${method} ${path}`));
        assertEquals([...names].sort(), expected.sort(), door);
      }
      await fake.close();
    });
  }

  it("SECURITY X2: with a real identity provider the embedded one signs no visitor in and issues no valid token", async () => {
    const folder = await Deno.makeTempDir({ prefix: "trustcheck-" });
    await prepareKeys(`${folder}/keys`);
    const config = readConfig({ ...FIREBASE, DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys` });
    const context = await createContext(config, { log: silentLog, assets: fakeAssets });
    const call = async (path: string, body: unknown) => {
      const request = new Request(`http://localhost:8000${path}`, {
        method: "POST",
        headers: { host: "localhost:8000", "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const answer = await createApp(context).request(request);
      await answer.body?.cancel();
      return answer.status;
    };
    const account = { email: "ada@example.com", password: "Correct-horse-7", returnSecureToken: true };
    for (const prefix of ["", "/services/identity"]) {
      for (const name of ["signUp", "sendOobCode", "signInWithIdp"]) {
        assertEquals(await call(`${prefix}/identitytoolkit.googleapis.com/v1/accounts:${name}?key=k`, account), 404);
      }
    }
    const answer = await context.embedded.identity(new Request("http://identity/custom_tokens", { method: "POST" }));
    assertEquals(answer.status, 404);
    await context.close();
    await Deno.remove(folder, { recursive: true });
  });
});
