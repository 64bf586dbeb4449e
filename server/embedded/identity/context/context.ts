/** What every call of this service works with, and the shape of the answer to a sign-in. */
import type { Language } from "../../../wire/site/languages.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import type { Log } from "../../../platform/log.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import type { User } from "../db/tables.ts";

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
export interface IdentityContext extends IdentityDeps {
  readonly sessions: Sessions;
  readonly policy: PasswordPolicy;
  /** Of the client that calls; mails and text messages are written in it. */
  readonly language: Language;
}

/** The identity provider's options; what is not set is not asked for (spec W 5). */
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
  /** The account an ID token stands for; `recent` asks for a sign-in within the last minutes. */
  read(idToken: string, options?: { readonly recent?: boolean }): Promise<Session>;
}
