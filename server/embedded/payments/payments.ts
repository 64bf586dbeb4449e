/**
 * The embedded payments service: merchant API, client API, vault, issuer page and reveal page behind one function from
 * Request to Response.
 */
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { isStorageFault } from "../../platform/storage_fault.ts";
import type { ComparedTime, Difference } from "../../db/differences.ts";
import type { Work } from "../../platform/jobs.ts";
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
import type { PaymentsPorts } from "./context/settings.ts";
import { disputeDifferences } from "./disputes/compare_disputes.ts";
import { ledgerDifferences } from "./reconcile/compare_ledger.ts";
import { recoverIntents } from "./reconcile/reconcile.ts";
import { simulatorRoutes } from "./simulators/routes.ts";
import { createDueWork } from "./due_work.ts";
import { type PaymentsForOperators, paymentsForOperators } from "./for_operators.ts";

export { showPaymentCounters } from "./outcomes/payment_counters.ts";
export type { PaymentsPorts, PaymentsSettings } from "./context/settings.ts";

/** The opened service. */
export interface Payments {
  /** Answers a request whose path is relative to the service's root, such as `/client/executions/{id}`. */
  readonly answer: EmbeddedUpstream;
  /**
   * Runs one round of due work: reconciles payments, sends webhooks, reloads the vault's keys, deletes expired rows.
   * Call it every few seconds, from one server or several at once. Rejects when the database is unavailable.
   */
  work(): Promise<void>;
  /** The same work, each kind as a job for its own loop. */
  readonly works: readonly Work[];
  /** Ends deliveries of webhooks that are in progress; another server, or the next start, repeats them. */
  stop(): Promise<void>;
  /** What the operator's console asks. */
  readonly forOperators: PaymentsForOperators;
  /** Compares this period's executions and disputes with the acquirer's ledger. */
  differences(time: ComparedTime): Promise<readonly Difference[]>;
}

/**
 * Opens the service: loads the vault's keys, recovers the intents a stopped process left open, and then answers
 * requests. Rejects when the keys cannot be read or the database is unavailable. Refusals are answers of the form
 * `{errors: [{id, code, detail, docUrl}]}`.
 *
 * ```ts
 * const payments = await openPayments({ db, clock, log, settings, acquirer, serverId });
 * const response = await payments.answer(new Request("http://embedded/countries.json"));
 * ```
 */
export async function openPayments(ports: PaymentsPorts): Promise<Payments> {
  const context = await openPaymentContext(ports);
  const recovered = await recoverIntents(context);
  if (recovered > 0) ports.log.info("intent.recovered", { recovered });
  const { settings, log } = ports;
  const works = createDueWork(context);
  const answerError = (refusal: ApiError) => apiErrorAnswer(refusal, { docsOrigin: settings.docsOrigin, log });
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
  // A production server offers no simulated wallets: real money moves there.
  if (settings.environment === "TEST") app.route("/stand-ins", simulatorRoutes());
  app.route("/", publicRoutes(context));
  app.notFound((c) => answerError(notFound(app, c.req.path)));
  app.onError((error) => answerError(toApiError(error, log)));
  const answer = upstreamOf(app);
  return {
    answer,
    works,
    async work() {
      for (const work of works) await work();
    },
    async stop() {
      context.stopping.abort();
      await Promise.allSettled(context.sending.values());
    },
    forOperators: paymentsForOperators(context, answer),
    differences: async (time) => [
      ...await ledgerDifferences(context, time),
      ...await disputeDifferences(context, time),
    ],
  };
}

const METHODS = ["GET", "POST", "PATCH", "DELETE"] as const;

function notFound({ router }: Hono, path: string): ApiError {
  // One match is the CORS handler, which every address has.
  const taken = METHODS.filter((method) => router.match(method, path)[0].length > 1);
  return taken.length === 0 ? new ApiError("not-found") : methodNotAllowed(taken);
}

function toApiError(error: Error, log: Log): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof HTTPException) return apiErrorOf(error);
  log.error("payments.failed", { error });
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
export {
  addDataKey,
  DATA_FILE,
  DATA_KEY_WAIT_MS,
  loadVaultKeys,
  readDataKeyUse,
  readVaultKeyIds,
  retireDataKeys,
} from "./keys/keys.ts";
export { countOldSeals, resealNumbers } from "./vault/reseal.ts";
export { rotateSealingKey } from "./keys/rotate.ts";
export { PAYMENT_QUEUES } from "./queues.ts";
export { disputeDeadlines } from "./disputes/dispute_deadlines.ts";
export { currentDisputeRatios } from "./disputes/dispute_ratio.ts";
export { corsHeaders } from "./context/origins.ts";
export { ledgerPlace, openLedger } from "./acquirer/ledger.ts";
export { createSimulator } from "./acquirer/simulator.ts";
