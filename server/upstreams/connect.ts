/** Gives the Upstream of a service: the embedded app in process, or a proxy to the address that was set. */
import { type Embedded, type Service, SERVICES, type Upstream } from "./services.ts";
import { type Where, whereIs } from "./where.ts";
import type { Config } from "../config.ts";

/** How long a remote service may take to answer its first byte. */
export const UPSTREAM_DEADLINE_MS = 15_000;

export type EmbeddedServices = Readonly<Record<Embedded, Upstream>>;
/** The Upstream of a service for requests that came to this host. */
export type Connect = (service: Service, host: string) => Upstream;

export interface ConnectOptions {
  readonly remote: Config["remote"];
  readonly embedded: EmbeddedServices;
  readonly outgoing?: Upstream;
}

/** Requests carry the path at the service's root; the scheme and host they were built with are replaced. */
export function createConnect({ remote, embedded, outgoing = fetchOnce }: ConnectOptions): Connect {
  return (service, host) =>
    connectOne(whereIs(remote[service], host), embedded[SERVICES[service].embedded], {
      root: SERVICES[service].root,
      outgoing,
    });
}

export interface ConnectOneOptions {
  /** Path at the embedded service that stands for the service's root. */
  readonly root?: string;
  readonly outgoing?: Upstream;
}

/** The Upstream of one place. */
export function connectOne(
  where: Where,
  embedded: Upstream,
  { root = "", outgoing = fetchOnce }: ConnectOneOptions = {},
): Upstream {
  if (where.kind === "embedded") return (request) => embedded(rebase(request, `http://embedded${root}`));
  return (request) => outgoing(rebase(request, where.base));
}

function rebase(request: Request, base: string): Request {
  const { pathname, search } = new URL(request.url);
  return new Request(`${base}${pathname === "/" ? "" : pathname}${search}`, request);
}

/** One try, no redirects followed: a redirect of an upstream is a fault, not a direction. */
function fetchOnce(request: Request): Promise<Response> {
  const deadline = AbortSignal.timeout(UPSTREAM_DEADLINE_MS);
  return fetch(request, { redirect: "manual", signal: AbortSignal.any([request.signal, deadline]) });
}
