/** Reloads open pages when the development server comes back after a change. */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { RELOAD_SCRIPT } from "../../pages/shell.ts";

const STREAM = "/dev/reload";
/** The first connection is the page's own; every later one means that the server has restarted. */
const SCRIPT = `const stream = new EventSource("${STREAM}");
let opened = false;
stream.onopen = () => {
  if (opened) location.reload();
  opened = true;
};
`;

export function liveReloadRoutes({ config }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  if (!config.liveReload) return app;
  app.get(
    RELOAD_SCRIPT,
    (c) => c.body(SCRIPT, 200, { "content-type": "text/javascript", "cache-control": "no-store" }),
  );
  app.get(STREAM, () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("retry: 300\n\n")),
    });
    return new Response(body, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } });
  });
  return app;
}
