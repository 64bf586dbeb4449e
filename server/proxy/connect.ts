/** Creates the Upstream of a service: the embedded app in process, or a proxy to the configured address. */
import type { Remotes } from "./remote.ts";
import { type Embedded, type Service, SERVICES, type Upstream } from "../platform/http/upstream.ts";
import { environmentAt } from "../platform/environment.ts";
import { locateService, type ServiceLocation } from "./service_location.ts";
import type { Config } from "../config/config.ts";

export type EmbeddedServices = Readonly<Record<Embedded, Upstream>>;
/** The Upstream of a service for requests to this host. */
export type Connect = (service: Service, host: string) => Upstream;

export interface ConnectOptions {
  readonly config: Pick<Config, "remote" | "stagingHosts">;
  readonly embedded: EmbeddedServices;
  readonly remotes: Pick<Remotes, "at">;
}

/** Requests carry the path at the service's root; a remote service gets its own scheme and host. */
export function createConnect({ config, embedded, remotes }: ConnectOptions): Connect {
  return (service, host) =>
    connectOne(
      locateService(config.remote[service], environmentAt(config, host)),
      embedded[SERVICES[service].embedded],
      {
        root: SERVICES[service].root,
        remotes,
      },
    );
}

export interface ConnectOneOptions {
  /** Path of the service's root at the embedded service. */
  readonly root?: string;
  readonly remotes: Pick<Remotes, "at">;
}

/** The Upstream for one address. */
export function connectOne(
  where: ServiceLocation,
  embedded: Upstream,
  { root = "", remotes }: ConnectOneOptions,
): Upstream {
  if (where.kind === "embedded") {
    // A copy of the request costs more than finding its route.
    return root === "" ? embedded : (request) => embedded(rebase(request, `http://embedded${root}`));
  }
  return (request) => remotes.at(where.base)(rebase(request, where.base));
}

function rebase(request: Request, base: string): Request {
  const { pathname, search } = new URL(request.url);
  return new Request(`${base}${pathname === "/" ? "" : pathname}${search}`, request);
}
