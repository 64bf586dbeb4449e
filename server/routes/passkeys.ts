/** Passkeys of the members area: the list, adding, removing, and signing in with one. */
import { type Context as HonoContext, Hono } from "hono";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { AppEnv } from "../app_env.ts";
import type { Context } from "../context.ts";
import { fail, parseBody } from "../http/answer.ts";
import { ipKey } from "../http/client_ip.ts";
import { apiHeaders, withHeaders } from "../http/headers.ts";
import type { Member } from "../http/id_token.ts";
import { visitorLanguage } from "../pages/language.ts";
import * as passkeys from "../passkeys/passkeys.ts";
import type { Language } from "../wire/languages.ts";
import { addPasskeySchema, usePasskeySchema } from "../wire/passkeys.ts";
import { speak } from "../words/speak.ts";

type C = HonoContext<AppEnv>;
const SIGN_INS = 30;
const WINDOW_S = 600;
const DELETED_ACCOUNT = "/services/profile/delete";

/** Absent where a sign-in could not be finished: with a real provider and no service account. */
export function passkeyRoutes(context: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { config, clock, db, customToken, verifyIdToken } = context;
  if (customToken === undefined) return app;
  const ports = { db, clock, publicOrigin: config.publicOrigin };
  const limiter = new RateLimiterMemory({ keyPrefix: "passkey", points: SIGN_INS, duration: WINDOW_S });
  const json = (body: unknown) => withHeaders(Response.json(body), apiHeaders(config, { crossOrigin: false }));
  const memberOf = async (c: C): Promise<Member> =>
    await verifyIdToken(c.req.header("x-id-token") ?? "") ?? fail(401, "Sign in to see your passkeys");

  app.get("/api/passkeys", async (c) => json({ passkeys: await passkeys.list((await memberOf(c)).uid, db) }));
  app.post("/api/passkeys/add/options", async (c) => json(await passkeys.askToAdd(await memberOf(c), ports)));
  app.post("/api/passkeys/add", async (c) => {
    const member = await memberOf(c);
    const { answer, name } = await parseBody(c, addPasskeySchema);
    const added = await passkeys.add({ answer, name, member }, ports);
    await tellOwner({ member, name, language: visitorLanguage(c) }, context);
    return json(added);
  });
  app.delete("/api/passkeys/:id", async (c) => {
    await passkeys.remove(c.req.param("id"), (await memberOf(c)).uid, db);
    return json({});
  });
  app.post("/api/passkeys/sign-in/options", async (c) => {
    await mayTry(c, limiter);
    return json(await passkeys.askToUse(ports));
  });
  app.post("/api/passkeys/sign-in", async (c) => {
    await mayTry(c, limiter);
    const { answer } = await parseBody(c, usePasskeySchema);
    return json({ token: await customToken(await passkeys.use(answer, ports)) });
  });
  // An account that is gone has no keys to it; the token is read before the service forgets whom it names.
  app.post(DELETED_ACCOUNT, async (c, next) => {
    const member = await verifyIdToken(c.req.header("x-id-token") ?? "");
    await next();
    if (member !== undefined && c.res.ok) await passkeys.removeAll(member.uid, db);
  });
  return app;
}

async function mayTry(c: C, limiter: RateLimiterMemory): Promise<void> {
  try {
    await limiter.consume(ipKey(c.get("ip")));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    fail(429, "Too many sign-ins were tried from here. Please try again in ten minutes, or use the link by e-mail");
  }
}

interface Added {
  readonly member: Member;
  readonly name: string;
  readonly language: Language;
}

/** A new key to an account is told to its owner: a stranger's would be noticed. */
async function tellOwner({ member, name, language }: Added, { config, embedded, log }: Context): Promise<void> {
  if (member.email === "") return;
  const profile = `${config.publicOrigin}${config.base}/webapp/profile`;
  const t = speak(language);
  const added = t("A passkey was added to your TrustCheck account: {name}.", { name });
  const notYou = t("If that was not you, remove it in your profile and sign out:");
  const text = `${added}\n\n${notYou} ${profile}\n`;
  const message = {
    kind: "passkey_added",
    to: member.email,
    subject: t("A passkey was added to your account"),
    text,
    html: `<!doctype html><html lang="${language}"><meta charset="utf-8"><p>${escapeHtml(added)}</p>` +
      `<p>${notYou} <a href="${profile}">${profile}</a></p></html>`,
  };
  const answer = await embedded.mail(
    new Request("http://mail/messages", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(message),
    }),
  );
  await answer.body?.cancel();
  if (!answer.ok) log.error("passkeys.mail", { status: answer.status });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
