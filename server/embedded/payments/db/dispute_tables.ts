/** Tables of disputes and of what the acquirer's lists were read up to. */

/** A dispute of an execution, as the acquirer reported it last, with the merchant's evidence. */
export interface DisputeRow {
  readonly id: string;
  readonly acquirer_id: string;
  readonly client_id: string;
  readonly execution_id: string;
  readonly holder_reference: string;
  readonly merchant_reference: string;
  readonly kind: string;
  readonly state: string;
  readonly category: string;
  readonly reason_code: string;
  /** Group of the card's network. */
  readonly network: string;
  readonly amount_minor: number;
  readonly currency: string;
  readonly withdrawn_minor: number;
  readonly returned_minor: number;
  readonly fee_minor: number;
  readonly respond_by_ms: number;
  /** JSON of the evidence's texts under AES-256-GCM; null for none. */
  readonly sealed_texts: string | null;
  /** When the merchant asked to erase the evidence; while the dispute is open, it is kept until the end. */
  readonly erase_evidence_ms: number | null;
  readonly submitted_ms: number | null;
  /** Names the request that answered the dispute last, or is answering it. */
  readonly answer_key: string | null;
  /** Until then, by the database's clock, that request may wait for the acquirer, and no other one changes the row. */
  readonly answer_until_ms: number | null;
  /** JSON list of `{event, timeMs}`, oldest first. */
  readonly history: string;
  /** Grows by one with every change. Updates compare it, so that only one of two simultaneous updates succeeds. */
  readonly version: number;
  readonly created_ms: number;
  readonly changed_ms: number;
}

export interface DisputeFileRow {
  readonly id: string;
  readonly dispute_id: string;
  readonly name: string;
  readonly content_type: string;
  readonly bytes: number;
  /** The file's base64 under AES-256-GCM. */
  readonly sealed: string;
  readonly created_ms: number;
}

/** Up to when a list of the acquirer was read, or the month that a network's dispute ratio was last warned of. */
export interface FeedRow {
  readonly name: string;
  readonly read_ms: number;
}
