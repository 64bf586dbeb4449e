/** A phone as second factor: enrolled by a signed-in member, required at every later sign-in. */
import * as z from "zod/mini";
import { MAX_FACTORS, PENDING_SIGN_IN_MS } from "../context/constants.ts";
import { refuse } from "../context/errors.ts";
import type { IdentityContext } from "../context/context.ts";
import { tokensAnswer } from "../sessions/sign_in_answer.ts";
import { normalPhone, startPhoneCode, typedCodeSchema, usePhoneCode } from "./phone_codes.ts";
import { factorsOf, findByUid, holdUser } from "../users/users.ts";
import type { User } from "../db/tables.ts";
import type { Db } from "../../../db/open.ts";
import { sha256Hex } from "../../../platform/crypto/secrets.ts";

const text = (maxChars: number) => z._default(z.string().check(z.maxLength(maxChars)), "");
const typed = z._default(typedCodeSchema, { sessionInfo: "", code: "" });
export const startEnrollmentSchema = z.object({
  idToken: text(8_192),
  phoneEnrollmentInfo: z._default(z.object({ phoneNumber: text(40) }), { phoneNumber: "" }),
});
export const finishEnrollmentSchema = z.object({
  idToken: text(8_192),
  displayName: z._default(z.nullable(z.string().check(z.maxLength(100))), ""),
  phoneVerificationInfo: typed,
});
export const withdrawSchema = z.object({ idToken: text(8_192), mfaEnrollmentId: text(100) });
export const startSignInSchema = z.object({ mfaPendingCredential: text(200), mfaEnrollmentId: text(100) });
export const finishSignInSchema = z.object({ mfaPendingCredential: text(200), phoneVerificationInfo: typed });
type Body<T extends z.ZodMiniType> = z.infer<T>;
type Answer = Promise<Readonly<Record<string, unknown>>>;

/** mfaEnrollment:start, for confirmed addresses only: otherwise a stranger could lock out the owner. */
export async function startEnrollment(body: Body<typeof startEnrollmentSchema>, context: IdentityContext): Answer {
  const { user } = await context.sessions.read(body.idToken, { recent: true });
  if (user.email_verified === 0) refuse("UNVERIFIED_EMAIL");
  const number = normalPhone(body.phoneEnrollmentInfo.phoneNumber);
  await refuseFactor(user, number, context.db);
  return { phoneSessionInfo: { sessionInfo: await startPhoneCode(number, user.uid, context) } };
}

/** Asked when the code is sent and again when it is typed: other factors may have been added meanwhile. */
async function refuseFactor(user: User, number: string, db: Db): Promise<void> {
  // One phone for both factors would be a single factor.
  if (number === user.phone_number) refuse("UNSUPPORTED_FIRST_FACTOR");
  const factors = await factorsOf(db, user.uid);
  if (factors.some(({ phone_number }) => phone_number === number)) refuse("SECOND_FACTOR_EXISTS");
  if (factors.length >= MAX_FACTORS) refuse("SECOND_FACTOR_LIMIT_EXCEEDED");
}

/** mfaEnrollment:finalize */
export async function finishEnrollment(body: Body<typeof finishEnrollmentSchema>, context: IdentityContext): Answer {
  const { user, provider } = await context.sessions.read(body.idToken, { recent: true });
  const phone_number = await usePhoneCode(body.phoneVerificationInfo, user.uid, context);
  const row = {
    id: crypto.randomUUID(),
    uid: user.uid,
    phone_number,
    display_name: body.displayName ?? "",
    enrolled_ms: context.clock.now(),
  };
  await context.db.transaction().execute(async (trx) => {
    await refuseFactor(await holdUser(user, trx), phone_number, trx);
    await trx.insertInto("id_factors").values(row).execute();
  });
  return await tokensAnswer({ user, isNew: false, provider }, context);
}

/** mfaEnrollment:withdraw */
export async function withdrawFactor(body: Body<typeof withdrawSchema>, context: IdentityContext): Answer {
  const { user, provider } = await context.sessions.read(body.idToken, { recent: true });
  const gone = await context.db.deleteFrom("id_factors").where("id", "=", body.mfaEnrollmentId)
    .where("uid", "=", user.uid).executeTakeFirst();
  if (gone.numDeletedRows === 0n) refuse("MFA_ENROLLMENT_NOT_FOUND");
  return await tokensAnswer({ user, isNew: false, provider }, context);
}

/** mfaSignIn:start: sends the code to the chosen factor. */
export async function startSignIn(body: Body<typeof startSignInSchema>, context: IdentityContext): Answer {
  const { user } = await readPending(body.mfaPendingCredential, context);
  const factor = (await factorsOf(context.db, user.uid)).find(({ id }) => id === body.mfaEnrollmentId) ??
    refuse("MFA_ENROLLMENT_NOT_FOUND");
  return { phoneResponseInfo: { sessionInfo: await startPhoneCode(factor.phone_number, user.uid, context) } };
}

/** mfaSignIn:finalize */
export async function finishSignIn(body: Body<typeof finishSignInSchema>, context: IdentityContext): Answer {
  const { user, provider } = await readPending(body.mfaPendingCredential, context);
  await usePhoneCode(body.phoneVerificationInfo, user.uid, context);
  const used = await context.db.deleteFrom("id_pending")
    .where("pending_hash", "=", sha256Hex(body.mfaPendingCredential)).executeTakeFirst();
  if (used.numDeletedRows === 0n) refuse("INVALID_MFA_PENDING_CREDENTIAL");
  return await tokensAnswer({ user, isNew: false, provider }, context);
}

async function readPending(
  pending: string,
  context: IdentityContext,
): Promise<{ readonly user: User; readonly provider: string }> {
  if (pending === "") refuse("MISSING_MFA_PENDING_CREDENTIAL");
  const row = await context.db.selectFrom("id_pending").selectAll().where("pending_hash", "=", sha256Hex(pending))
    .executeTakeFirst();
  if (row === undefined || row.created_ms + PENDING_SIGN_IN_MS <= context.clock.now()) {
    refuse("INVALID_MFA_PENDING_CREDENTIAL");
  }
  const user = await findByUid(context.db, row.uid) ?? refuse("USER_NOT_FOUND");
  if (user.is_disabled === 1) refuse("USER_DISABLED");
  return { user, provider: row.provider };
}
