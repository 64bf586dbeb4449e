/**
 * The public routes of each service. A route that is not listed here is private (SECURITY X2);
 * tests/contract/security/public_routes_test.ts walks all of them.
 */
import { TrieRouter } from "hono/router/trie-router";
import { type Route, type Service, SERVICE_NAMES } from "../platform/http/upstream.ts";

interface PublicRoutes {
  /** Forwarded unchanged; the service itself decides who may call. */
  readonly proxied: readonly string[];
  /** Handled by this server, which checks or limits the requester before it calls the service. */
  readonly guarded: readonly string[];
  /** Our own pages, which the embedded service answers wherever the others run (SECURITY P3). */
  readonly pages?: readonly string[];
  /** Pages and scripts of simulators: a remote service has its own at its own address. */
  readonly simulated?: readonly string[];
  /** The same on the card-frame origin. */
  readonly frame?: readonly string[];
}

const IDENTITY = "/identitytoolkit.googleapis.com";
const EXECUTION = "/merchant/workflows/:code/executions/:id";

/** `METHOD path`, with the path below the service's own address. */
export const PUBLIC_ROUTES: Readonly<Record<Service, PublicRoutes>> = {
  payments: {
    proxied: [
      "POST /auth/token/:clientId",
      "POST /merchant/client/init",
      "POST /token/client/init",
      `GET ${EXECUTION}`,
      ...["lookup", "authorize", "capture", "cancel", "refund"].map((move) => `POST ${EXECUTION}/${move}`),
      `GET ${EXECUTION}/moves`,
      "GET /merchant/executions",
      "GET /merchant/holders/:holder/instruments",
      "DELETE /merchant/holders/:holder/instruments/:id",
      "DELETE /merchant/holders/:holder/records",
      "GET /merchant/disputes",
      "GET /merchant/disputes/:id",
      "GET /merchant/disputes/:id/files/:file",
      "POST /merchant/disputes/:id/evidence",
      "DELETE /merchant/disputes/:id/evidence",
      "POST /merchant/disputes/:id/accept",
      "GET /merchant/webhooks/endpoints",
      "POST /merchant/webhooks/endpoints",
      "POST /merchant/webhooks/endpoints/:id/test",
      "POST /merchant/webhooks/endpoints/:id/secret",
      "DELETE /merchant/webhooks/endpoints/:id",
      "GET /merchant/webhooks/deliveries",
      "GET /merchant/webhooks/deliveries/:id",
      "POST /merchant/webhooks/deliveries/:id/replay",
      "GET /client/executions/:id",
      "POST /client/executions/:id/authorize",
      "POST /client/executions/:id/confirm",
      "POST /client/executions/:id/give-up",
      "POST /client/executions/:id/session",
      "POST /client/bin-lookup",
      "POST /client/instruments",
      "DELETE /client/instruments/:id",
      "PATCH /client/instruments/:id",
      "GET /countries.json",
      "GET /openapi.json",
    ],
    guarded: [],
    pages: ["GET /result/:name"],
    simulated: ["GET /stand-ins/apple-pay.js", "GET /stand-ins/google-pay.js", "GET /stand-ins/paypal.js"],
    frame: [
      "GET /challenge/bank.js",
      "GET /challenge/bank.css",
      "GET /challenge/:id",
      "POST /challenge/:id",
      "GET /display/style.css",
      "GET /display/:secret",
    ],
  },
  subscriptions: {
    proxied: [
      "POST /subs/finalize",
      "POST /subscription-finalize",
      "POST /subs/activate",
      "POST /subscriptions/:id",
      "POST /rec/subscriptions/:id",
      "POST /subscriptions-of-member",
      "POST /charges-of/:id",
      "POST /card-of/:id",
      "POST /card-of/:id/session",
      "POST /card-of/:id/change",
      "POST /changes-of/:id/preview",
      "POST /changes-of/:id",
    ],
    guarded: [
      "GET /init/session",
      "POST /subs/create-no-user",
      "POST /subs/create-no-user-applepay",
      "POST /subs/create-applepay",
      "POST /subs/create",
      "POST /payments-notices",
    ],
  },
  recurring: { proxied: [], guarded: ["POST /create-subscription"] },
  profile: { proxied: ["GET /", "POST /own-number", "GET /export", "POST /delete"], guarded: [] },
  report: {
    proxied: [
      "POST /",
      "GET /history",
      "GET /stored/:id",
      "GET /stored/:id/pdf",
      "GET /stored/:id/data",
      "GET /receipt/:subscription/:charge/pdf",
      "GET /of-number",
      "POST /of-number",
      "DELETE /of-number/:id",
      "POST /dispute",
      "GET /batch",
      "POST /batch",
      "GET /batch/:id",
      "GET /batch/:id/csv",
      "GET /watch",
      "POST /watch",
      "DELETE /watch/:id",
      "GET /registry",
      "POST /registry",
      "GET /guide",
      "GET /guide/pdf",
      "GET /verify/:hash",
    ],
    guarded: ["POST /check"],
  },
  identity: {
    proxied: [
      ...[
        "signUp",
        "signInWithPassword",
        "signInWithEmailLink",
        "signInWithIdp",
        "sendVerificationCode",
        "signInWithPhoneNumber",
        "signInWithCustomToken",
        "lookup",
        "update",
        "delete",
        "resetPassword",
        "sendOobCode",
        "createAuthUri",
      ].map((call) => `POST ${IDENTITY}/v1/:call{accounts:${call}}`),
      ...["mfaEnrollment:start", "mfaEnrollment:finalize", "mfaEnrollment:withdraw"]
        .map((call) => `POST ${IDENTITY}/v2/accounts/:call{${call}}`),
      ...["mfaSignIn:start", "mfaSignIn:finalize"].map((call) => `POST ${IDENTITY}/v2/accounts/:call{${call}}`),
      `GET ${IDENTITY}/v1/projects`,
      `GET ${IDENTITY}/v2/passwordPolicy`,
      `GET ${IDENTITY}/v2/recaptchaConfig`,
      `GET ${IDENTITY}/v1/recaptchaParams`,
      "POST /securetoken.googleapis.com/v1/token",
    ],
    guarded: [],
    simulated: [
      "GET /emulator/auth/gapi.js",
      "GET /emulator/auth/handler.js",
      "GET /emulator/auth/style.css",
      "GET /emulator/auth/iframe",
      "GET /emulator/auth/handler",
    ],
  },
  errors: {
    proxied: ["POST /api/:project{[0-9]{1,20}}/envelope/", "POST /api/:project{[0-9]{1,20}}/envelope"],
    guarded: [],
  },
};

