/** The proxy: each service under its path on this origin, embedded or remote, plus the short paths. */
import { type Context as HonoContext, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { ApiError, apiErrorAnswer, apiErrorOf, methodNotAllowed } from "../../embedded/payments/payments.ts";
import { corsHeaders } from "../../embedded/payments/payments.ts";
import { addedHeaders } from "../../http/service_headers.ts";
import { fail } from "../../platform/http/answer.ts";
import { readCheckout } from "../../http/checkout_cookie.ts";
import { apiHeaders, withHeaders } from "../../http/headers.ts";
import { forward, isSafePath } from "../../proxy/forward.ts";
import { isPublic, localKind, publicMethods, publicPattern } from "../../proxy/public_routes.ts";
import { type Service, SERVICE_NAMES, SERVICES } from "../../platform/http/upstream.ts";
import { environmentAt } from "../../platform/environment.ts";
import { locateService, servesPayments } from "../../proxy/service_location.ts";

/** Only these services get the hash of the browser's checkout cookie. */
const KNOWS_CHECKOUT: readonly Service[] = ["subscriptions", "profile", "report"];
/** Short prefixes for paths of the subscription service. */
const SHORT_FORMS = ["/subs/*", "/rec/*"] as const;

export function serviceRoutes(context: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const service of SERVICE_NAMES) {
    const { path } = SERVICES[service];
    const answer = async (c: HonoContext<AppEnv>) => {
      try {
        return await proxy(context, c, { service, path: restOf(c.req.raw, path) });
      } catch (error) {
        if (service !== "payments" || !(error instanceof HTTPException)) throw error;
        return refusePayment(context, c, apiErrorOf(error));
      }
    };
    app.all(path, answer);
    app.all(`${path}/*`, answer);
  }
  for (const form of SHORT_FORMS) {
    app.all(form, (c) => proxy(context, c, { service: "subscriptions", path: restOf(c.req.raw, "") }));
  }
  return app;
}

interface Call {
  readonly service: Service;
  readonly path: string;
}

async function proxy(context: Context, c: HonoContext<AppEnv>, { service, path }: Call): Promise<Response> {
  const { config, connect, embedded } = context;
  // Only merchants' own holder names need escapes; otherwise a service would decode `%63onsents` to `consents` after
  // this check.
  const hasEscapes = /%/.test(path.split("?", 1)[0] ?? "");
  if ((service !== "payments" && hasEscapes) || !isSafePath(path)) fail(400, "The address is not valid");
  const { kind } = locateService(config.remote[service], environmentAt(config, c.get("host")));
  if (kind === "embedded" && !RUNS_EMBEDDED[service](config)) return c.notFound();
  const pattern = publicPattern(service, { method: c.req.method, path });
  if (pattern !== undefined) c.set("route", `${SERVICES[service].path}${pattern === "/" ? "" : pattern}`);
  const local = kind === "remote" ? localKind(service, { method: c.req.method, path }) : undefined;
  const refusal = local === "simulated" ? refused(service) : refusalOf(c.req.method, { service, path });
  if (refusal !== undefined) return refusal instanceof ApiError ? refusePayment(context, c, refusal) : c.notFound();
  const chkHash = KNOWS_CHECKOUT.includes(service) ? readCheckout(c, config.publicOrigin) : undefined;
  const answer = await forward(c.req.raw, {
    service,
    upstream: local === "page" ? embedded[SERVICES[service].embedded] : connect(service, c.get("host")),
    path,
    added: addedHeaders(c, chkHash),
    allowPages: kind === "embedded" || local === "page",
  });
  return withHeaders(answer, apiHeaders(config, { crossOrigin: service === "payments" }));
}

/** An embedded service that this configuration does not use has no public route. */
const RUNS_EMBEDDED: Readonly<Record<Service, (config: Context["config"]) => boolean>> = {
  payments: servesPayments,
  subscriptions: () => true,
  recurring: () => true,
  profile: () => true,
  report: () => true,
  identity: ({ identity }) => identity.mode === "embedded",
  errors: ({ errorReports }) => errorReports.kind === "own",
};

/**
 * A route outside the table of public routes does not exist; on the payments wire the answer names the allowed methods.
 */
function refusalOf(method: string, { service, path }: Call): ApiError | "private" | undefined {
  if (isPublic(service, { method, path })) return undefined;
  const methods = publicMethods(service, path);
  if (service !== "payments" || methods.length === 0) return refused(service);
  return method === "OPTIONS" ? undefined : methodNotAllowed(methods);
}

function refused(service: Service): ApiError | "private" {
  return service === "payments" ? new ApiError("not-found") : "private";
}

/** The proxy's own refusals, in the shape of the payments wire and readable by the merchant's page. */
function refusePayment({ config, log }: Context, c: HonoContext<AppEnv>, fault: ApiError): Response {
  const answer = apiErrorAnswer(fault, { docsOrigin: config.publicOrigin, log });
  const cors = Object.entries(corsHeaders(config.merchantOrigins, c.req.raw));
  return withHeaders(answer, [...apiHeaders(config, { crossOrigin: true }), ...cors]);
}

/** The rest of the raw address after the prefix, so that nothing is decoded on the way. */
function restOf(request: Request, prefix: string): string {
  const { pathname, search } = new URL(request.url);
  return (pathname.slice(prefix.length) || "/") + search;
}
