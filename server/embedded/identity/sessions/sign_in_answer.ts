/** The response to a sign-in: tokens, or the request for a second factor. */
import { describeFactor, factorsOf } from "../users/users.ts";
import type { User } from "../db/tables.ts";
import type { IdentityContext } from "../context/context.ts";
import { newSecret, sha256Hex } from "../../../platform/crypto/secrets.ts";

export interface SignedIn {
  readonly user: User;
  readonly isNew: boolean;
  readonly provider: string;
}

export type Answer = Promise<Readonly<Record<string, unknown>>>;

/** Tokens; or, for an account with a second factor, what the client needs to request its code. */
export async function signInAnswer(signedIn: SignedIn, context: IdentityContext): Answer {
  const { user, provider } = signedIn;
  const factors = await factorsOf(context.db, user.uid);
  if (factors.length === 0) return await tokensAnswer(signedIn, context);
  const mfaPendingCredential = newSecret();
  await context.db.insertInto("id_pending").values({
    pending_hash: sha256Hex(mfaPendingCredential),
    uid: user.uid,
    provider,
    created_ms: context.clock.now(),
  }).execute();
  return { ...personOf(signedIn), mfaPendingCredential, mfaInfo: factors.map((row) => describeFactor(row, hidden)) };
}

/** Tokens regardless of a second factor: it was given, or the member was already signed in. */
export async function tokensAnswer(signedIn: SignedIn, { sessions }: IdentityContext): Answer {
  return { ...personOf(signedIn), ...await sessions.open(signedIn.user, signedIn.provider) };
}

export function personOf({ user, isNew }: SignedIn) {
  return {
    localId: user.uid,
    email: user.email ?? "",
    displayName: user.display_name,
    registered: !isNew,
    isNewUser: isNew,
  };
}

/** Before the second factor only the last digits of its number are shown, to distinguish two phones. */
export function hidden(phoneNumber: string): string {
  return phoneNumber.replaceAll(/\d(?=\d{4})/g, "*");
}
