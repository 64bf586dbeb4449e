/** Every route that answers calls from outside: the server's own and the public ones of its services. */
import { createApp, createFrameApp } from "../../../server/app.ts";
import type { Context } from "../../../server/context.ts";
import { SERVICE_NAMES, SERVICES } from "../../../server/platform/http/upstream.ts";
import { PUBLIC_ROUTES, type PublicOrigin } from "../../../server/proxy/public_routes.ts";

export interface OutsideRoute {
  readonly door: PublicOrigin;
  readonly method: string;
  /** As it is declared, with the names of its parameters. */
  readonly path: string;
}

/** Without middleware, and without the guards in front of the services' own routes. */
export function outsideRoutes(context: Context): readonly OutsideRoute[] {
  const rows: OutsideRoute[] = [];
  const doors = { app: createApp(context), frame: createFrameApp(context) };
  for (const door of ["app", "frame"] as const) {
    for (const { method, path } of doors[door].routes) if (method !== "ALL") rows.push({ door, method, path });
  }
  for (const service of SERVICE_NAMES) {
    const { proxied, pages = [], simulated = [], frame = [] } = PUBLIC_ROUTES[service];
    const add = (door: PublicOrigin, row: string, prefix: string) => {
      const [method = "", path = ""] = row.split(" ");
      rows.push({ door, method, path: `${prefix}${path === "/" ? "" : path}` });
    };
    for (const row of [...proxied, ...pages, ...simulated]) add("app", row, SERVICES[service].path);
    for (const row of frame) add("frame", row, "");
  }
  const byName = new Map(rows.map((row) => [`${row.door} ${row.method} ${row.path}`, row]));
  return [...byName.values()];
}

/** An address that matches the route. */
export function addressOf(path: string, filled: (name: string) => string): string {
  return path.split("/").map((segment) => {
    const [, name, pattern] = /^:(\w+)(?:\{(.+)\})?$/.exec(segment) ?? [];
    if (name === undefined) return segment === "*" ? "x" : segment;
    return pattern === undefined ? filled(name) : pattern.startsWith("[") ? "12" : pattern;
  }).join("/");
}
