/** The services this product calls: which part of the address space each owns, and which embedded one stands in for it. */

/** A service we depend on, wherever it runs: anything that answers a Request. */
export type Upstream = (request: Request) => Promise<Response>;

export interface Route {
  readonly method: string;
  /** Path at the service's root, with `:name` for a segment that varies. */
  readonly path: string;
}

/** An embedded service, which also says which routes it has, so that a test can try each from outside. */
export type EmbeddedUpstream = Upstream & { readonly routes: readonly Route[] };

interface App {
  readonly routes: readonly Route[];
  fetch(request: Request): Response | Promise<Response>;
}

/** Turns the app of an embedded service into its upstream. */
export function upstreamOf(app: App): EmbeddedUpstream {
  const answer: Upstream = async (request) => await app.fetch(request);
  return Object.assign(answer, { routes: app.routes.map(({ method, path }) => ({ method, path })) });
}

export const EMBEDDED = ["payments", "subscriptions", "members", "identity", "mail", "errors"] as const;
export type Embedded = (typeof EMBEDDED)[number];

interface ServiceRow {
  /** Public path prefix on the app origin; what follows it is the path at the service. */
  readonly path: string;
  /** The embedded service that answers while no address is set. */
  readonly embedded: Embedded;
  /** Path at the embedded service that stands for this service's root. */
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
