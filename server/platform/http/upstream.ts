/** The services behind the app: the address space of each, and its embedded implementation. */

/** A service, embedded or remote: anything that answers a Request. */
export type Upstream = (request: Request) => Promise<Response>;

export interface Route {
  readonly method: string;
  /** Path at the service's root; `:name` is a variable segment. */
  readonly path: string;
}

/** An embedded service with the list of its routes, so that a test can try each one from outside. */
export type EmbeddedUpstream = Upstream & { readonly routes: readonly Route[] };

interface App {
  readonly routes: readonly Route[];
  fetch(request: Request): Response | Promise<Response>;
}

/** Makes an upstream from an embedded service's app. */
export function upstreamOf(app: App): EmbeddedUpstream {
  const answer: Upstream = async (request) => await app.fetch(request);
  return Object.assign(answer, { routes: app.routes.map(({ method, path }) => ({ method, path })) });
}

const EMBEDDED = ["payments", "subscriptions", "members", "identity", "mail", "errors"] as const;
export type Embedded = (typeof EMBEDDED)[number];

interface ServiceRow {
  /** Public path prefix on the app origin; the rest is the path at the service. */
  readonly path: string;
  /** The embedded service that answers when no address is configured. */
  readonly embedded: Embedded;
  /** Path of this service's root at the embedded service. */
  readonly root: string;
}

export const SERVICES = {
  payments: { path: "/services/payments", embedded: "payments", root: "" },
  subscriptions: { path: "/services/subscriptions", embedded: "subscriptions", root: "" },
  recurring: { path: "/services/recurring", embedded: "subscriptions", root: "/recurring" },
  profile: { path: "/services/profile", embedded: "members", root: "/profile" },
  report: { path: "/services/report", embedded: "members", root: "/report" },
  identity: { path: "/services/identity", embedded: "identity", root: "" },
  errors: { path: "/services/errors", embedded: "errors", root: "" },
} as const satisfies Record<string, ServiceRow>;

export type Service = keyof typeof SERVICES;
export const SERVICE_NAMES: readonly Service[] = Object.keys(SERVICES).filter((name): name is Service =>
  name in SERVICES
);
