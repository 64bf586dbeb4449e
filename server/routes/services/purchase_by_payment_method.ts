/** Creates without an execution: the service charges the checkout that this browser holds. */
import { type Context as HonoContext, Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { fail, parse } from "../../platform/http/answer.ts";
import { addedHeaders } from "../../http/service_headers.ts";
import { readCheckout } from "../../http/checkout_cookie.ts";
import { jsonRequest } from "../../platform/http/json_request.ts";
import { readJson } from "../../platform/http/request_limits.ts";
import { forward } from "../../proxy/forward.ts";
import { NOT_HELD } from "./purchase.ts";
import {
  createApplePaySchema,
  createNoUserApplePaySchema,
  createRecurringSchema,
  createSchema,
} from "../../wire/billing/purchase.ts";
import { refusal } from "../../wire/site/refusal.ts";

interface ByMeans {
  readonly paths: readonly string[];
  readonly service: "subscriptions" | "recurring";
  /** Paths at the service's root. */
  readonly path: string;
  readonly schema: typeof MEANS_SCHEMAS[number];
}
const MEANS_SCHEMAS = [createNoUserApplePaySchema, createApplePaySchema, createSchema, createRecurringSchema] as const;
const BY_MEANS: readonly ByMeans[] = [
  subscriptionsCreate("create-no-user-applepay", createNoUserApplePaySchema),
  subscriptionsCreate("create-applepay", createApplePaySchema),
  subscriptionsCreate("create", createSchema),
  {
    paths: ["/services/recurring/create-subscription"],
    service: "recurring",
    path: "/create-subscription",
    schema: createRecurringSchema,
  },
];

function subscriptionsCreate(name: string, schema: ByMeans["schema"]): ByMeans {
  const path = `/subs/${name}`;
  return { paths: [`/services/subscriptions${path}`, path], service: "subscriptions", path, schema };
}

export function purchaseByPaymentMethodRoutes(context: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const row of BY_MEANS) for (const path of row.paths) app.post(path, (c) => createByMeans(context, c, row));
  return app;
}

/** A create without an execution: the service charges this browser's checkout for the plan. */
async function createByMeans(
  { config, connect, verifyIdToken }: Context,
  c: HonoContext<AppEnv>,
  { service, path, schema }: ByMeans,
): Promise<Response> {
  const body = parse(schema, await readJson(c.req.raw));
  if (!config.takesRawCards && "card" in body && (body.card ?? undefined) !== undefined) {
    fail(400, refusal("no_raw_cards"));
  }
  if ("firebase_id" in body) {
    const member = await verifyIdToken(c.req.header("x-id-token") ?? "");
    if (member === undefined) fail(401, refusal("sign_in_first"));
    if (member.uid !== body.firebase_id) fail(403, refusal("other_member"));
  }
  const chkHash = readCheckout(c, config.publicOrigin);
  if (chkHash === undefined) fail(403, NOT_HELD);
  return await forward(jsonRequest(c.req.raw, body), {
    service,
    upstream: connect(service, c.get("host")),
    path,
    added: addedHeaders(c, chkHash),
    allowPages: false,
  });
}
