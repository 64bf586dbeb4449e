/** The embedded payments service: merchant API, client API, vault and bank page behind one Request and Response. */
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { isStorageFault } from "../../platform/storage_fault.ts";
import type { Log } from "../../platform/log.ts";
import { type EmbeddedUpstream, upstreamOf } from "../../platform/http/upstream.ts";
import { challengeRoutes } from "./api/challenge_routes.ts";
import { clientRoutes } from "./api/client_routes.ts";
import { revealRoutes } from "./api/reveal_routes.ts";
import { ApiError, apiErrorAnswer, apiErrorOf, methodNotAllowed } from "./context/api_errors.ts";
import { merchantRoutes } from "./api/merchant_routes.ts";
import { corsHeaders } from "./context/origins.ts";
import { publicRoutes } from "./api/public_routes.ts";
import { openPaymentContext } from "./context/context.ts";
import type { PaymentsDeps } from "./context/settings.ts";
import { recoverIntents } from "./reconcile/reconcile.ts";
import { simulatorRoutes } from "./simulators/routes.ts";
import { createDueWork } from "./due_work.ts";

export type { PaymentsDeps, PaymentsSettings } from "./context/settings.ts";

export interface Payments {
  readonly answer: EmbeddedUpstream;
  /** One round of what falls due by itself; to be called every few seconds by one job or many. */
  work(): Promise<void>;
}

/** Settles what an earlier process left open, then answers. */
export async function openPayments(deps: PaymentsDeps): Promise<Payments> {
  const context = await openPaymentContext(deps);
  const settled = await recoverIntents(context);
  if (settled > 0) deps.log.info("payments: open calls to the acquirer were settled", { settled });
  const { settings, log } = deps;
  const answerFault = (fault: ApiError) => apiErrorAnswer(fault, { docsOrigin: settings.docsOrigin, log });
  const app = new Hono();
  app.use(async (c, next) => {
    const cors = corsHeaders(settings.merchantOrigins, c.req.raw);
    if (c.req.method === "OPTIONS") return c.body(null, 204, cors);
    await next();
    for (const [name, value] of Object.entries(cors)) c.res.headers.set(name, value);
  });
  app.route("/", merchantRoutes(context));
  app.route("/client", clientRoutes(context));
  app.route("/challenge", challengeRoutes(context));
  app.route("/display", revealRoutes(context));
  // Where money moves no shopper is to meet a wallet that is none.
  if (settings.environment === "TEST") app.route("/stand-ins", simulatorRoutes());
  app.route("/", publicRoutes(context));
  app.notFound((c) => answerFault(notFound(app, c.req.path)));
  app.onError((error) => answerFault(asFault(error, log)));
  return { answer: upstreamOf(app), work: createDueWork(context) };
}

const METHODS = ["GET", "POST", "PATCH", "DELETE"] as const;

function notFound({ router }: Hono, path: string): ApiError {
  // What every address has is the handler of CORS.
  const taken = METHODS.filter((method) => router.match(method, path)[0].length > 1);
  return taken.length === 0 ? new ApiError("not-found") : methodNotAllowed(taken);
}

function asFault(error: Error, log: Log): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof HTTPException) return apiErrorOf(error);
  log.error("payments: a request failed", { error });
  if (isStorageFault(error)) return new ApiError("unavailable", { headers: { "retry-after": "5" }, cause: error });
  return new ApiError("internal", { cause: error });
}

export {
  API_ERROR_CODES,
  ApiError,
  apiErrorAnswer,
  type ApiErrorCode,
  apiErrorOf,
  methodNotAllowed,
} from "./context/api_errors.ts";
export { corsHeaders } from "./context/origins.ts";
export { ledgerPlace, openLedger } from "./acquirer/ledger.ts";
export { createSimulator } from "./acquirer/simulator.ts";
