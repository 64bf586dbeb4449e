/** Sign-in of operators: the session, passkeys, enrolment links, and the way through an identity provider. */
import { Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import * as z from "zod/mini";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { html } from "../../platform/html.ts";
import { parseBody } from "../../platform/http/answer.ts";
import { sendOnce } from "../../platform/http/send_once.ts";
import { consoleHeaders, withHeaders } from "../../http/headers.ts";
import { finishOidc, FLOW_MS, type OidcPorts, type RefusedSignIn, startOidc } from "../../operators/oidc.ts";
import { finishEnrolment, finishSignIn, startEnrolment, startSignIn } from "../../operators/passkeys.ts";
import { endSession, openSession, readSession, type Session, type Way } from "../../operators/sessions.ts";
import type { OperatorRow } from "../../operators/tables.ts";
import {
  type ConsoleSession,
  enrolOptionsSchema,
  enrolSchema,
  nothingSchema,
  passkeySignInSchema,
} from "../../wire/admin/sign_in.ts";
import { RIGHTS, roleMay } from "../../wire/admin/roles.ts";
import type { Place } from "../../wire/admin/fields.ts";
import { type Access, type C, refuse } from "./access.ts";

export interface SignInPorts {
  readonly access: Access;
  readonly unseen: readonly Place[];
  readonly simulated: boolean;
}

export function signInRoutes(context: Context, ports: SignInPorts): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { access } = ports;
  const passkeys = { ...context, publicOrigin: context.config.publicOrigin };
  const view = (session: Session | undefined) => access.json(viewSession(context, ports, session));
  const enter = async (c: C, operator: OperatorRow | undefined, way: Way) => {
    if (operator === undefined) {
      await access.logRefusedSignIn({ way });
      return refuse(401, "sign_in_refused");
    }
    const secret = await openSession(context, operator.id, way);
    await access.log({ what: "signed_in", operator, facts: { way } });
    access.setCookie(c, secret);
    return await readSession(context, secret);
  };
  app.get("/api/admin/session", async (c) => view(await access.peek(c)));
  app.post("/api/admin/sign-in/passkey/options", async (c) => {
    await access.countSignIn(c, "begin");
    return access.json(await startSignIn(passkeys));
  });
  app.post("/api/admin/sign-in/passkey", async (c) => {
    await access.countSignIn(c, "answer");
    const { answer } = await parseBody(c, passkeySignInSchema);
    const session = await enter(c, await finishSignIn(passkeys, answer), "passkey");
    return answered(c, view(session));
  });
  app.post("/api/admin/enrol/options", async (c) => {
    await access.countSignIn(c, "begin");
    const { token } = await parseBody(c, enrolOptionsSchema);
    return access.json(await startEnrolment(passkeys, token) ?? refuse(404, "link_used"));
  });
  app.post("/api/admin/enrol", async (c) => {
    await access.countSignIn(c, "answer");
    const { token, answer, name } = await parseBody(c, enrolSchema);
    const operator = await finishEnrolment(passkeys, { secret: token, answer, name }) ?? refuse(404, "link_used");
    return answered(c, view(await enter(c, operator, "passkey")));
  });
  app.post("/api/admin/sign-out", async (c) => {
    await parseBody(c, nothingSchema);
    const session = await access.find(c);
    if (session !== undefined) {
      await endSession(context, session.hash);
      await access.log({ what: "signed_out", operator: session.operator });
    }
    access.forgetCookie(c);
    return answered(c, access.json({}));
  });
  return app;
}

/** The answer with the cookies that the handler has set. */
function answered(c: C, answer: Response): Response {
  for (const cookie of c.res.headers.getSetCookie()) answer.headers.append("set-cookie", cookie);
  return answer;
}

