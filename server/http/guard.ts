/** What every request passes first: host check, cross-site check and one error shape. */
import type { Context as HonoContext, MiddlewareHandler, Next } from "hono";
import { HTTPException } from "hono/http-exception";
import type { AppEnv } from "../app_env.ts";
import type { Config } from "../config/config.ts";
import { errorAnswer, fail } from "../platform/http/answer.ts";
import type { Log } from "../platform/log.ts";
import { clientIp } from "./client_ip.ts";
import { apiHeaders } from "./headers.ts";
import { routeOf } from "./observed.ts";
import { refuseForeignWrites } from "./same_origin.ts";

/** Remote address of the socket a request came through. */
export type RemoteOf = (request: Request) => string;

export interface GuardPorts {
  readonly config: Config;
  readonly log: Log;
}

export function guard({ config }: GuardPorts, remoteOf: RemoteOf): MiddlewareHandler<AppEnv> {
  return async (c: HonoContext<AppEnv>, next: Next) => {
    // Such as one whose port is no port: a route could not read it.
    if (!URL.canParse(c.req.url)) fail(400, "The address is not valid");
    const host = hostOf(c.req.header("host") ?? "");
    if (!config.appHosts.includes(host)) fail(421, "This address is not served here");
    c.set("host", host);
    c.set("ip", clientIp(c.req.raw, { trustedHops: config.trustedHops, remote: remoteOf(c.req.raw) }));
    refuseForeignWrites(c, config);
    await next();
  };
}

/**
 * Adds the headers of plain answers where a route sets none of its own. No cache stores what no route lets it store.
 */
export function headed({ config }: Pick<GuardPorts, "config">): MiddlewareHandler<AppEnv> {
  const headers = apiHeaders(config);
  return async (c, next) => {
    await next();
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  };
}

/** Turns a thrown error into the error shape and logs what was not expected. */
export function onError({ log }: Pick<GuardPorts, "log">) {
  return (error: unknown, c: HonoContext<AppEnv>): Response => {
    const requestId = c.get("requestId");
    if (!(error instanceof HTTPException) || error.status >= 500) {
      log.error("request.failed", { method: c.req.method, route: routeOf(c), error });
    }
    return errorAnswer(error, requestId);
  };
}

/** Host without its port; a bracketed IPv6 address keeps its brackets. */
export function hostOf(header: string): string {
  return header.replace(/:\d+$/, "").toLowerCase();
}
