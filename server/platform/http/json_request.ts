/** Rebuilds a request whose body was read and checked, so that it can be forwarded. */

/** A POST to the same address with the same headers and this value as JSON. */
export function jsonRequest(request: Request, body: unknown): Request {
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  return new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) });
}
