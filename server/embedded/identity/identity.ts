/** The part of the identity REST API that the sign-in client calls, and the simulated pages of Google and Apple. */
import { type Context as HonoContext, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type * as z from "zod/mini";
import { errorAnswer, parseBody } from "../../platform/http/answer.ts";
import { KEYS_PATH } from "../../platform/id_token.ts";
import { languageOfHeaders } from "../../i18n/request_language.ts";
import { readBody } from "../../platform/http/request_limits.ts";
import { type EmbeddedUpstream, upstreamOf } from "../../platform/http/upstream.ts";
import { DEFAULT_LANGUAGE } from "../../wire/site/languages.ts";
import * as account from "./accounts/account.ts";
import * as custom from "./sessions/custom_token.ts";
import { IdentityError, identityErrorAnswer, refuse } from "./context/errors.ts";
import type { IdentityContext, IdentityPorts } from "./context/context.ts";
import { DEFAULT_POLICY, policyAnswer } from "./users/passwords.ts";
import * as phone from "./second_factor/phone_sign_in.ts";
import * as factor from "./second_factor/second_factor.ts";
import { createSessions } from "./sessions/sessions.ts";
import { KEYS_MAX_AGE_S, openSigningKey, type SigningKey } from "./keys/signing_key.ts";
import * as signIn from "./sessions/sign_in.ts";
import { simulatorPages } from "./providers/simulator.ts";

export { removeAccountOf } from "./accounts/account.ts";
export { addSigningKey, identityKeyAgeMs, quartersBehind, readSigningKeyIds } from "./keys/signing_key.ts";
export type { IdentityPorts, IdentitySettings } from "./context/context.ts";

const TOOLKIT = "/identitytoolkit.googleapis.com";

/**
 * Opens the service with the signing keys in `keysDir`. Rejects when they cannot be read.
 *
 * A refusal has the status 400 and the identity API's body `{error: {code, message}}`. 503 is worth a retry, 500 is
 * not: these have a body that the client cannot read, which it takes for a lost connection. Any code that it can read
 * would end the sign-in of the member who opens a page meanwhile.
 */
export async function createIdentity(ports: IdentityPorts): Promise<EmbeddedUpstream> {
  const { db, clock, log, settings } = ports;
  const key = await openSigningKey(settings.keysDir, clock);
  const sessions = createSessions({ db, clock, key, projectId: settings.projectId });
  const context: IdentityContext = {
    ...ports,
    language: DEFAULT_LANGUAGE,
    sessions,
    policy: settings.passwordPolicy ?? DEFAULT_POLICY,
  };
  const app = new Hono();
  addAccountRoutes(app, context, key);
  addSecondFactorRoutes(app, context);
  addConfigRoutes(app, context, key);
  addTokenRoute(app, context);
  addServerRoutes(app, context, key);
  app.route("/emulator/auth", simulatorPages());
  app.notFound(() => identityErrorAnswer(404, "NOT_FOUND"));
  app.onError((error) => {
    if (error instanceof IdentityError) return identityErrorAnswer(400, error.message);
    if (error instanceof HTTPException) return identityErrorAnswer(error.status, "INVALID_REQUEST");
    const requestId = crypto.randomUUID();
    log.error("identity.failed", { requestId, error });
    return errorAnswer(error, requestId);
  });
  return upstreamOf(app);
}

/** Emails use the language of the calling client, from the identity client's own header. */
function inClientLanguage(c: HonoContext, context: IdentityContext): IdentityContext {
  return { ...context, language: languageOfHeaders(c.req.raw.headers, LOCALE_HEADER) };
}
const LOCALE_HEADER = "x-firebase-locale";

function addAccountRoutes(app: Hono, context: IdentityContext, key: SigningKey): void {
  const call = <T extends z.ZodMiniType>(
    name: string,
    schema: T,
    run: (body: z.infer<T>, context: IdentityContext, c: HonoContext) => Promise<Readonly<Record<string, unknown>>>,
  ) =>
    app.post(`${TOOLKIT}/v1/:call{accounts:${name}}`, async (c) => {
      const answer = await run(await parseBody(c, schema), inClientLanguage(c, context), c);
      return c.json({ kind: `identitytoolkit#${name}`, ...answer });
    });
  call("signUp", signIn.passwordSchema, signIn.signUp);
  call("signInWithPassword", signIn.passwordSchema, signIn.signInWithPassword);
  call("signInWithEmailLink", signIn.linkSchema, signIn.signInWithEmailLink);
  call("signInWithIdp", signIn.idpSchema, signIn.signInWithIdp);
  call("sendVerificationCode", phone.sendPhoneCodeSchema, phone.sendVerificationCode);
  call("signInWithPhoneNumber", phone.phoneSignInSchema, phone.signInWithPhoneNumber);
  call("signInWithCustomToken", custom.customTokenSchema, (body) => custom.signInWithCustomToken(body, key, context));
  call("lookup", account.idTokenSchema, account.lookup);
  call("update", account.updateSchema, account.update);
  call("delete", account.idTokenSchema, account.deleteAccount);
  call("resetPassword", account.resetSchema, account.resetPassword);
  call("sendOobCode", account.sendCodeSchema, (body, own, c) => account.sendCode(body, c.req.query("key") ?? "", own));
  // Whether an address has an account is private, so the list of methods is always empty.
  call("createAuthUri", account.sendCodeSchema, () => Promise.resolve({ signinMethods: [] }));
}

function addSecondFactorRoutes(app: Hono, context: IdentityContext): void {
  const call = <T extends z.ZodMiniType>(
    name: string,
    schema: T,
    run: (body: z.infer<T>, context: IdentityContext) => Promise<Readonly<Record<string, unknown>>>,
  ) =>
    app.post(`${TOOLKIT}/v2/accounts/:call{${name}}`, async (c) => {
      return c.json(await run(await parseBody(c, schema), inClientLanguage(c, context)));
    });
  call("mfaEnrollment:start", factor.startEnrollmentSchema, factor.startEnrollment);
  call("mfaEnrollment:finalize", factor.finishEnrollmentSchema, factor.finishEnrollment);
  call("mfaEnrollment:withdraw", factor.withdrawSchema, factor.withdrawFactor);
  call("mfaSignIn:start", factor.startSignInSchema, factor.startSignIn);
  call("mfaSignIn:finalize", factor.finishSignInSchema, factor.finishSignIn);
}

/** For this server only: not in the table of public routes (server/proxy/public_routes.ts). */
function addServerRoutes(app: Hono, { clock }: IdentityContext, key: SigningKey): void {
  app.post("/custom_tokens", async (c) => {
    const { uid } = await parseBody(c, custom.makeTokenSchema);
    return c.json({ token: await custom.makeCustomToken(uid, key, clock.now()) });
  });
}

function addConfigRoutes(app: Hono, { settings, policy }: IdentityContext, key: SigningKey): void {
  app.get(
    `${TOOLKIT}/v1/projects`,
    (c) => c.json({ projectId: settings.projectId, authorizedDomains: settings.authorizedDomains }),
  );
  app.get(`${TOOLKIT}/v2/passwordPolicy`, (c) => c.json(policyAnswer(policy)));
  app.get(`${TOOLKIT}/v2/recaptchaConfig`, (c) =>
    c.json({
      recaptchaKey: "",
      recaptchaEnforcementState: ["EMAIL_PASSWORD_PROVIDER", "PHONE_PROVIDER"].map((provider) => ({
        provider,
        enforcementState: "OFF",
      })),
    }));
  // The client asks for this before a text message; in its emulator mode it loads no captcha script.
  app.get(
    `${TOOLKIT}/v1/recaptchaParams`,
    (c) => c.json({ kind: "identitytoolkit#GetRecaptchaParamResponse", recaptchaSiteKey: "embedded" }),
  );
  app.get(
    KEYS_PATH,
    async (c) => c.json(await key.publicSet(), 200, { "cache-control": `public, max-age=${KEYS_MAX_AGE_S}` }),
  );
}

/** The one call with a form body and a snake_case response. */
function addTokenRoute(app: Hono, { sessions, settings }: IdentityContext): void {
  app.post("/securetoken.googleapis.com/v1/token", async (c) => {
    const form = new URLSearchParams(new TextDecoder().decode(await readBody(c.req.raw)));
    if (form.get("grant_type") !== "refresh_token") refuse("INVALID_GRANT_TYPE");
    const token = form.get("refresh_token") ?? "";
    if (token === "") refuse("MISSING_REFRESH_TOKEN");
    const { idToken, refreshToken, expiresIn, uid } = await sessions.refresh(token);
    return c.json({
      access_token: idToken,
      id_token: idToken,
      refresh_token: refreshToken,
      expires_in: expiresIn,
      token_type: "Bearer",
      user_id: uid,
      project_id: settings.projectId,
    });
  });
}
