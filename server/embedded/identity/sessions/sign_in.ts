/** Sign-in by password, email link or simulated provider. */
import * as z from "zod/mini";
import { countAttempt, forgetAttempts } from "./lockout.ts";
import { readCode, useCode } from "../users/email_codes.ts";
import { refuse } from "../context/errors.ts";
import type { IdentityContext } from "../context/context.ts";
import { signInAnswer, tokensAnswer } from "./sign_in_answer.ts";
import { checkPassword, hashPassword, isPassword, passwordText } from "../users/passwords.ts";
import { createUser, findByEmail, findOrCreateByVerifiedEmail, holdUser, normalEmail } from "../users/users.ts";
import type { User } from "../db/tables.ts";
import type { Db } from "../../../db/open.ts";
import { sha256Hex } from "../../../platform/crypto/secrets.ts";

const text = (maxChars: number) => z._default(z.string().check(z.maxLength(maxChars)), "");
export const passwordSchema = z.object({ email: text(400), password: passwordText, idToken: text(8_192) });
export const linkSchema = z.object({ email: text(400), oobCode: text(200), idToken: text(8_192) });
export const idpSchema = z.object({ postBody: text(8_192), idToken: text(8_192) });
type Body<T extends z.ZodMiniType> = z.infer<T>;
type Answer = Promise<Readonly<Record<string, unknown>>>;

/** accounts:signUp; with an ID token it adds a password to the signed-in account. */
export async function signUp(body: Body<typeof passwordSchema>, context: IdentityContext): Answer {
  if (body.email === "" && body.idToken === "") refuse("ADMIN_ONLY_OPERATION");
  checkPassword(body.password, context.policy);
  const password = await hashPassword(body.password, context.settings.passwordCost);
  if (body.idToken !== "") {
    const { user } = await context.sessions.read(body.idToken, { recent: true });
    if (user.email === null) refuse("OPERATION_NOT_ALLOWED");
    if (body.email !== "" && normalEmail(body.email) !== user.email) refuse("EMAIL_EXISTS");
    const { numUpdatedRows } = await context.db.updateTable("id_users").set({ password }).where("uid", "=", user.uid)
      .where("valid_since_ms", "=", user.valid_since_ms).executeTakeFirst();
    // Its owner has proven the account meanwhile, or changed the password.
    if (numUpdatedRows === 0n) refuse("TOKEN_EXPIRED");
    return await tokensAnswer({ user: { ...user, password }, isNew: false, provider: "password" }, context);
  }
  const given = { email: normalEmail(body.email), isVerified: false, password };
  const user = await createUser(given, context) ?? refuse("EMAIL_EXISTS");
  return await signInAnswer({ user, isNew: true, provider: "password" }, context);
}

/** An unknown address and a wrong password give the same error after the same time. */
export async function signInWithPassword(body: Body<typeof passwordSchema>, context: IdentityContext): Answer {
  const email = normalEmail(body.email);
  if (body.password === "") refuse("MISSING_PASSWORD");
  await countAttempt(email, context);
  const user = await findByEmail(context.db, email);
  const isRight = await isPassword(body.password, user?.password ?? "", context.settings.passwordCost);
  // Hashing takes a while, in which its owner may have proven the address or changed the password.
  const isStill = (await findByEmail(context.db, email))?.password === user?.password;
  if (user === undefined || !isRight || !isStill) refuse("INVALID_LOGIN_CREDENTIALS");
  if (user.is_disabled === 1) refuse("USER_DISABLED");
  await forgetAttempts(email, context.db);
  return await signInAnswer({ user, isNew: false, provider: "password" }, context);
}

/**
 * Opened by a reader who does not know the address, the link does nothing and stays valid for its owner. With an ID
 * token of a recent sign-in it confirms the address of that account.
 */
export async function signInWithEmailLink(body: Body<typeof linkSchema>, context: IdentityContext): Answer {
  const email = normalEmail(body.email);
  await readCode(body.oobCode, ["EMAIL_SIGNIN"], context, email);
  if (body.idToken !== "") {
    const { user } = await context.sessions.read(body.idToken, { recent: true });
    if (user.email !== email) refuse("EMAIL_EXISTS");
  }
  await useCode(body.oobCode, ["EMAIL_SIGNIN"], context);
  const taken = await findOrCreateByVerifiedEmail({ email }, context);
  const answer = body.idToken === "" ? signInAnswer : tokensAnswer;
  return await answer({ ...taken, provider: "password" }, context);
}

