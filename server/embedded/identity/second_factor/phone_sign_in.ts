/** Signing in with a phone number, and linking one to a signed-in account. */
import * as z from "zod/mini";
import { IdentityError, refuse } from "../context/errors.ts";
import type { IdentityContext } from "../context/context.ts";
import { signInAnswer, tokensAnswer } from "../sessions/sign_in_answer.ts";
import { normalPhone, startPhoneCode, typedCodeSchema, usePhoneCode } from "./phone_codes.ts";
import { factorsOf, findByPhone, findOrCreateByPhone, holdUser } from "../users/users.ts";
import type { User } from "../db/tables.ts";
import type { Db } from "../../../db/open.ts";

const text = (maxChars: number) => z._default(z.string().check(z.maxLength(maxChars)), "");
export const sendPhoneCodeSchema = z.object({ phoneNumber: text(40) });
export const phoneSignInSchema = z.extend(typedCodeSchema, { idToken: text(8_192) });
type Answer = Promise<Readonly<Record<string, unknown>>>;

/** accounts:sendVerificationCode; the response does not reveal whether the number has an account. */
export async function sendVerificationCode(
  { phoneNumber }: z.infer<typeof sendPhoneCodeSchema>,
  context: IdentityContext,
): Answer {
  return { sessionInfo: await startPhoneCode(normalPhone(phoneNumber), "", context) };
}

/** accounts:signInWithPhoneNumber; with an ID token of a recent sign-in it links the number to that account. */
export async function signInWithPhoneNumber(body: z.infer<typeof phoneSignInSchema>, context: IdentityContext): Answer {
  const session = body.idToken === "" ? undefined : await context.sessions.read(body.idToken, { recent: true });
  const phoneNumber = await usePhoneCode(body, "", context);
  if (session === undefined) {
    const taken = await findOrCreateByPhone(phoneNumber, context);
    return { ...await signInAnswer({ ...taken, provider: "phone" }, context), phoneNumber };
  }
  await linkPhone(session.user, phoneNumber, context.db);
  const user = { ...session.user, phone_number: phoneNumber };
  return { ...await tokensAnswer({ user, isNew: false, provider: "phone" }, context), phoneNumber };
}

async function linkPhone(user: User, phone_number: string, db: Db): Promise<void> {
  const owner = await findByPhone(db, phone_number);
  if (owner !== undefined && owner.uid !== user.uid) refuse("PHONE_NUMBER_EXISTS");
  try {
    await db.transaction().execute(async (trx) => {
      await holdUser(user, trx);
      const factors = await factorsOf(trx, user.uid);
      // One phone for both factors would be a single factor.
      if (factors.some((factor) => factor.phone_number === phone_number)) refuse("UNSUPPORTED_FIRST_FACTOR");
      await trx.updateTable("id_users").set({ phone_number }).where("uid", "=", user.uid).execute();
    });
  } catch (error) {
    if (error instanceof IdentityError) throw error;
    // A simultaneous sign-in with this number created the account first.
    if (await findByPhone(db, phone_number) !== undefined) refuse("PHONE_NUMBER_EXISTS");
    throw error;
  }
}