function viewSession({ config, clock }: Context, ports: SignInPorts, session: Session | undefined): ConsoleSession {
  const { admin } = config;
  const oidc = admin.mode === "on" ? admin.oidc : undefined;
  const ways = { passkey: true, oidc: oidc === undefined ? null : { name: oidc.name } };
  if (session === undefined) return { signed_in: false, ways };
  const { id, email, role } = session.operator;
  return {
    signed_in: true,
    operator: { id, email, role },
    may: RIGHTS.filter((right) => roleMay(role, right)) as ConsoleSession extends { may: infer May } ? May : never,
    signed_in_with: session.way,
    ends_at: new Date(session.endsMs).toISOString(),
    now: new Date(clock.now()).toISOString(),
    unseen: [...ports.unseen],
    simulated: ports.simulated,
  };
}

const returnedSchema = z.object({
  state: z.string().check(z.maxLength(200)),
  code: z.string().check(z.minLength(1), z.maxLength(4_096)),
});

/** /admin/oidc/: not installed without a provider. */
export function oidcRoutes(context: Context, access: Access): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { admin, publicOrigin } = context.config;
  const oidc = admin.mode === "on" ? admin.oidc : undefined;
  if (oidc === undefined) return app;
  const ports: OidcPorts = {
    ...context,
    oidc,
    redirectUri: `${publicOrigin}/admin/oidc/callback`,
    // A provider withdraws what it gave for a code when that code arrives again (RFC 6749, 4.1.2).
    fetch: (request) => sendOnce(request),
  };
  const isHttps = publicOrigin.startsWith("https:");
  // Lax, since the provider sends the browser back from its own pages.
  const cookie = { httpOnly: true, secure: isHttps, sameSite: "Lax", path: "/admin/oidc" } as const;
  /** The sign-in screen says which of these it was. */
  const back = (c: C, end: "refused" | "unverified" | "provider-down" | "too-many") => c.redirect(`/admin#${end}`);
  const refuseSignIn = async (c: C, { refused, why }: RefusedSignIn) => {
    context.log.warn("console.oidc-refused", { why });
    await access.logRefusedSignIn({ way: "oidc", why });
    return back(c, refused === "account" ? "refused" : "unverified");
  };
  app.get("/admin/oidc/start", async (c) => {
    if (!await access.maySignIn(c, "begin")) return back(c, "too-many");
    try {
      const { location, browser } = await startOidc(ports);
      setCookie(c, "adm_oidc", browser, { ...cookie, maxAge: FLOW_MS / 1_000 });
      return c.redirect(location);
    } catch (error) {
      context.log.error("console.oidc-failed", { error });
      return back(c, "provider-down");
    }
  });
  app.get("/admin/oidc/callback", async (c) => {
    if (!await access.maySignIn(c, "answer")) return back(c, "too-many");
    const returned = returnedSchema.safeParse(c.req.query());
    const browser = getCookie(c, "adm_oidc") ?? "";
    setCookie(c, "adm_oidc", "", { ...cookie, maxAge: 0 });
    if (!returned.success) return await refuseSignIn(c, { refused: "unverified", why: "answer" });
    const end = await finishOidc(ports, { ...returned.data, browser }).catch((error: unknown) => {
      context.log.error("console.oidc-failed", { error });
      return undefined;
    });
    if (end === undefined) return back(c, "provider-down");
    if ("refused" in end) return await refuseSignIn(c, end);
    const { operator } = end;
    access.setCookie(c, await openSession(context, operator.id, "oidc"));
    await access.log({ what: "signed_in", operator, facts: { way: "oidc" } });
    return await arrive(c, consoleHeaders(context.config));
  });
  return app;
}

/**
 * One of our own pages then leads to the console: after a redirect from the provider the browser would not send the
 * strict cookie along.
 */
async function arrive(c: C, headers: ReturnType<typeof consoleHeaders>): Promise<Response> {
  const page = html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta http-equiv="refresh" content="0;url=/admin">
        <title>TrustCheck</title>
      </head>
      <body><a href="/admin">TrustCheck</a></body>
    </html>
  `;
  return withHeaders(await c.html(page), headers);
}
