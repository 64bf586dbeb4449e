/** What needs no token: countries, result pages, and the frame document that the frame server renders. */
import { createHash } from "node:crypto";
import { Hono } from "hono";
import type { FrameDocument } from "../../../../sdk/wire/frame_document.ts";
import { html, htmlDocument, raw } from "../../../platform/html.ts";
import { countries } from "./countries.ts";
import { outcomeOf, RESULT_OF } from "./challenge_routes.ts";
import type { ChallengeResult } from "./issuer_page.ts";
import { ApiError } from "../context/api_errors.ts";
import { openApiDocument } from "../openapi/document.ts";
import { originsOf } from "../context/origins.ts";
import type { PaymentContext } from "../context/context.ts";
import { findExecution } from "../executions/executions.ts";
import { own } from "../../../../sdk/wire/own.ts";

type ResultTexts = readonly [title: string, text: string];

const RESULTS: Readonly<Record<ChallengeResult["outcome"], ResultTexts>> = {
  success: ["Payment successful", "Thank you. You can close this page."],
  error: ["Payment failed", "Nothing was charged. Go back to the shop and try again or choose another way to pay."],
  cancel: ["Payment canceled", "Nothing was charged. Go back to the shop to try again."],
  pending: ["Payment pending", "Your bank has not answered yet. The shop will tell you when it has."],
};
const UNKNOWN: ResultTexts = ["Your payment", "The shop shows how it ended. You can close this page."];

/** Written at the first request. */
let openApi: ReturnType<typeof openApiDocument> | undefined;

export function publicRoutes(context: PaymentContext): Hono {
  const app = new Hono();
  app.get("/countries.json", (c) => c.json(countries()));
  app.get("/openapi.json", (c) => c.json(openApi ??= openApiDocument()));
  // The name is only an address that any page can link to; the state is the server's (SECURITY R21).
  app.get("/result/:name", async (c) => {
    if (own(RESULTS, c.req.param("name")) === undefined) throw new ApiError("not-found");
    const row = await findExecution(context.db, c.req.query(RESULT_OF) ?? "");
    const texts = row === undefined ? UNKNOWN : RESULTS[outcomeOf(row)];
    return c.html(resultPage(...texts), 200, {
      "content-security-policy":
        `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    });
  });
  app.get("/vault/of/:client", (c) => {
    const vaultId = context.vaultIds.get(c.req.param("client"));
    if (vaultId === undefined) throw new ApiError("not-found");
    return c.json({ vaultId });
  });
  app.get("/vault/:vaultId/frame-document", (c) => c.json(frameDocument(context, c.req.param("vaultId"))));
  return app;
}

/** In the page itself, which has no other files. */
const STYLE =
  `:root { color-scheme: light dark; font: 16px/1.5 -apple-system, "Segoe UI", Roboto, Arial, system-ui, sans-serif; }
body { margin: 0; padding: 16px; }
main { max-width: 30rem; margin: 0 auto; }
h1 { font-size: 1.25rem; margin: 0 0 8px; }
`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

function resultPage(title: string, text: string): string {
  const body = html`
    <main>
      <h1>${title}</h1>
      <p>${text}</p>
    </main>
  `;
  return htmlDocument({ title, head: raw(`<style>${STYLE}</style>`), body });
}

function frameDocument({ keys, settings, vaultIds }: PaymentContext, vaultId: string): FrameDocument {
  const client = [...vaultIds].find(([, id]) => id === vaultId);
  if (client === undefined) throw new ApiError("not-found");
  return {
    vaultId,
    publicKey: keys.publicKey,
    keyId: keys.sealing[0].keyId,
    environment: settings.environment,
    parents: originsOf(settings.merchantOrigins, client[0]),
  };
}
