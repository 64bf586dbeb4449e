/** /display/*: the page that reveals a stored card or record to its holder, on the frame origin, without script. */
import { Hono } from "hono";
import { html, htmlDocument } from "../../../platform/html.ts";
import { readReveal, type RevealedDetails } from "../instruments/reveal.ts";
import { ApiError } from "../context/api_errors.ts";
import { originsOf } from "../context/origins.ts";
import type { PaymentContext } from "../context/context.ts";
import { own } from "../../../../sdk/wire/own.ts";

const LABELS: Readonly<Record<string, string>> = {
  cardNumber: "Card number",
  expiryMonth: "Expiry month",
  expiryYear: "Expiry year",
};

const STYLE =
  `:root { color-scheme: light dark; font: 16px/1.5 -apple-system, "Segoe UI", Roboto, Arial, system-ui, sans-serif; }
body { margin: 0; }
dl { margin: 0; }
dt { font-size: .875rem; }
dd { margin: 0 0 12px; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
`;

/**
 * What the page is requested for, where the browser says so: Safari does from 16.4 on, and others only over https. The
 * address then works in a frame alone, and not as a link.
 */
const FRAMES = ["iframe", "frame"];

/** `?element=cardNumber` shows only one value, for a frame of its own. */
export function revealRoutes(context: PaymentContext): Hono {
  const app = new Hono();
  app.get("/style.css", (c) => c.body(STYLE, 200, { "content-type": "text/css; charset=utf-8" }));
  app.get("/:secret", async (c) => {
    const use = c.req.header("sec-fetch-dest");
    if (use !== undefined && !FRAMES.includes(use)) throw new ApiError("not-found");
    const { clientId, fields } = await readReveal(context, c.req.param("secret"));
    const element = c.req.query("element");
    const wanted = element === undefined ? fields : fields.filter(([name]) => name === element);
    if (wanted.length === 0) throw new ApiError("not-found");
    const ancestors = originsOf(context.settings.merchantOrigins, clientId).join(" ") || "'none'";
    return c.html(page(wanted, element !== undefined), 200, {
      "content-security-policy":
        `default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
  });
  return app;
}

function page(fields: RevealedDetails["fields"], isAlone: boolean): string {
  const label = (name: string) => own(LABELS, name) ?? name;
  const shown = fields.map(([name, value]) =>
    isAlone ? html`<p aria-label="${label(name)}" data-element="${name}">${value}</p>` : html`
      <dt>${label(name)}</dt>
      <dd data-element="${name}">${value}</dd>
    `
  );
  return htmlDocument({
    title: "Stored details",
    head: html`<link rel="stylesheet" href="/display/style.css">`,
    body: isAlone ? html`${shown}` : html`<dl>${shown}</dl>`,
  });
}
