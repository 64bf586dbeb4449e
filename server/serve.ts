/**
 * Listens on both origins and stops gracefully: first only `/readyz` answers 503, then new requests do, with
 * Retry-After; requests in flight and jobs finish, then ports and database close, all before a deadline (SECURITY R26).
 * Requests beyond the limit of concurrent ones get the same 503: a request that has not begun costs and loses nothing
 * (SECURITY R25).
 */
import type { Hono } from "hono";
import type { AppEnv } from "./app_env.ts";
import { createApp, createFrameApp } from "./app.ts";
import type { Context } from "./context.ts";
import { fail } from "./config/values.ts";
import { corsHeaders } from "./embedded/payments/payments.ts";
import { isInTime } from "./platform/deadline.ts";
import { RETRY_AFTER_S } from "./platform/http/answer.ts";
import { ipKey } from "./platform/http/ip_address.ts";
import { createOperationsApp } from "./routes/operations/health.ts";
import type { Jobs } from "./platform/jobs.ts";
import { REQUEST_ID_HEADER } from "./platform/telemetry/request_id.ts";
import { clientIp } from "./http/client_ip.ts";
import type { RemoteOf } from "./http/guard.ts";
import { apiHeaders } from "./http/headers.ts";

/** How long requests in flight, jobs and what closes after them may take once new requests are refused. */
export const STOP_DEADLINE_MS = 15_000;

/** A busy server is alive and must not be restarted, so this path passes the limit. */
const ALIVE_PATH = "/healthz";
const READY_PATH = "/readyz";
/**
 * From half of its capacity on, the server works on a tenth of it for one client, so that one
 * that sends bodies slowly, or much at once, leaves room for others.
 */
const BUSY_SHARE = 0.5;
const CLIENT_SHARE = 0.1;
/** What a page of the app requests at once. */
const LEAST_SHARE = 20;

export interface StopOptions {
  /** Jobs that end beside the requests. */
  readonly jobs?: Jobs;
  /**
   * Milliseconds for which the server still serves and `/readyz` answers 503, so that proxies turn away; none by
   * default.
   */
  readonly drainMs?: number;
  /** Ends beside the database, when requests and jobs have ended. */
  readonly afterwards?: (() => Promise<void>) | undefined;
  /** Milliseconds after which everything is cut off; {@link STOP_DEADLINE_MS} when left out. */
  readonly deadlineMs?: number;
}

export interface Running {
  readonly port: number;
  readonly framePort: number;
  /** Undefined without OPS_PORT. */
  readonly opsPort: number | undefined;
  /** Returns false when the deadline cut something off. */
  stop(options?: StopOptions): Promise<boolean>;
}

export function serve(context: Context): Running {
  const remotes = new WeakMap<Request, string>();
  const remoteOf: RemoteOf = (request) => remotes.get(request) ?? "127.0.0.1";
  const flights = createFlights(context.watched.flights);
  const { loopback, maxInFlight, merchantOrigins, trustedHops } = context.config;
  // On loopback all clients have one address.
  const clientOf = (request: Request, remote: string) =>
    loopback ? "" : ipKey(clientIp(request, { trustedHops, remote }));
  const share = Math.max(LEAST_SHARE, maxInFlight * CLIENT_SHARE);
  const isFull = (client: string) =>
    flights.running >= maxInFlight ||
    (flights.running >= maxInFlight * BUSY_SHARE && flights.runningOf(client) >= share);
  const headers = [...apiHeaders(context.config), ["retry-after", RETRY_AFTER_S]] as const;
  const closingHeaders = [...headers, ["connection", "close"]] as const;
  const noteRefusal = createRefusals(context);
  const refuse = (request: Request, error: string, headers: readonly (readonly [string, string])[]) =>
    goAway(request, error, [...headers, ...Object.entries(corsHeaders(merchantOrigins, request))]);
  const listen = (app: Hono<AppEnv>, setting: "PORT" | "FRAME_PORT", port: number) =>
    openPort(setting, { port, hostname: context.config.hostname }, (request, info) => {
      if (flights.isStopping) {
        noteRefusal("stopping", request);
        return refuse(request, "The server is being restarted. Please try again in a moment", closingHeaders);
      }
      if (flights.isDraining && pathOf(request) === READY_PATH) {
        return refuse(request, "The server is about to stop", closingHeaders);
      }
      const client = clientOf(request, info.remoteAddr.hostname);
      if (isFull(client) && pathOf(request) !== ALIVE_PATH) {
        noteRefusal("busy", request);
        return refuse(request, "The server has too much to do. Please try again in a moment", headers);
      }
      remotes.set(request, info.remoteAddr.hostname);
      return flights.watch(app.fetch(request), client);
    });
  const servers = [
    listen(createApp(context, remoteOf), "PORT", context.config.port),
    listen(createFrameApp(context, remoteOf), "FRAME_PORT", context.config.framePort),
  ] as const;
  const operations = serveOperations(context, flights);
  return {
    port: servers[0].addr.port,
    framePort: servers[1].addr.port,
    opsPort: operations?.addr.port,
    async stop({ jobs, drainMs = 0, afterwards, deadlineMs = STOP_DEADLINE_MS } = {}) {
      flights.drain();
      const jobsEnded = jobs?.stop();
      if (drainMs > 0) await new Promise((resolve) => setTimeout(resolve, drainMs));
      // A closed port stops reading bodies that are still arriving, so it stays open for them.
      const landed = flights.land().then(() => Promise.all(servers.map((server) => server.shutdown())));
      const ended = Promise.all([landed, jobsEnded]).then(() => operations?.shutdown())
        .then(() => Promise.all([context.close(), afterwards?.()]));
      return await isInTime(ended, deadlineMs);
    },
  };
}

