/** What every call of this service works with, and the shape of the answer to a sign-in. */
import type { Clock } from "../../clock.ts";
import type { Db } from "../../db/open.ts";
import type { Log } from "../../log.ts";
import type { Upstream } from "../../upstreams/services.ts";
import type { PasswordPolicy } from "./passwords.ts";
import type { Sessions } from "./sessions.ts";
import type { User } from "./users.ts";

export interface IdentitySettings {
  readonly projectId: string;
  readonly keysDir: string;
  readonly publicOrigin: string;
  readonly base: string;
  /** Host names that links may lead back to. */
  readonly authorizedDomains: readonly string[];
  readonly passwordPolicy?: PasswordPolicy;
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
}

export interface SignedIn {
  readonly user: User;
  readonly isNew: boolean;
  readonly provider: string;
}

export async function signInAnswer({ user, isNew, provider }: SignedIn, { sessions }: Parts): Promise<
  Readonly<Record<string, unknown>>
> {
  const tokens = await sessions.open(user, provider);
  return {
    localId: user.uid,
    email: user.email,
    displayName: user.display_name,
    registered: !isNew,
    isNewUser: isNew,
    ...tokens,
  };
}
