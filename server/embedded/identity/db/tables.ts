/**
 * Tables of the identity service. Email addresses are stored in lower case; codes and refresh tokens only as hashes.
 */
import type { Generated, Selectable } from "kysely";

interface UsersTable {
  readonly uid: string;
  /** Null for accounts that have only a phone number. */
  readonly email: string | null;
  /** E.164 */
  readonly phone_number: string | null;
  readonly email_verified: number;
  readonly display_name: string;
  readonly photo_url: string;
  /** Empty for accounts without a password. */
  readonly password: string;
  readonly is_disabled: number;
  /** Earlier sign-ins are invalid; set when the password changes. */
  readonly valid_since_ms: number;
  readonly created_ms: number;
  readonly last_login_ms: number;
  readonly last_refresh_ms: number;
}
interface LinksTable {
  readonly provider_id: string;
  /** The user's id at the provider. */
  readonly raw_id: string;
  readonly uid: string;
  readonly email: string;
  readonly display_name: string;
}
interface RefreshTokensTable {
  readonly token_hash: string;
  readonly uid: string;
  /** Refresh tokens of one sign-in; late use of a replaced token revokes the whole family. */
  readonly family: string;
  readonly provider: string;
  readonly auth_time_ms: number;
  readonly created_ms: number;
  readonly replaced_ms: number | null;
}
interface CodesTable {
  readonly code_hash: string;
  readonly kind: string;
  readonly email: string;
  /** The new address of an address change; empty for other kinds. */
  readonly new_email: string;
  readonly created_ms: number;
  readonly expires_ms: number;
  /** Time at which it was used or replaced by a newer one. */
  readonly ended_ms: number | null;
}
interface AttemptsTable {
  readonly email: string;
  readonly failed: number;
  readonly locked_until_ms: number;
  /** When the last one was counted; left out in rows of the previous release. */
  readonly changed_ms: Generated<number>;
}

interface PhoneSessionsTable {
  readonly session_hash: string;
  readonly phone_number: string;
  readonly code_hash: string;
  /** The account that requested the code; empty for a sign-in, where the account is unknown. */
  readonly uid: string;
  readonly tries: number;
  readonly created_ms: number;
  readonly ended_ms: number | null;
}
interface FactorsTable {
  readonly id: string;
  readonly uid: string;
  readonly phone_number: string;
  readonly display_name: string;
  readonly enrolled_ms: number;
}
/** Sign-ins that wait for their second factor. */
interface PendingTable {
  readonly pending_hash: string;
  readonly uid: string;
  readonly provider: string;
  readonly created_ms: number;
}

export interface IdentityTables {
  readonly id_users: UsersTable;
  readonly id_links: LinksTable;
  readonly id_refresh_tokens: RefreshTokensTable;
  readonly id_codes: CodesTable;
  readonly id_attempts: AttemptsTable;
  readonly id_phone_sessions: PhoneSessionsTable;
  readonly id_factors: FactorsTable;
  readonly id_pending: PendingTable;
}

export type User = Selectable<IdentityTables["id_users"]>;

export type Factor = Selectable<IdentityTables["id_factors"]>;

export type Link = Selectable<IdentityTables["id_links"]>;

declare module "../../../db/database.ts" {
  interface Database extends IdentityTables {}
}
