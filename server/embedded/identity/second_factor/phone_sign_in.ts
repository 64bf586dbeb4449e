/** Signing in with a phone number, and linking one to a signed-in account. */
import * as z from "zod/mini";
import { refuse } from "../context/errors.ts";
import type { IdentityContext } from "../context/context.ts";
import { signInAnswer, tokensAnswer } from "../sessions/sign_in_answer.ts";
import { normalPhone, startPhoneCode, typedCodeSchema, usePhoneCode } from "./phone_codes.ts";
import { factorsOf, findByPhone, findOrCreateByPhone } from "../users/users.ts";

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
  const owner = await findByPhone(context.db, phoneNumber);
  if (owner !== undefined && owner.uid !== session.user.uid) refuse("PHONE_NUMBER_EXISTS");
  const factors = await factorsOf(context.db, session.user.uid);
  // One phone for both factors would be a single factor.
  if (factors.some((factor) => factor.phone_number === phoneNumber)) refuse("UNSUPPORTED_FIRST_FACTOR");
  const user = { ...session.user, phone_number: phoneNumber };
  try {
    await context.db.updateTable("id_users").set({ phone_number: phoneNumber }).where("uid", "=", user.uid).execute();
  } catch (error) {
    // A simultaneous sign-in with this number created the account first.
    if (await findByPhone(context.db, phoneNumber) !== undefined) refuse("PHONE_NUMBER_EXISTS");
    throw error;
  }
  return { ...await tokensAnswer({ user, isNew: false, provider: "phone" }, context), phoneNumber };
}
