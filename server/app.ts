/** The two apps: everything on the app origin, and the card frame on its own. */
import { Hono, type MiddlewareHandler } from "hono";
import type { AppEnv } from "./app_env.ts";
import type { Context } from "./context.ts";
import { guard, headed, measured, onError, type RemoteOf } from "./http/guard.ts";
import { bankPageRoutes } from "./pages/bank_page.ts";
import { cardFrameRoutes } from "./pages/card_frame.ts";
import { errorPageRoutes } from "./pages/error_pages.ts";
import { checkoutBareRoutes, floorFrameRoutes } from "./pages/checkout_bare.ts";
import { openInBrowserRoutes } from "./pages/open_in_browser.ts";
import { observabilityRoutes } from "./pages/observability.ts";
import { playgroundRoutes } from "./pages/playground.ts";
import { sdkRoutes } from "./pages/sdk_files.ts";
import { spaRoutes } from "./pages/spa.ts";
import { applePayRoutes } from "./routes/apple_pay.ts";
import { cspReportRoutes } from "./routes/csp_report.ts";
import { devRoutes } from "./routes/dev.ts";
import { funnelEventRoutes } from "./routes/funnel_events.ts";
import { freeCheckRoutes } from "./routes/free_checks.ts";
import { healthRoutes } from "./routes/health.ts";
import { identityRoutes } from "./routes/identity.ts";
import { leavingRoutes } from "./routes/leaving.ts";
import { createLeavingLimits } from "./routes/leaving_calls.ts";
import { liveReloadRoutes } from "./routes/live_reload.ts";
import { membershipRoutes } from "./routes/membership.ts";
import { passkeyRoutes } from "./routes/passkeys.ts";
import { purchaseByMeansRoutes } from "./routes/purchase_by_means.ts";
import { purchaseRoutes } from "./routes/purchase.ts";
import { refusedForms } from "./routes/refused_forms.ts";
import { serviceRoutes } from "./routes/services.ts";
import { sessionRoutes } from "./routes/session.ts";
import { traceRoutes } from "./routes/trace.ts";
import { verifyRoutes } from "./routes/verify.ts";
import { watchingRoutes } from "./routes/watching.ts";

/** App origin. Order matters: calls that add something stand before the plain proxy. */
export function createApp(context: Context, remoteOf: RemoteOf = () => "127.0.0.1"): Hono<AppEnv> {
  const app = base(context, remoteOf, refusedForms(context));
  const limits = createLeavingLimits(context);
  app.route("/", healthRoutes(context));
  app.route("/", traceRoutes(context));
  app.route("/", cspReportRoutes(context));
  app.route("/", funnelEventRoutes(context));
  app.route("/", sessionRoutes(context));
  app.route("/", purchaseRoutes(context));
  app.route("/", purchaseByMeansRoutes(context));
  app.route("/", membershipRoutes(context, limits));
  app.route("/", leavingRoutes(context, limits));
  app.route("/", watchingRoutes(context, limits));
  app.route("/", applePayRoutes(context));
  app.route("/", freeCheckRoutes(context));
  app.route("/", passkeyRoutes(context));
  app.route("/", serviceRoutes(context));
  app.route("/", identityRoutes(context));
  app.route("/", devRoutes(context));
  app.route("/", liveReloadRoutes(context));
  app.route("/", verifyRoutes(context));
  app.route("/", checkoutBareRoutes(context));
  app.route("/", sdkRoutes(context));
  app.route("/", errorPageRoutes(context));
  app.route("/", playgroundRoutes(context));
  app.route("/", openInBrowserRoutes(context));
  app.route("/", spaRoutes(context));
  return app;
}

/** Card-frame origin: the frame, its two files and the bank page. Cookies are never read here. */
export function createFrameApp(context: Context, remoteOf: RemoteOf = () => "127.0.0.1"): Hono<AppEnv> {
  const app = base(context, remoteOf);
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.route("/", cardFrameRoutes(context));
  app.route("/", observabilityRoutes());
  app.route("/", floorFrameRoutes(context));
  app.route("/", bankPageRoutes(context));
  return app;
}

/** `around` stands outside of what refuses, so that it sees every refusal. */
function base(context: Context, remoteOf: RemoteOf, ...around: readonly MiddlewareHandler<AppEnv>[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(measured(context));
  app.use(headed(context));
  for (const each of around) app.use(each);
  app.use(guard(context, remoteOf));
  app.onError(onError(context));
  app.notFound((c) => c.json({ error: "There is nothing at this address", requestId: c.get("requestId") }, 404));
  return app;
}
