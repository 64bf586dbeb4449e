/** Sign-in with a custom token that this service issued to its own server after a passkey was verified. */
import * as z from "zod/mini";
import { CUSTOM_TOKEN_S } from "../context/constants.ts";
import { refuse } from "../context/errors.ts";
import type { IdentityContext } from "../context/context.ts";
import { tokensAnswer } from "./sign_in_answer.ts";
import type { SigningKey } from "../keys/signing_key.ts";
import { findByUid } from "../users/users.ts";

/** Audience of custom tokens at the real provider. */
const AUDIENCE = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";
export const makeTokenSchema = z.object({ uid: z.string().check(z.minLength(1), z.maxLength(128)) });
export const customTokenSchema = z.object({ token: z._default(z.string().check(z.maxLength(8_192)), "") });
type Answer = Promise<Readonly<Record<string, unknown>>>;

export async function makeCustomToken(uid: string, key: SigningKey, nowMs: number): Promise<string> {
  const nowS = Math.floor(nowMs / 1_000);
  const account = "embedded@trustcheck.invalid";
  return await key.sign({ iss: account, sub: account, aud: AUDIENCE, uid, iat: nowS, exp: nowS + CUSTOM_TOKEN_S });
}

/** accounts:signInWithCustomToken. A passkey counts as two factors, so no second factor is required. */
export async function signInWithCustomToken(
  { token }: z.infer<typeof customTokenSchema>,
  key: SigningKey,
  context: IdentityContext,
): Answer {
  if (token === "") refuse("MISSING_CUSTOM_TOKEN");
  const claims = await key.read(token, { nowMs: context.clock.now(), audience: AUDIENCE });
  if (typeof claims?.uid !== "string") refuse("INVALID_CUSTOM_TOKEN");
  const user = await findByUid(context.db, claims.uid) ?? refuse("USER_NOT_FOUND");
  if (user.is_disabled === 1) refuse("USER_DISABLED");
  return await tokensAnswer({ user, isNew: false, provider: "custom" }, context);
}
