/**
 * What every route of this server answers to a visitor without a session: status and headers, under review as a text.
 */
import { assert } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { createApp, createFrameApp } from "../../../server/app.ts";
import { compareApprovedText } from "../../support/approved.ts";
import { fakeContext } from "../../support/app/fake_context.ts";

/** They differ in each run, or follow from the body. */
const VOLATILE = /^(?:date|etag|content-length|last-modified|traceparent|x-request-id)$/;
const ENVIRONMENTS = {
  loopback: { ADMIN: "on" },
  public: {
    ADMIN: "on",
    PUBLIC_ORIGIN: "https://trust.example",
    FRAME_ORIGIN: "https://cards.example",
    FIREBASE_PROJECT_ID: "p",
    FIREBASE_API_KEY: "k",
    FIREBASE_AUTH_DOMAIN: "d",
    FIREBASE_APP_ID: "a",
    SMTP_URL: "smtps://mail.example/?from=no-reply%40trust.example",
    PRODUCTION_PAYMENTS_URL: "https://pay.example",
    PAYMENTS_CLIENTS: "shop:a-secret-of-its-own",
  },
} as const;
/** Answers of the services themselves have their own tests. */
const HANDED_ON = /^\/(?:services|subs|rec|identitytoolkit|securetoken|emulator)\b/;

/** An address that matches this route. */
function addressOf(path: string): string {
  return path.replaceAll(/:\w+(?:\{[^}]*\})?/g, "x").replaceAll("*", "x");
}

/** Random parts of a header, which are long runs of letters and digits. */
function stable(value: string): string {
  return value.replaceAll(/nonce-[\w+/=-]+/g, "nonce-N").replaceAll(/sha256-[\w+/=]+/g, "sha256-H")
    .replaceAll(/=[\w-]{32,}/g, "=R");
}

async function answersOf(kind: keyof typeof ENVIRONMENTS): Promise<string> {
  // What /checkout/bare reads.
  const payments = () => Promise.resolve(Response.json({ ok: true, vaultId: "v1" }));
  const fake = await fakeContext({ env: ENVIRONMENTS[kind], services: { payments } });
  const { config, assets } = fake.context;
  const admin = { entry: "/admin/assets/main.1.js", styles: "/admin/assets/main.1.css" };
  // A visitor without a session reaches none of the console's services.
  const forOperators = {} as NonNullable<typeof fake.context.forOperators>;
  const context = { ...fake.context, forOperators, assets: { ...assets, manifest: { ...assets.manifest, admin } } };
  const doors = [["app", createApp(context), config.publicOrigin], [
    "frame",
    createFrameApp(fake.context),
    config.frameOrigin,
  ]] as const;
  const lines: string[] = [];
  try {
    for (const [door, app, origin] of doors) {
      const routes = app.routes.filter(({ path }) => path !== "/*" && !HANDED_ON.test(path));
      for (const route of new Set(routes.map(({ method, path }) => `${method} ${path}`))) {
        const [method = "", path = ""] = route.split(" ");
        const answer = await app.request(origin + addressOf(path), {
          method: method === "ALL" ? "GET" : method,
          headers: {
            host: new URL(origin).host,
            ...(method === "POST" && { "content-type": "application/json", origin }),
          },
          ...(method === "POST" && { body: "{}" }),
        });
        await answer.body?.cancel();
        lines.push(`${door} ${route}: ${answer.status}`);
        const headers = [...answer.headers].filter(([name]) => !VOLATILE.test(name));
        lines.push(...headers.map(([name, value]) => `  ${name}: ${stable(value)}`));
      }
    }
  } finally {
    await fake.close();
  }
  assert(lines.length > 300, String(lines.length));
  return `${lines.join("\n")}\n`;
}

describe("headers of every route", () => {
  for (const kind of ["loopback", "public"] as const) {
    it(`on a ${kind} server`, async () => await compareApprovedText(`headers_${kind}`, await answersOf(kind)));
  }
});
