/** Passkey calls of the members area: list, add, remove, and sign in. */
import { type Context as HonoContext, Hono, type Next } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { fail, parseBody } from "../../platform/http/answer.ts";
import { ipKey } from "../../platform/http/ip_address.ts";
import { apiHeaders, withHeaders } from "../../http/headers.ts";
import type { Member } from "../../platform/id_token.ts";
import { readJson } from "../../platform/http/request_limits.ts";
import { createSharedLimits, type Limit } from "../../db/rate_limits.ts";
import { visitorLanguage } from "../../i18n/visitor_language.ts";
import * as passkeys from "../../passkeys/passkeys.ts";
import { type Language, LANGUAGE_PARAMETER } from "../../wire/site/languages.ts";
import { addPasskeySchema, usePasskeySchema } from "../../wire/passkeys.ts";
import { emailHtml } from "../../i18n/email_html.ts";
import type { EmailContent } from "../../outbox/outbox.ts";
import { translator } from "../../i18n/translate.ts";
import { refusal } from "../../wire/site/refusal.ts";

type C = HonoContext<AppEnv>;
/** Limits shared by all servers. */
const SIGN_INS: Limit = { name: "passkey", points: 30, windowMs: 600_000 };
const DELETED_MEMBER = "/services/profile/delete";
/** Deleting an account at the identity service, by either of its addresses. */
const DELETED_ACCOUNT = ["", "/services/identity"].map((prefix) =>
  `${prefix}/identitytoolkit.googleapis.com/v1/:call{accounts:delete}`
);
const deletionSchema = z.object({ idToken: z.string() });

/** Not installed where a sign-in could not be completed: a real provider without a service account. */
export function passkeyRoutes(context: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { config, clock, db, customToken, verifyIdToken } = context;
  if (customToken === undefined) return app;
  const ports = { db, clock, publicOrigin: config.publicOrigin };
  const limits = createSharedLimits(context);
  const mayTry = async (c: C) => {
    if (await limits.take(SIGN_INS, ipKey(c.get("ip"))) > 0) fail(429, TOO_MANY);
  };
  const json = (body: unknown) => withHeaders(Response.json(body), apiHeaders(config, { crossOrigin: false }));
  const memberOf = async (c: C): Promise<Member> =>
    await verifyIdToken(c.req.header("x-id-token") ?? "") ?? fail(401, refusal("sign_in_for_passkeys"));

  app.get("/api/passkeys", async (c) => json({ passkeys: await passkeys.list((await memberOf(c)).uid, db) }));
  app.post("/api/passkeys/add/options", async (c) => json(await passkeys.startRegistration(await memberOf(c), ports)));
  app.post("/api/passkeys/add", async (c) => {
    const member = await memberOf(c);
    const { answer, name } = await parseBody(c, addPasskeySchema);
    const notice = noticeOf({ name, language: visitorLanguage(c) }, config);
    const added = await passkeys.finishRegistration({ answer, name, member, notice }, ports);
    context.sender.wake();
    return json(added);
  });
  app.delete("/api/passkeys/:id", async (c) => {
    await passkeys.remove(c.req.param("id"), (await memberOf(c)).uid, db);
    return json({});
  });
  app.post("/api/passkeys/sign-in/options", async (c) => {
    await mayTry(c);
    return json(await passkeys.startAuthentication(ports));
  });
  app.post("/api/passkeys/sign-in", async (c) => {
    await mayTry(c);
    const { answer } = await parseBody(c, usePasskeySchema);
    return json({ token: await customToken(await passkeys.finishAuthentication(answer, ports)) });
  });
  // A deleted account must lose its passkeys; its id is read from the token before the service deletes it.
  const forget = async (c: C, next: Next, idToken: string) => {
    const member = await verifyIdToken(idToken);
    await next();
    if (member !== undefined && c.res.ok) await passkeys.forgetAccount(member.uid, ports);
  };
  app.post(DELETED_MEMBER, (c, next) => forget(c, next, c.req.header("x-id-token") ?? ""));
  for (const path of DELETED_ACCOUNT) {
    app.post(path, async (c, next) => {
      const body = deletionSchema.safeParse(await readJson(c.req.raw.clone()).catch(() => undefined));
      await forget(c, next, body.data?.idToken ?? "");
    });
  }
  return app;
}

const TOO_MANY = refusal("sign_in_tries");

interface AddedPasskey {
  readonly name: string;
  readonly language: Language;
}

export function noticeOf({ name, language }: AddedPasskey, config: Context["config"]): EmailContent {
  const profile = `${config.publicOrigin}${config.base}/webapp/profile?${LANGUAGE_PARAMETER}=${language}`;
  const t = translator(language);
  const added = t("A passkey was added to your TrustCheck account: {name}.", { name });
  const notYou = t("If this wasn't you, remove it in your profile and sign out:");
  const subject = t("A passkey was added to your account");
  const html = emailHtml({ language, subject, sentences: [added, notYou], links: [{ label: profile, url: profile }] });
  return { subject, text: `${added}\n\n${notYou} ${profile}\n`, html };
}
