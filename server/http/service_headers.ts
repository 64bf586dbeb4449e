/** Headers that this server adds for a service; a browser's own headers of these names are never passed on. */
import type { Context as HonoContext } from "hono";
import type { AppEnv } from "../app_env.ts";
import { CHECKOUT_HEADER } from "./checkout_cookie.ts";

/** Client address, request id, and the hash of the checkout cookie where the service may know it. */
export function addedHeaders(c: HonoContext<AppEnv>, chkHash?: string): Readonly<Record<string, string>> {
  return {
    "x-client-ip": c.get("ip"),
    "x-request-id": c.get("requestId"),
    ...(chkHash === undefined ? {} : { [CHECKOUT_HEADER]: chkHash }),
  };
}
