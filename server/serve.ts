/** Listens on both origins and stops gracefully: no new connections, what is in flight finishes, then the database closes. */
import type { Hono } from "hono";
import type { AppEnv } from "./app_env.ts";
import { createApp, createFrameApp } from "./app.ts";
import type { Context } from "./context.ts";
import type { RemoteOf } from "./http/guard.ts";

/** How long requests in flight may take after the signal to stop. */
export const STOP_DEADLINE_MS = 15_000;

export interface Running {
  readonly port: number;
  readonly framePort: number;
  stop(): Promise<void>;
}

export function serve(context: Context): Running {
  const remotes = new WeakMap<Request, string>();
  const remoteOf: RemoteOf = (request) => remotes.get(request) ?? "127.0.0.1";
  const listen = (app: Hono<AppEnv>, port: number) =>
    Deno.serve({ port, hostname: context.config.hostname, onListen() {} }, (request, info) => {
      remotes.set(request, info.remoteAddr.hostname);
      return app.fetch(request);
    });
  const servers = [
    listen(createApp(context, remoteOf), context.config.port),
    listen(createFrameApp(context, remoteOf), context.config.framePort),
  ] as const;
  return {
    port: servers[0].addr.port,
    framePort: servers[1].addr.port,
    async stop() {
      const deadline = Promise.withResolvers<void>();
      const timer = setTimeout(deadline.resolve, STOP_DEADLINE_MS);
      await Promise.race([Promise.all(servers.map((server) => server.shutdown())), deadline.promise]);
      clearTimeout(timer);
      await context.close();
    },
  };
}
