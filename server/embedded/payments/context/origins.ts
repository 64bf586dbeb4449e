/** Which merchant pages may call this service from a browser, and the CORS headers they get. */
import type { MerchantOrigin } from "./settings.ts";
import { PREFLIGHT_MAX_AGE_S } from "./constants.ts";

const ANY_PORT = ":*";

/** Compares exactly, except for the port where the registered origin ends in `:*`. */
export function isRegistered(registry: readonly MerchantOrigin[], origin: string): boolean {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false;
  return registry.some(({ origin: allowed }) => {
    if (!allowed.endsWith(ANY_PORT)) return allowed === origin;
    const host = allowed.slice(0, -ANY_PORT.length);
    return origin === host || (origin.startsWith(`${host}:`) && /^\d{1,5}$/.test(origin.slice(host.length + 1)));
  });
}

/** The registered origins of a client. */
export function originsOf(registry: readonly MerchantOrigin[], clientId: string): readonly string[] {
  return [...new Set(registry.filter((row) => row.clientId === clientId).map(({ origin }) => origin))];
}

/** CORS headers for a registered origin, on errors too; none for any other. Credentials are never allowed. */
export function corsHeaders(registry: readonly MerchantOrigin[], request: Request): Readonly<Record<string, string>> {
  const origin = request.headers.get("origin");
  if (origin === null || !isRegistered(registry, origin)) return { vary: "Origin" };
  return {
    vary: "Origin",
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "x-request-id",
    ...(request.method === "OPTIONS"
      ? {
        "access-control-allow-methods": "GET, POST, PATCH, DELETE",
        "access-control-allow-headers":
          "authorization, content-type, x-idempotency-key, x-client-version, x-client-type, x-client-metadata",
        "access-control-max-age": String(PREFLIGHT_MAX_AGE_S),
      }
      : {}),
  };
}
