/**
 * Sends a request that must not arrive twice. On a connection that it kept open, `fetch` repeats every request whose
 * answer does not arrive, a POST as well, although the other side may have carried out the first one.
 */

/** Keeps no connection open; `fetch` repeats nothing on a new one. */
export const NO_REUSE = { poolMaxIdlePerHost: 0 } as const;

let client: Deno.HttpClient | undefined;

export function sendOnce(request: Request, init: RequestInit = {}): Promise<Response> {
  client ??= Deno.createHttpClient(NO_REUSE);
  return fetch(request, { ...init, client });
}
