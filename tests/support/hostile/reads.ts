/** Which query fields and headers the server reads while it answers, so that tests can fill exactly those. */
import { HonoRequest } from "hono/request";

export interface Reads {
  readonly query: Set<string>;
  readonly headers: Set<string>;
}

/** Fields of a query that the handler takes as a whole, by the route's path. */
const WHOLE_QUERIES: Readonly<Record<string, readonly string[]>> = {
  "/api/admin/figures": ["from", "to"],
  "/api/admin/audit": ["before", "limit", "operator", "act"],
};

/** For a server in this thread, one call at a time. */
export async function recordReads(path: string, call: () => Promise<unknown>): Promise<Reads> {
  const reads: Reads = { query: new Set(), headers: new Set() };
  const own = {
    query: HonoRequest.prototype.query,
    header: HonoRequest.prototype.header,
    get: Headers.prototype.get,
    field: URLSearchParams.prototype.get,
  };
  const note = (names: Set<string>, name: unknown) => {
    if (typeof name === "string") names.add(name);
  };
  HonoRequest.prototype.query = function (this: HonoRequest, name?: string) {
    const whole = WHOLE_QUERIES[path];
    if (name === undefined && whole === undefined) throw new Error(`${path} reads its whole query: name its fields`);
    for (const field of name === undefined ? whole ?? [] : [name]) note(reads.query, field);
    return Reflect.apply(own.query, this, [name]);
  } as typeof own.query;
  HonoRequest.prototype.header = function (this: HonoRequest, name?: string) {
    note(reads.headers, name);
    return Reflect.apply(own.header, this, [name]);
  } as typeof own.header;
  Headers.prototype.get = function (name) {
    note(reads.headers, name);
    return own.get.call(this, name);
  };
  URLSearchParams.prototype.get = function (name) {
    note(reads.query, name);
    return own.field.call(this, name);
  };
  try {
    await call();
  } finally {
    HonoRequest.prototype.query = own.query;
    HonoRequest.prototype.header = own.header;
    Headers.prototype.get = own.get;
    URLSearchParams.prototype.get = own.field;
  }
  return reads;
}
