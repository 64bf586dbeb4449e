/** What the identity service's calls share, and the shape of a sign-in response. */
import type { Language } from "../../../wire/site/languages.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import type { Log } from "../../../platform/log.ts";
import type { EmailSender } from "../../../outbox/sender.ts";
import type { User } from "../db/tables.ts";

export interface IdentitySettings {
  readonly projectId: string;
  readonly keysDir: string;
  readonly publicOrigin: string;
  readonly base: string;
  /** Host names that links may return to. */
  readonly authorizedDomains: readonly string[];
  readonly passwordPolicy?: PasswordPolicy;
  /** Cost of scrypt; OWASP's by default. Only tests set a lower one. */
  readonly passwordCost?: number | undefined;
  /** True where the mailbox page shows text messages. Elsewhere sign-in by phone is refused. */
  readonly canText: boolean;
}
export interface IdentityPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly sender: EmailSender;
  readonly settings: IdentitySettings;
  /** Deletes an account's passkeys, which the app server keeps; nothing where it keeps none. */
  readonly forgetPasskeys?: (uid: string, db: Db) => Promise<void>;
}
export interface IdentityContext extends IdentityPorts {
  readonly sessions: Sessions;
  readonly policy: PasswordPolicy;
  /** The client's language, for emails and text messages. */
  readonly language: Language;
}

/** The identity provider's password options; an option that is not set is not enforced (W-VALID-11 to W-VALID-13). */
export interface PasswordPolicy {
  readonly minLength: number;
  readonly maxLength?: number;
  readonly lowercase?: boolean;
  readonly uppercase?: boolean;
  readonly numeric?: boolean;
  readonly nonAlphanumeric?: boolean;
}

export interface Tokens {
  readonly idToken: string;
  readonly refreshToken: string;
  readonly expiresIn: string;
}

export interface Session {
  readonly user: User;
  readonly provider: string;
  readonly authTimeMs: number;
}

export interface Sessions {
  open(user: User, provider: string): Promise<Tokens>;
  refresh(refreshToken: string): Promise<Tokens & { readonly uid: string }>;
  /** The account of an ID token; `recent` requires a sign-in within the last minutes. */
  read(idToken: string, options?: { readonly recent?: boolean }): Promise<Session>;
}
