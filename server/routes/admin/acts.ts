/** Calls of the console that change something: preview, confirm, and the download of an export. */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { ConsolePorts } from "../../console/ports.ts";
import { actOf, confirm, download, preview } from "../../console/previews.ts";
import { withHeaders } from "../../http/headers.ts";
import { parseBody } from "../../platform/http/answer.ts";
import { actRequestSchema, confirmSchema } from "../../wire/admin/acts.ts";
import { type Access, LIMITS, refuse } from "./access.ts";

export function actRoutes(ports: ConsolePorts, access: Access): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { json, need, headers } = access;
  app.post("/api/admin/acts/preview", async (c) => {
    await access.find(c) ?? refuse(401, "sign_in_first");
    const request = await parseBody(c, actRequestSchema);
    return json(await preview(ports, await need(c, request.act, LIMITS.ACTS), request));
  });
  app.post("/api/admin/acts/confirm", async (c) => {
    const session = await access.find(c) ?? refuse(401, "sign_in_first");
    const given = await parseBody(c, confirmSchema);
    // The current role applies: it may have changed since the preview.
    await need(c, await actOf(ports, session, given.token), LIMITS.ACTS);
    return json(await confirm(ports, session, given));
  });
  app.get("/api/admin/exports/:token", async (c) => {
    const session = await need(c, "export");
    const file = await download(ports, session, c.req.param("token"));
    const answer = new Response(file, {
      headers: { "content-type": "application/zip", "content-disposition": 'attachment; filename="export.zip"' },
    });
    return withHeaders(answer, headers);
  });
  return app;
}
