/** What the frame server writes into the card-frame document as inert JSON. Nothing a page passes overrides it. */

/** Id of the `<script type="application/json">` element that contains it. */
export const FRAME_DOCUMENT_ID = "frame-document";

export interface FrameDocument {
  readonly vaultId: string;
  /** Base64 of the SPKI DER of the RSA sealing key. */
  readonly publicKey: string;
  readonly keyId: string;
  /** Raw values may leave the frame only in TEST. The vault's record decides this, never the page. */
  readonly environment: "TEST" | "PROD";
  /** Exact origins that may embed the frame. `http://localhost:*` and `http://127.0.0.1:*` match any port. */
  readonly parents: readonly string[];
  /** When the frame server wrote this, by its own clock. Caches keep the document for minutes. */
  readonly servedMs?: number | undefined;
}
