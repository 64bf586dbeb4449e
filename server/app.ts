/** The two Hono apps: the app origin and the card-frame origin. */
import { type Context as HonoContext, Hono, type MiddlewareHandler } from "hono";
import type { AppEnv } from "./app_env.ts";
import type { Context } from "./context.ts";
import { visitorLanguage } from "./i18n/visitor_language.ts";
import { notFoundPage, wantsPage } from "./pages/not_found_page.ts";
import { plainAnswer } from "./pages/plain_page.ts";
import { ICON } from "./pages/wordmark.ts";
import { guard, headed, onError, type RemoteOf } from "./http/guard.ts";
import { observed } from "./http/observed.ts";
import { issuerPageRoutes } from "./routes/frame/issuer_page.ts";
import { cardFrameRoutes } from "./routes/frame/card_frame.ts";
import { errorPageRoutes } from "./routes/checkout/errors.ts";
import { checkoutBareRoutes } from "./routes/checkout/bare.ts";
import { operatorRoutes } from "./routes/operations/money_lists.ts";
import { openInBrowserRoutes } from "./routes/app/open_in_browser.ts";
import { observabilityRoutes } from "./routes/frame/observability.ts";
import { playgroundRoutes } from "./routes/checkout/playground.ts";
import { sdkRoutes } from "./routes/sdk/files.ts";
import { spaRoutes } from "./routes/app/spa.ts";
import { applePayRoutes } from "./routes/api/apple_pay/validate_merchant.ts";
import { cspReportRoutes } from "./routes/csp_report.ts";
import { docsRoutes } from "./routes/docs/docs.ts";
import { devRoutes } from "./routes/dev/dev.ts";
import { funnelEventRoutes } from "./routes/api/funnel_events.ts";
import { freeCheckRoutes } from "./routes/services/free_checks.ts";
import { adminRoutes } from "./routes/admin/admin.ts";
import { healthRoutes } from "./routes/operations/health.ts";
import { appleDomainRoutes } from "./routes/api/apple_pay/apple_domain.ts";
import { identityLimits, identityRoutes } from "./routes/services/identity.ts";
import { identityPageRoutes } from "./routes/services/identity_pages.ts";
import { cancellationPageRoutes } from "./routes/app/cancellation.ts";
import { createCancellationLimits } from "./routes/api/cancellation_calls.ts";
import { liveReloadRoutes } from "./routes/dev/live_reload.ts";
import { partsRoutes } from "./routes/dev/parts.ts";
import { cancellationRequestRoutes } from "./routes/api/cancellation.ts";
import { passkeyRoutes } from "./routes/api/passkeys.ts";
import { purchaseByPaymentMethodRoutes } from "./routes/services/purchase_by_payment_method.ts";
import { purchaseRoutes } from "./routes/services/purchase.ts";
import { refusedForms } from "./routes/app/refused_forms.ts";
import { serviceRoutes } from "./routes/services/services.ts";
import { sessionRoutes } from "./routes/services/checkout_session.ts";
import { traceRoutes } from "./routes/cdn-cgi/trace.ts";
import { verifyRoutes } from "./routes/verify.ts";
import { endAlertRoutes } from "./routes/api/end_watch.ts";

/** App origin. Order matters: routes that add something come before the plain proxy. */
export function createApp(context: Context, remoteOf: RemoteOf = () => "127.0.0.1"): Hono<AppEnv> {
  const app = base(context, remoteOf, refusedForms(context));
  const limits = createCancellationLimits(context);
  app.get(
    "/favicon.ico",
    (c) => c.body(ICON, 200, { "content-type": "image/svg+xml", "cache-control": "public, max-age=86400" }),
  );
  app.route("/", healthRoutes(context));
  app.route("/", operatorRoutes(context));
  app.route("/", adminRoutes(context));
  app.route("/", traceRoutes(context));
  app.route("/", cspReportRoutes(context));
  app.route("/", funnelEventRoutes(context));
  app.route("/", sessionRoutes(context));
  app.route("/", purchaseRoutes(context));
  app.route("/", purchaseByPaymentMethodRoutes(context));
  app.route("/", cancellationRequestRoutes(context, limits));
  app.route("/", cancellationPageRoutes(context, limits));
  app.route("/", endAlertRoutes(context, limits));
  app.route("/", applePayRoutes(context));
  app.route("/", freeCheckRoutes(context));
  app.route("/", passkeyRoutes(context));
  app.route("/", identityLimits(context));
  app.route("/", serviceRoutes(context));
  app.route("/", identityRoutes(context));
  app.route("/", identityPageRoutes(context));
  app.route("/", appleDomainRoutes(context));
  app.route("/", devRoutes(context));
  app.route("/", liveReloadRoutes(context));
  app.route("/", partsRoutes(context));
  app.route("/", verifyRoutes(context));
  app.route("/", checkoutBareRoutes(context));
  app.route("/", sdkRoutes(context));
  app.route("/", docsRoutes(context));
  app.route("/", errorPageRoutes(context));
  app.route("/", playgroundRoutes(context));
  app.route("/", openInBrowserRoutes(context));
  app.route("/", spaRoutes(context));
  app.notFound((c) =>
    wantsPage(c.req.raw)
      ? plainAnswer(context, notFoundPage(visitorLanguage(c), context.config.base), 404)
      : nothingHere(c)
  );
  return app;
}

/** Card-frame origin: the frame, its two files and the issuer page. It never reads cookies. */
export function createFrameApp(context: Context, remoteOf: RemoteOf = () => "127.0.0.1"): Hono<AppEnv> {
  const app = base(context, remoteOf);
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  // A shopper opens the issuer page and hosted pages as whole pages, for which the browser requests an icon.
  app.get("/favicon.ico", (c) => c.body(null, 204));
  app.route("/", cardFrameRoutes(context));
  app.route("/", observabilityRoutes());
  app.route("/", issuerPageRoutes(context));
  return app;
}

/** `around` wraps the guards, so that it sees every refusal. */
function base(context: Context, remoteOf: RemoteOf, ...around: readonly MiddlewareHandler<AppEnv>[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(observed(context));
  app.use(headed(context));
  for (const each of around) app.use(each);
  app.use(guard(context, remoteOf));
  app.onError(onError(context));
  app.notFound(nothingHere);
  return app;
}

function nothingHere(c: HonoContext<AppEnv>): Response {
  return c.json({ error: "There is nothing at this address", requestId: c.get("requestId") }, 404);
}
