/** Account calls of a signed-in member: look up, update, confirm an address, delete. */
import { emptyLog } from "../../../db/empty_log.ts";
import * as z from "zod/mini";
import {
  CODE_KINDS,
  type CodeFor,
  type CodeKind,
  endOlderCodes,
  makeCode,
  readCode,
  useCode,
} from "../users/email_codes.ts";
import { refuse } from "../context/errors.ts";
import { writeEmail } from "../users/emails.ts";
import { enqueueEmails } from "../../../outbox/outbox.ts";
import type { IdentityContext } from "../context/context.ts";
import { isValidSince } from "../sessions/sessions.ts";
import { tokensAnswer } from "../sessions/sign_in_answer.ts";
import { checkPassword, hashPassword, passwordText } from "../users/passwords.ts";
import {
  describeUser,
  findByEmail,
  findByUid,
  handToOwner,
  normalEmail,
  relationsOf,
  secondAfter,
} from "../users/users.ts";
import type { User } from "../db/tables.ts";
import type { Member } from "../../../platform/id_token.ts";
import type { Db } from "../../../db/open.ts";

const text = (maxChars: number) => z._default(z.string().check(z.maxLength(maxChars)), "");
export const idTokenSchema = z.object({ idToken: text(8_192) });
export const updateSchema = z.object({
  idToken: text(8_192),
  oobCode: text(200),
  displayName: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  photoUrl: z.optional(z.nullable(z.string().check(z.maxLength(2_000)))),
  email: text(400),
  password: passwordText,
  deleteAttribute: z._default(z.array(z.string()), []),
  deleteProvider: z._default(z.array(z.string()), []),
});
export const sendCodeSchema = z.object({
  requestType: text(40),
  email: text(400),
  newEmail: text(400),
  idToken: text(8_192),
  continueUrl: text(2_000),
});
export const resetSchema = z.object({ oobCode: text(200), newPassword: passwordText });
type Body<T extends z.ZodMiniType> = z.infer<T>;
type Answer = Promise<Readonly<Record<string, unknown>>>;

export async function lookup({ idToken }: Body<typeof idTokenSchema>, context: IdentityContext): Answer {
  const { user } = await context.sessions.read(idToken);
  return { users: [describeUser(user, await relationsOf(context.db, user.uid))] };
}

export async function deleteAccount({ idToken }: Body<typeof idTokenSchema>, context: IdentityContext): Answer {
  const { user } = await context.sessions.read(idToken, { recent: true });
  await removeAccount(context.db, user);
  await emptyLog(context.db);
  return {};
}

/**
 * Deletes the account of a member whose data is deleted. A sign-in that has ended since, as when the owner of its
 * address took the account over, deletes nothing.
 */
export async function removeAccountOf({ uid, authTimeMs }: Pick<Member, "uid" | "authTimeMs">, db: Db): Promise<void> {
  const user = await findByUid(db, uid);
  if (user !== undefined && isValidSince(user, authTimeMs)) await removeAccount(db, user);
}

/** Deletes the account with everything that signs it in. */
export async function removeAccount(db: Db, user: Pick<User, "uid" | "email" | "phone_number">): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom("id_refresh_tokens").where("uid", "=", user.uid).execute();
    await tx.deleteFrom("id_links").where("uid", "=", user.uid).execute();
    await tx.deleteFrom("id_factors").where("uid", "=", user.uid).execute();
    await tx.deleteFrom("id_pending").where("uid", "=", user.uid).execute();
    await tx.deleteFrom("id_phone_sessions")
      .where((eb) => eb.or([eb("uid", "=", user.uid), eb("phone_number", "=", user.phone_number ?? "")])).execute();
    await eraseAddress(tx, user.email ?? "");
    await tx.deleteFrom("id_users").where("uid", "=", user.uid).execute();
  });
}

/** Deletes the codes that were sent to an address, or that would change an account to it, and its failed tries. */
export async function eraseAddress(db: Pick<Db, "deleteFrom">, email: string): Promise<void> {
  if (email === "") return;
  await db.deleteFrom("id_codes").where((eb) => eb.or([eb("email", "=", email), eb("new_email", "=", email)]))
    .execute();
  await db.deleteFrom("id_attempts").where("email", "=", email).execute();
}

/** accounts:update, by a code from an email or by the signed-in member. */
export async function update(body: Body<typeof updateSchema>, context: IdentityContext): Answer {
  if (body.oobCode !== "") return await applyCode(body.oobCode, context);
  const recent = body.password !== "" || body.deleteProvider.length > 0;
  const session = await context.sessions.read(body.idToken, { recent });
  const { user } = session;
  // An address changes only through an email to the new one, as with the provider's enumeration protection.
  if (body.email !== "" && normalEmail(body.email) !== user.email) refuse("OPERATION_NOT_ALLOWED");
  const nowMs = context.clock.now();
  if (body.password !== "") checkPassword(body.password, context.policy);
  const { uid } = user;
  const password = body.password === "" ? undefined : await hashPassword(body.password, context.settings.passwordCost);
  // Hashing takes a while. An account that its owner has proven or given another password meanwhile keeps what it has;
  // of any other, the columns that do not change stay as they are by now.
  const changed = await context.db.updateTable("id_users").set({
    display_name: body.deleteAttribute.includes("DISPLAY_NAME") ? "" : body.displayName ?? undefined,
    photo_url: body.deleteAttribute.includes("PHOTO_URL") ? "" : body.photoUrl ?? undefined,
    password: password ?? (body.deleteProvider.includes("password") ? "" : undefined),
    phone_number: body.deleteProvider.includes("phone") ? null : undefined,
    valid_since_ms: password === undefined ? user.valid_since_ms : secondAfter(nowMs),
  }).where("uid", "=", uid).where("valid_since_ms", "=", user.valid_since_ms).returningAll().executeTakeFirst() ??
    refuse("TOKEN_EXPIRED");
  if (body.deleteProvider.length > 0) {
    await context.db.deleteFrom("id_links").where("uid", "=", uid).where("provider_id", "in", body.deleteProvider)
      .execute();
  }
  const described = describeUser(changed, await relationsOf(context.db, uid));
  if (body.password === "") return described;
  await context.db.deleteFrom("id_refresh_tokens").where("uid", "=", uid).execute();
  return { ...described, ...await tokensAnswer({ user: changed, isNew: false, provider: session.provider }, context) };
}

