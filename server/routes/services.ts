/** The proxy: every service below its path on this origin, embedded or remote, plus the short forms of the spec. */
import { type Context as HonoContext, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { AppEnv } from "../app_env.ts";
import type { Context } from "../context.ts";
import { faultAnswer, faultOf } from "../embedded/payments/faults.ts";
import { corsHeaders } from "../embedded/payments/origins.ts";
import { addedHeaders } from "../http/added_headers.ts";
import { fail } from "../http/answer.ts";
import { readCheckout } from "../http/checkout_cookie.ts";
import { apiHeaders, withHeaders } from "../http/headers.ts";
import { forward } from "../upstreams/forward.ts";
import { type Service, SERVICE_NAMES, SERVICES } from "../upstreams/services.ts";
import { whereIs } from "../upstreams/where.ts";

/** Only these learn which checkout the browser holds. */
const KNOWS_CHECKOUT: readonly Service[] = ["subscriptions", "profile", "report"];
/** Bare prefixes that are short for the subscription service. */
const SHORT_FORMS = ["/subs/*", "/rec/*"] as const;
/** Routes of services that only this server may call: consents carry what it added. */
const INTERNAL =
  /^\/(recurring|forget-member|consents-of-member|purchase-details-of-member|consents|cancel-request|cancel-subscription|send-activation|credits|withdraw-request|withdraw|leaving|leaving-of|end-mails)(\/|$)/;

export function serviceRoutes(context: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const service of SERVICE_NAMES) {
    const { path } = SERVICES[service];
    const answer = async (c: HonoContext<AppEnv>) => {
      try {
        return await proxy(context, c, { service, path: restOf(c.req.raw, path) });
      } catch (error) {
        if (service !== "payments" || !(error instanceof HTTPException)) throw error;
        return refusePayment(context, c, error);
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
  const { config, connect } = context;
  // Only a merchant's own names of holders need escapes, and a service would read `%63onsents` as `consents` after this.
  if (service !== "payments" && /%/.test(path.split("?", 1)[0] ?? "")) fail(400, "The address is not valid");
  if (service === "subscriptions" && INTERNAL.test(path)) return c.notFound();
  const chkHash = KNOWS_CHECKOUT.includes(service) ? await readCheckout(c, config.publicOrigin) : undefined;
  const answer = await forward(c.req.raw, {
    service,
    upstream: connect(service, c.get("host")),
    path,
    added: addedHeaders(c, chkHash),
    allowPages: whereIs(config.remote[service], c.get("host")).kind === "embedded",
  });
  return withHeaders(answer, apiHeaders(config, { crossOrigin: service === "payments" }));
}

/** What the proxy itself refuses, in the shape of the payments wire and readable by the merchant's page. */
function refusePayment({ config, log }: Context, c: HonoContext<AppEnv>, error: HTTPException): Response {
  const answer = faultAnswer(faultOf(error), { docsOrigin: config.publicOrigin, log });
  const cors = Object.entries(corsHeaders(config.merchantOrigins, c.req.raw));
  return withHeaders(answer, [...apiHeaders(config, { crossOrigin: true }), ...cors]);
}

/** What follows the prefix in the raw address, so that nothing is decoded on the way. */
function restOf(request: Request, prefix: string): string {
  const { pathname, search } = new URL(request.url);
  return (pathname.slice(prefix.length) || "/") + search;
}
