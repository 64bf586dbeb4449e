/** What every call of this service works with, and the shape of the answer to a sign-in. */
import type { Language } from "../../../wire/languages.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import type { Log } from "../../../platform/log.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import type { PasswordPolicy } from "../accounts/passwords.ts";
import { hashOf, newSecret } from "../db/secrets.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { describeFactor, factorsOf, type User } from "../accounts/users.ts";

export interface IdentitySettings {
  readonly projectId: string;
  readonly keysDir: string;
  readonly publicOrigin: string;
  readonly base: string;
  /** Host names that links may lead back to. */
  readonly authorizedDomains: readonly string[];
  readonly passwordPolicy?: PasswordPolicy;
  /** Whether text messages reach anybody: here they only reach the mailbox page. */
  readonly canText: boolean;
}
export interface IdentityDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly mail: Upstream;
  readonly settings: IdentitySettings;
}
export interface Parts extends IdentityDeps {
  readonly sessions: Sessions;
  readonly policy: PasswordPolicy;
  /** Of the client that calls; mails and text messages are written in it. */
  readonly language: Language;
}

export interface SignedIn {
  readonly user: User;
  readonly isNew: boolean;
  readonly provider: string;
}

type Answer = Promise<Readonly<Record<string, unknown>>>;

/** Tokens; or, where the account has a second factor, what the client needs to ask for it. */
export async function signInAnswer(signedIn: SignedIn, parts: Parts): Answer {
  const { user, provider } = signedIn;
  const factors = await factorsOf(parts.db, user.uid);
  if (factors.length === 0) return await tokensAnswer(signedIn, parts);
  const mfaPendingCredential = newSecret();
  await parts.db.insertInto("id_pending").values({
    pending_hash: await hashOf(mfaPendingCredential),
    uid: user.uid,
    provider,
    created_ms: parts.clock.now(),
  }).execute();
  return { ...personOf(signedIn), mfaPendingCredential, mfaInfo: factors.map((row) => describeFactor(row, hidden)) };
}

/** Tokens, whatever second factor there is: it was given, or the person was signed in before. */
export async function tokensAnswer(signedIn: SignedIn, { sessions }: Parts): Answer {
  return { ...personOf(signedIn), ...await sessions.open(signedIn.user, signedIn.provider) };
}

function personOf({ user, isNew }: SignedIn) {
  return {
    localId: user.uid,
    email: user.email ?? "",
    displayName: user.display_name,
    registered: !isNew,
    isNewUser: isNew,
  };
}

/** Before the second factor only the end of its number shows, to tell two phones apart. */
function hidden(phoneNumber: string): string {
  return phoneNumber.replaceAll(/\d(?=\d{4})/g, "*");
}
