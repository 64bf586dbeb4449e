/** The embedded payments service: merchant API, client API, vault and bank page behind one Request and Response. */
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Log } from "../../log.ts";
import type { Upstream } from "../../upstreams/services.ts";
import { challengeRoutes } from "./challenge_routes.ts";
import { clientRoutes } from "./client_routes.ts";
import { displayRoutes } from "./display_routes.ts";
import { Fault, faultAnswer, type FaultCode } from "./faults.ts";
import { merchantRoutes } from "./merchant_routes.ts";
import { corsHeaders } from "./origins.ts";
import { publicRoutes } from "./public_routes.ts";
import { openService } from "./service.ts";
import type { PaymentsDeps } from "./settings.ts";
import { recover } from "./refresh.ts";
import { standInRoutes } from "./stand_in_routes.ts";
import { createWork } from "./work.ts";

export type { PaymentsDeps, PaymentsSettings } from "./settings.ts";

/** What the shared limits throw, in this service's words. */
const LIMITS: Readonly<Record<number, FaultCode>> = {
  408: "request-too-slow",
  413: "request-too-large",
};

export interface Payments {
  readonly answer: Upstream;
  /** One round of what falls due by itself; to be called every few seconds by one job or many. */
  work(): Promise<void>;
}

export async function createPayments(deps: PaymentsDeps): Promise<Upstream> {
  return (await openPayments(deps)).answer;
}

/** Settles what an earlier process left open, then answers. */
export async function openPayments(deps: PaymentsDeps): Promise<Payments> {
  const service = await openService(deps);
  const settled = await recover(service);
  if (settled > 0) deps.log.info("payments: open calls to the acquirer were settled", { settled });
  const { settings, log } = deps;
  const app = new Hono();
  app.use(async (c, next) => {
    const cors = corsHeaders(settings.merchantOrigins, c.req.raw);
    if (c.req.method === "OPTIONS") return c.body(null, 204, cors);
    await next();
    for (const [name, value] of Object.entries(cors)) c.res.headers.set(name, value);
  });
  app.route("/", merchantRoutes(service));
  app.route("/client", clientRoutes(service));
  app.route("/challenge", challengeRoutes(service));
  app.route("/display", displayRoutes(service));
  // Where money moves nobody is to meet a wallet that is none.
  if (settings.environment === "TEST") app.route("/stand-ins", standInRoutes());
  app.route("/", publicRoutes(service));
  app.notFound(() => faultAnswer(new Fault("not-found"), settings.docsOrigin));
  app.onError((error) => faultAnswer(asFault(error, log), settings.docsOrigin));
  return { answer: async (request) => await app.fetch(request), work: createWork(service) };
}

/** SQLite: busy, read-only, I/O, full. Postgres: disk full, out of connections, shutting down. */
const STORAGE_CODES: readonly unknown[] = [5, 8, 10, 13, "53100", "53300", "57P01", "57P03", "ECONNREFUSED"];

function isStorageFault(error: Error): boolean {
  return ("errcode" in error && STORAGE_CODES.includes(error.errcode)) ||
    ("code" in error && STORAGE_CODES.includes(error.code));
}

function asFault(error: Error, log: Log): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof HTTPException) return new Fault(LIMITS[error.status] ?? "request-invalid");
  log.error("payments: a request failed", { error });
  if (isStorageFault(error)) return new Fault("unavailable", { headers: { "retry-after": "5" }, cause: error });
  return new Fault("internal", { cause: error });
}
