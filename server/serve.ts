/**
 * Listens on both origins and stops gracefully: new requests get 503 with Retry-After, requests in flight finish, then
 * ports and database close (SECURITY R26). Requests beyond the limit of concurrent ones get the same 503: a request
 * that has not begun costs and loses nothing (SECURITY R25).
 */
import type { Hono } from "hono";
import type { AppEnv } from "./app_env.ts";
import { createApp, createFrameApp } from "./app.ts";
import type { Context } from "./context.ts";
import { corsHeaders } from "./embedded/payments/payments.ts";
import { RETRY_AFTER_S } from "./platform/http/answer.ts";
import type { RemoteOf } from "./http/guard.ts";
import { apiHeaders } from "./http/headers.ts";

/** How long requests in flight may take after the signal to stop. */
export const STOP_DEADLINE_MS = 15_000;

/** A busy server is alive and must not be restarted, so this path passes the limit. */
const ALIVE_PATH = "/healthz";

export interface Running {
  readonly port: number;
  readonly framePort: number;
  stop(): Promise<void>;
}

export function serve(context: Context): Running {
  const remotes = new WeakMap<Request, string>();
  const remoteOf: RemoteOf = (request) => remotes.get(request) ?? "127.0.0.1";
  const flights = createFlights();
  const { maxInFlight, merchantOrigins } = context.config;
  const headers = [...apiHeaders(context.config), ["retry-after", RETRY_AFTER_S]] as const;
  const closingHeaders = [...headers, ["connection", "close"]] as const;
  const refuse = (request: Request, error: string, headers: readonly (readonly [string, string])[]) =>
    goAway(request, error, [...headers, ...Object.entries(corsHeaders(merchantOrigins, request))]);
  const listen = (app: Hono<AppEnv>, port: number) =>
    Deno.serve({ port, hostname: context.config.hostname, onListen() {} }, (request, info) => {
      if (flights.isStopping) {
        return refuse(request, "The server is being restarted. Please try again in a moment", closingHeaders);
      }
      if (flights.running >= maxInFlight && !request.url.endsWith(ALIVE_PATH)) {
        return refuse(request, "The server has too much to do. Please try again in a moment", headers);
      }
      remotes.set(request, info.remoteAddr.hostname);
      return flights.watch(app.fetch(request));
    });
  const servers = [
    listen(createApp(context, remoteOf), context.config.port),
    listen(createFrameApp(context, remoteOf), context.config.framePort),
  ] as const;
  return {
    port: servers[0].addr.port,
    framePort: servers[1].addr.port,
    async stop() {
      const deadline = Promise.withResolvers<void>();
      const timer = setTimeout(deadline.resolve, STOP_DEADLINE_MS);
      // A closed port stops reading bodies that are still arriving, so it stays open for them.
      const landed = flights.land().then(() => Promise.all(servers.map((server) => server.shutdown())));
      await Promise.race([landed, deadline.promise]);
      clearTimeout(timer);
      await context.close();
    },
  };
}

/** Number of requests without an answer yet. */
function createFlights() {
  let running = 0;
  let landed: PromiseWithResolvers<void> | undefined;
  const end = () => {
    running -= 1;
    if (running === 0) landed?.resolve();
  };
  return {
    get running() {
      return running;
    },
    get isStopping() {
      return landed !== undefined;
    },
    async watch(answer: Response | Promise<Response>): Promise<Response> {
      running += 1;
      try {
        return await answer;
      } finally {
        end();
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

/**
 * 503 with a time to come back. A merchant's page is told as well: its browser hands the answer to the SDK only after a
 * preflight that succeeds, and with the headers of CORS.
 */
function goAway(request: Request, error: string, headers: readonly (readonly [string, string])[]): Response {
  const init = { headers: headers.map(([name, value]): [string, string] => [name, value]) };
  if (request.method === "OPTIONS") return new Response(null, { status: 204, ...init });
  return Response.json({ error, requestId: crypto.randomUUID() }, { status: 503, ...init });
}
