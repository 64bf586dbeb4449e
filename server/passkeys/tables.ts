/** Tables of passkeys. The app server owns them, so that passkeys work with a remote identity service too. */

interface PasskeysTable {
  /** Credential id, base64url. */
  readonly id: string;
  readonly uid: string;
  /** COSE public key, base64url. */
  readonly public_key: string;
  readonly counter: number;
  /** Transports, separated by spaces. */
  readonly transports: string;
  readonly name: string;
  /** 1 when the passkey is synced through its vendor's account to other devices. */
  readonly is_synced: number;
  readonly created_ms: number;
  readonly used_ms: number | null;
}
interface ChallengesTable {
  readonly challenge: string;
  /** The account that adds a passkey; empty for a sign-in. */
  readonly uid: string;
  readonly created_ms: number;
}

export interface PasskeyTables {
  readonly passkeys: PasskeysTable;
  readonly passkey_challenges: ChallengesTable;
}

declare module "../db/database.ts" {
  interface Database extends PasskeyTables {}
}