/** Providers with a simulated page here. */
export const PROVIDERS = ["google.com", "apple.com"] as const;
const claimsSchema = z.object({
  sub: z.optional(z.string().check(z.maxLength(128))),
  email: z.string(),
  name: z._default(z.string().check(z.maxLength(200)), ""),
});

/**
 * accounts:signInWithIdp: `id_token` is the simulated page's JSON, where a real provider sends a signed token. With an ID
 * token of a recent sign-in it links the provider to that account.
 */
export async function signInWithIdp(body: Body<typeof idpSchema>, context: IdentityContext): Answer {
  const posted = new URLSearchParams(body.postBody);
  const providerId = PROVIDERS.find((known) => known === posted.get("providerId")) ?? refuse("OPERATION_NOT_ALLOWED");
  const claims = parseClaims(posted.get("id_token") ?? "");
  const email = normalEmail(claims.email);
  const rawId = claims.sub ?? sha256Hex(`${providerId} ${email}`).slice(0, 24);
  const linked = await findLinked(providerId, rawId, context);
  const taken = await findOwner({ email, name: claims.name, idToken: body.idToken, linked }, context);
  if (taken.user.is_disabled === 1) refuse("USER_DISABLED");
  const user = await context.db.transaction().execute(async (trx) => {
    await holdUser(taken.user, trx);
    const { uid } = await trx.insertInto("id_links")
      .values({ provider_id: providerId, raw_id: rawId, uid: taken.user.uid, email, display_name: claims.name })
      .onConflict((oc) => oc.columns(["provider_id", "raw_id"]).doUpdateSet({ email, display_name: claims.name }))
      .returning("uid").executeTakeFirstOrThrow();
    // Another account has linked it meanwhile.
    if (uid !== taken.user.uid) refuse("FEDERATED_USER_ID_ALREADY_LINKED");
    return await nameUser(taken.user, claims.name, trx);
  });
  const answer = body.idToken === "" ? signInAnswer : tokensAnswer;
  return {
    ...await answer({ user, isNew: taken.isNew, provider: providerId }, context),
    providerId,
    federatedId: rawId,
    emailVerified: true,
    fullName: claims.name,
    oauthIdToken: posted.get("id_token"),
    rawUserInfo: JSON.stringify({ sub: rawId, email, email_verified: true, name: claims.name }),
  };
}

async function findLinked(providerId: string, rawId: string, { db }: IdentityContext): Promise<User | undefined> {
  return await db.selectFrom("id_users").selectAll()
    .where(
      "uid",
      "in",
      (eb) => eb.selectFrom("id_links").select("uid").where("provider_id", "=", providerId).where("raw_id", "=", rawId),
    )
    .executeTakeFirst();
}

interface OwnerQuery {
  readonly email: string;
  readonly name: string;
  readonly idToken: string;
  readonly linked: User | undefined;
}

/** The linked account; otherwise, when linking, the signed-in one; otherwise the account of the proven address. */
async function findOwner({ email, name, idToken, linked }: OwnerQuery, context: IdentityContext): Promise<
  { readonly user: User; readonly isNew: boolean }
> {
  if (idToken !== "") {
    const { user } = await context.sessions.read(idToken, { recent: true });
    if (linked !== undefined && linked.uid !== user.uid) refuse("FEDERATED_USER_ID_ALREADY_LINKED");
    return { user, isNew: false };
  }
  if (linked !== undefined) return { user: linked, isNew: false };
  return await findOrCreateByVerifiedEmail({ email, name }, context);
}

/** The provider's name fills an empty name and never overwrites one that the member chose. */
async function nameUser(user: User, name: string, db: Db): Promise<User> {
  if (user.display_name !== "" || name === "") return user;
  await db.updateTable("id_users").set({ display_name: name }).where("uid", "=", user.uid).execute();
  return { ...user, display_name: name };
}

function parseClaims(json: string): z.infer<typeof claimsSchema> {
  try {
    // SQLite would store a NUL and Postgres refuse it.
    return z.parse(claimsSchema, JSON.parse(json.replaceAll("\\u0000", "")));
  } catch {
    return refuse("INVALID_IDP_RESPONSE");
  }
}
