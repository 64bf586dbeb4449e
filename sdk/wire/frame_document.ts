/** What the frame server writes into the card-frame document as inert JSON; nothing a page passes overrides it. */

/** Id of the `<script type="application/json">` element that carries it. */
export const FRAME_DOCUMENT_ID = "frame-document";

export interface FrameDocument {
  readonly vaultId: string;
  /** base64 of the SPKI DER of the RSA sealing key. */
  readonly publicKey: string;
  readonly keyId: string;
  /** Raw values may leave the frame only in TEST, decided by the vault's record, never by the page. */
  readonly environment: "TEST" | "PROD";
  /** Exact origins that may embed the frame; `http://localhost:*` and `http://127.0.0.1:*` mean any port. */
  readonly parents: readonly string[];
  /** When the frame server wrote this, by its own clock; caches keep it for minutes. */
  readonly servedMs?: number | undefined;
}