/** The origin that received the call: the app's or the card frame's. */
export type PublicOrigin = "app" | "frame";

const METHODS = ["GET", "POST", "PATCH", "DELETE"] as const;

function routerOf(rows: readonly string[]): TrieRouter<string> {
  const router = new TrieRouter<string>();
  for (const row of rows) {
    const [method = "", path = ""] = row.split(" ");
    router.add(method, path, row);
  }
  return router;
}

const ROUTERS = new Map(SERVICE_NAMES.map((service) => {
  const { proxied, pages = [], simulated = [], frame = [] } = PUBLIC_ROUTES[service];
  const app = routerOf([...proxied, ...pages, ...simulated]);
  return [service, { app, frame: routerOf(frame), pages: routerOf(pages), simulated: routerOf(simulated) }] as const;
}));

/** The route's pattern below the service's root; undefined when the path is private. */
export function publicPattern(service: Service, { method, path }: Route): string | undefined {
  const [pathname = ""] = path.split("?", 1);
  const [row] = ROUTERS.get(service)?.app.match(method, pathname)[0].map(([row]) => row) ?? [];
  return row?.split(" ")[1];
}

/** Public methods of this path; an empty list means that the path is private. */
export function publicMethods(service: Service, path: string, origin: PublicOrigin = "app"): readonly string[] {
  const router = ROUTERS.get(service)?.[origin];
  const [pathname = ""] = path.split("?", 1);
  return METHODS.filter((method) => (router?.match(method, pathname)[0].length ?? 0) > 0);
}

/** True when the proxy forwards this call. */
export function isPublic(service: Service, { method, path }: Route, origin: PublicOrigin = "app"): boolean {
  return publicMethods(service, path, origin).includes(method === "HEAD" ? "GET" : method);
}

/** What a remote service is not asked for: our own page, or a part of our simulators. */
export function localKind(service: Service, { method, path }: Route): "page" | "simulated" | undefined {
  const routers = ROUTERS.get(service);
  const [pathname = ""] = path.split("?", 1);
  const asked = method === "HEAD" ? "GET" : method;
  const has = (router?: TrieRouter<string>) => (router?.match(asked, pathname)[0].length ?? 0) > 0;
  return has(routers?.pages) ? "page" : has(routers?.simulated) ? "simulated" : undefined;
}