/** Throws a `ConfigError` that names the setting when another program has the port. */
function openPort(
  setting: string,
  at: { readonly port: number; readonly hostname: string },
  handler: Deno.ServeHandler<Deno.NetAddr>,
): Deno.HttpServer<Deno.NetAddr> {
  try {
    return Deno.serve({ ...at, onListen() {} }, handler);
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    fail(`port ${at.port} is in use already. Stop the other program, or set ${setting} to a free port`);
  }
}

type Flights = ReturnType<typeof createFlights>;

/** Answers while the server drains and stops, so that probes and scrapes see it. */
function serveOperations(context: Context, flights: Flights): Deno.HttpServer<Deno.NetAddr> | undefined {
  const { opsPort, opsHost } = context.config;
  if (opsPort === undefined) return undefined;
  const app = createOperationsApp(context);
  return openPort("OPS_PORT", { port: opsPort, hostname: opsHost }, (request) => {
    const isOver = flights.isDraining && pathOf(request) === READY_PATH;
    return isOver ? Response.json({ status: "The server is about to stop" }, { status: 503 }) : app.fetch(request);
  });
}

/** Empty for an address that cannot be read, which the guard refuses. */
function pathOf({ url }: Request): string {
  return URL.canParse(url) ? new URL(url).pathname : "";
}

const REFUSAL_REASONS = ["busy", "stopping"] as const;
/** An overloaded server writes no line for each request that it refuses. */
const REFUSALS_LINE_MS = 10_000;

/** Counts what is refused before any route sees it. The log has at most one line in ten seconds, with their number. */
function createRefusals({ count, log }: Pick<Context, "count" | "log">) {
  for (const reason of REFUSAL_REASONS) count("refusals", { reason }, 0);
  let unsaid = 0;
  let saidMs = Number.NEGATIVE_INFINITY;
  return (reason: (typeof REFUSAL_REASONS)[number], { method }: Request) => {
    // A preflight passes, so that its page can read the refusal that follows.
    if (method === "OPTIONS") return;
    count("refusals", { reason });
    unsaid += 1;
    const nowMs = performance.now();
    if (nowMs < saidMs + REFUSALS_LINE_MS) return;
    log.warn("requests.refused", { reason, requests: unsaid });
    [unsaid, saidMs] = [0, nowMs];
  };
}

/** Number of requests without an answer yet, of all clients and of each; the empty client is not counted. */
function createFlights(seen: { running: number }) {
  let running = 0;
  const ofClients = new Map<string, number>();
  let isDraining = false;
  let landed: PromiseWithResolvers<void> | undefined;
  const runningOf = (client: string) => ofClients.get(client) ?? 0;
  const end = (client: string) => {
    const left = runningOf(client) - 1;
    if (left > 0) ofClients.set(client, left);
    else ofClients.delete(client);
    running -= 1;
    seen.running = running;
    if (running === 0) landed?.resolve();
  };
  return {
    get running() {
      return running;
    },
    runningOf,
    get isDraining() {
      return isDraining;
    },
    drain(): void {
      isDraining = true;
    },
    get isStopping() {
      return landed !== undefined;
    },
    async watch(answer: Response | Promise<Response>, client: string): Promise<Response> {
      running += 1;
      if (client !== "") ofClients.set(client, runningOf(client) + 1);
      seen.running = running;
      try {
        return isDraining ? closing(await answer) : await answer;
      } finally {
        end(client);
      }
    },
    /** Refuses new requests from now on; resolves when the last one in flight is answered. */
    land(): Promise<void> {
      landed ??= Promise.withResolvers();
      if (running === 0) landed.resolve();
      return landed.promise;
    },
  };
}

/** Tells a proxy to stop using this connection, so that none of its requests reaches the closing port. */
function closing(answer: Response): Response {
  const told = new Response(answer.body, answer);
  told.headers.set("connection", "close");
  return told;
}

/**
 * 503 with a time to come back. A merchant's page gets it as well: its browser hands the answer to the SDK only after a
 * preflight that succeeds, and with the headers of CORS.
 */
function goAway(request: Request, error: string, headers: readonly (readonly [string, string])[]): Response {
  const init = { headers: headers.map(([name, value]): [string, string] => [name, value]) };
  if (request.method === "OPTIONS") return new Response(null, { status: 204, ...init });
  const requestId = crypto.randomUUID();
  init.headers.push([REQUEST_ID_HEADER, requestId]);
  return Response.json({ error, requestId }, { status: 503, ...init });
}
