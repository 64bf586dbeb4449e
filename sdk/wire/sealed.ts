/** The plaintext of the JWE that leaves the card frame: JSON of this, sealed for the vault's public key. */

/**
 * Protected header: RSA-OAEP-256 + A256CBC-HS512, compact form. `kid` names the sealing key, `jti` makes it single use.
 */
export interface SealedHeader {
  readonly alg: "RSA-OAEP-256";
  readonly enc: "A256CBC-HS512" | "A256GCM";
  readonly kid?: string;
  readonly iat?: number;
  readonly jti?: string;
}

/** The vault, and the page that takes it from the frame, refuse a longer JWE. */
export const MAX_SEALED_CHARS = 8192;

export interface SealedCard {
  /** Digits only. */
  readonly cardNumber: string;
  readonly holderName?: string | undefined;
  /** Two digits. */
  readonly expiryMonth: string;
  /** Two or four digits. */
  readonly expiryYear: string;
  readonly securityCode?: string;
  readonly holderReference?: string | undefined;
  /** Id of the execution it pays or is stored for. Any other execution refuses it. */
  readonly execution?: string | undefined;
  /** Options of `collect`: tokens per column, records, columns to upsert by (S-VAULT-02). */
  readonly tokens?: boolean;
  /** A field `skyflowID` is the id of the record to change. */
  readonly records?:
    | readonly { readonly table: string; readonly fields: Readonly<Record<string, unknown>> }[]
    | undefined;
  readonly upsert?: readonly { readonly table: string; readonly column: string }[] | undefined;
}
