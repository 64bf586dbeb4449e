/** The card frame's document: sealing key, environment and allowed parents as inert JSON, on its own origin. */
import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { cardFrameHeaders } from "../../http/headers.ts";
import { FRAME_DOCUMENT_ID, type FrameDocument } from "../../../sdk/wire/frame_document.ts";
import { html, htmlDocument, jsonScript } from "../../platform/html.ts";
import type { Manifest } from "../../pages/manifest.ts";
import { readFrom } from "../../proxy/forward.ts";

const VAULT_ID = /^[\w-]{1,64}$/;
/** One frame-ancestors source and nothing else, since it goes into a header. */
const PARENT = /^https?:\/\/[\w.:[\]-]+(:\*|:\d+)?$/;
/** The embedded payments service wrote it; a remote one must use the same shape. */
const frameDocumentSchema = z.object({
  vaultId: z.string(),
  publicKey: z.string(),
  keyId: z.string(),
  environment: z.enum(["TEST", "PROD"]),
  parents: z.array(z.string().check(z.regex(PARENT))),
});

export function cardFrameRoutes({ config, assets, connect, clock }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/card/5/", async (c) => {
    const vaultId = c.req.query("v") ?? "";
    if (!VAULT_ID.test(vaultId)) return c.notFound();
    const frame = await readFrom(
      connect("payments", c.get("host")),
      `/vault/${vaultId}/frame-document`,
      frameDocumentSchema,
    );
    if (frame === undefined) return c.notFound();
    const headers = new Headers(
      cardFrameHeaders(config, frame.parents).map(([name, value]): [string, string] => [name, value]),
    );
    const { script, elements, styles } = assets.manifest.frame;
    // The fields of a container and the whole form are two apps; each page loads one of them.
    const app = c.req.query("e") === "1" ? elements : script;
    // Preloaded, so that both start before the page is parsed.
    headers.set("link", `<${app}>; rel=modulepreload, <${styles}>; rel=preload; as=style`);
    const page = cardFramePage({ script: app, styles }, { ...frame, servedMs: clock.now() });
    return new Response(page, { headers });
  });
  app.get("/card/5/*", (c) => assets.cardFrame(c.req.raw) ?? c.notFound());
  return app;
}

export function cardFramePage({ script, styles }: Omit<Manifest["frame"], "elements">, frame: FrameDocument): string {
  const head = html`<link rel="stylesheet" href="${styles}">${jsonScript(FRAME_DOCUMENT_ID, frame)}
    <script type="module" src="${script}"></script>`;
  return htmlDocument({ title: "Card details", head, body: html`` });
}
