/**
 * Decides only from the settings what kind of server this is: who can reach it, under which names, and which names are
 * staging. No name that a client sends changes that (SECURITY X4).
 */
import { ConfigError, type Env, fail, hostOf } from "./values.ts";
import { isLoopback } from "../platform/http/ip_address.ts";
import { environmentOf } from "../platform/environment.ts";

/**
 * - `loopback`: only this machine can reach it, so the developer pages are open;
 * - `demo`: other machines reach it, every service is simulated, and every page says so;
 * - `public`: other machines reach it, and shoppers pay with real money.
 */
export type ServerKind = "loopback" | "demo" | "public";

export interface Hosts {
  readonly kind: ServerKind;
  /** Interface to listen on. */
  readonly hostname: string;
  /** Host names this server answers for; any other gets 421. */
  readonly appHosts: readonly string[];
  /** The host names that are staging. */
  readonly stagingHosts: readonly string[];
}

export interface Origins {
  readonly publicOrigin: string;
  readonly frameOrigin: string;
  readonly demo: boolean;
}

const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"];
const HOST = /^([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])$/;

export function readHosts(env: Env, { publicOrigin, frameOrigin, demo }: Origins): Hosts {
  const own = [hostOf(publicOrigin), hostOf(frameOrigin)];
  const appHosts = [...new Set([...readAppHosts(env) ?? (own.every(isLoopback) ? LOOPBACK_HOSTS : []), ...own])];
  const hasLoopbackNames = appHosts.every(isLoopback);
  const hostname = env.LISTEN_HOST || (hasLoopbackNames ? "127.0.0.1" : "0.0.0.0");
  const isReachedFromOutside = !isLoopback(hostname) || !hasLoopbackNames;
  const kind = !isReachedFromOutside ? "loopback" : demo ? "demo" : "public";
  if (hasLoopbackNames && kind === "public") {
    fail(
      `LISTEN_HOST=${hostname} lets other machines in, but this server has only names of this machine: ` +
        "unset LISTEN_HOST, or set PUBLIC_ORIGIN and FRAME_ORIGIN to the names people use, or DEMO=1",
    );
  }
  refuseUnreachableOrigins({ PUBLIC_ORIGIN: own[0], FRAME_ORIGIN: own[1] }, appHosts);
  return { kind, hostname, appHosts, stagingHosts: appHosts.filter((host) => environmentOf(host) === "staging") };
}

function readAppHosts(env: Env): readonly string[] | undefined {
  const hosts = (env.APP_HOSTS ?? "").split(",").map((host) => host.trim().toLowerCase()).filter((host) => host !== "");
  const wrong = hosts.find((host) => !HOST.test(host));
  if (wrong !== undefined) {
    throw new ConfigError(`APP_HOSTS must be host names without a port, separated by commas: "${wrong}" is not`);
  }
  return hosts.length === 0 ? undefined : hosts;
}

/** On a public host, links in emails and the card frame's address would point to the visitor's own machine. */
function refuseUnreachableOrigins(origins: Readonly<Record<string, string | undefined>>, appHosts: readonly string[]) {
  const outside = appHosts.find((host) => !isLoopback(host));
  if (outside === undefined) return;
  for (const [setting, host = ""] of Object.entries(origins)) {
    if (isLoopback(host)) {
      fail(`Set ${setting}: this server answers for ${outside}, and ${host} leads its visitors to their own machine`);
    }
  }
}