async function applyCode(code: string, context: IdentityContext): Answer {
  const used = await useCode(code, ["VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"], context);
  const email = used.kind === "VERIFY_EMAIL" ? used.email : used.newEmail;
  const user = await findByEmail(context.db, used.email) ?? refuse("INVALID_OOB_CODE");
  // The sign-in that asked for the new address has ended since, like every other of that time.
  if (used.kind === "VERIFY_AND_CHANGE_EMAIL" && user.valid_since_ms > used.createdMs) refuse("INVALID_OOB_CODE");
  const { numUpdatedRows } = await context.db.updateTable("id_users").set({ email, email_verified: 1 })
    .where("uid", "=", user.uid).where("valid_since_ms", "=", user.valid_since_ms).executeTakeFirst()
    .catch(async (error: unknown) => {
      const owner = await findByEmail(context.db, email);
      if (owner !== undefined && owner.uid !== user.uid) refuse("EMAIL_EXISTS");
      throw error;
    });
  if (numUpdatedRows === 0n) refuse("INVALID_OOB_CODE");
  if (user.email_verified === 0) await context.forgetPasskeys?.(user.uid, context.db);
  return { email, emailVerified: true, requestType: used.kind };
}

/** accounts:resetPassword; without a new password it only returns the account's address. */
export async function resetPassword(body: Body<typeof resetSchema>, context: IdentityContext): Answer {
  if (body.newPassword === "") {
    const found = await readCode(body.oobCode, CODE_KINDS, context);
    return { email: found.email, newEmail: found.newEmail, requestType: found.kind };
  }
  checkPassword(body.newPassword, context.policy);
  const { email } = await useCode(body.oobCode, ["PASSWORD_RESET"], context);
  const user = await findByEmail(context.db, email) ?? refuse("INVALID_OOB_CODE");
  const password = await hashPassword(body.newPassword, context.settings.passwordCost);
  if (user.email_verified === 0) await handToOwner(user, password, context);
  else {
    await context.db.updateTable("id_users").set({ password, valid_since_ms: secondAfter(context.clock.now()) })
      .where("uid", "=", user.uid).where("email", "=", email).execute();
    await context.db.deleteFrom("id_refresh_tokens").where("uid", "=", user.uid).execute();
  }
  await context.db.deleteFrom("id_attempts").where("email", "=", email).execute();
  return { email, requestType: "PASSWORD_RESET" };
}

/** accounts:sendOobCode; the response does not reveal whether an address has an account. */
export async function sendCode(body: Body<typeof sendCodeSchema>, apiKey: string, context: IdentityContext): Answer {
  const kind = CODE_KINDS.find((known) => known === body.requestType) ?? refuse("INVALID_REQ_TYPE");
  checkContinueUrl(body.continueUrl, context.settings.authorizedDomains);
  const meant = await addressee(kind, body, context);
  const { db, clock, sender, settings } = context;
  const made = await makeCode(meant, context);
  const to = meant.newEmail === "" ? meant.email : meant.newEmail;
  const { code, codeHash } = made;
  const email = writeEmail(
    { codeKind: kind, language: context.language, to, code, apiKey, continueUrl: body.continueUrl },
    `${settings.publicOrigin}${settings.base}/sign-in`,
  );
  const send = async () => {
    // One commit: an older link never ends without the email that brings the new one.
    await db.transaction().execute(async (trx) => {
      await endOlderCodes(trx, meant, made);
      await enqueueEmails(trx, [{ ...email, key: `code:${codeHash}`, nowMs: clock.now() }]);
    });
    sender.wake();
  };
  if (kind !== "PASSWORD_RESET") await send();
  else if (await findByEmail(db, meant.email) !== undefined) {
    // Not awaited: the response time must not reveal that an email was sent.
    void send().catch((error: unknown) => context.log.error("identity.email-failed", { error }));
  }
  return { email: to };
}

async function addressee(
  kind: CodeKind,
  body: Body<typeof sendCodeSchema>,
  context: IdentityContext,
): Promise<CodeFor> {
  switch (kind) {
    case "EMAIL_SIGNIN":
    case "PASSWORD_RESET":
      return { kind, email: normalEmail(body.email), newEmail: "" };
    case "VERIFY_EMAIL":
      return { kind, email: emailOf((await context.sessions.read(body.idToken)).user), newEmail: "" };
    case "VERIFY_AND_CHANGE_EMAIL": {
      const { user } = await context.sessions.read(body.idToken, { recent: true });
      return { kind, email: emailOf(user), newEmail: normalEmail(body.newEmail) };
    }
  }
}

function emailOf({ email }: User): string {
  return email ?? refuse("MISSING_EMAIL");
}

function checkContinueUrl(continueUrl: string, domains: readonly string[]): void {
  if (continueUrl === "") return;
  const url = URL.canParse(continueUrl) ? new URL(continueUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || !domains.includes(url.hostname)) {
    refuse("UNAUTHORIZED_DOMAIN");
  }
}
