/** Tables of the passkeys. They stand beside the identity service, so that they work with a remote one too. */

interface PasskeysTable {
  /** The credential's id, base64url. */
  readonly id: string;
  readonly uid: string;
  /** COSE key, base64url. */
  readonly public_key: string;
  readonly counter: number;
  /** Parted by spaces. */
  readonly transports: string;
  readonly name: string;
  /** 1 where the passkey lives in an account of its maker and so on more than one device. */
  readonly is_synced: number;
  readonly created_ms: number;
  readonly used_ms: number | null;
}
interface ChallengesTable {
  readonly challenge: string;
  /** The account a passkey is added to; empty for a sign-in. */
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
