/** Rows of the acquirer's ledger. `_minor` columns are whole minor units, `_ms` columns Unix milliseconds. */

/** The charge of one authorize call. */
export interface ChargeRow {
  readonly key: string;
  /** Key of the call that this one continues after the shopper acted. */
  readonly continues: string | null;
  /** Reduced to the captured amount when the rest is voided after a partial capture. */
  readonly amount_minor: number;
  readonly currency: string;
  /** 1 when the approval captures at once. */
  readonly captures: number;
  readonly captured_minor: number;
  readonly refunded_minor: number;
  readonly is_cancelled: number;
  readonly outcome: string;
  readonly result: string | null;
  /** How the simulated issuer treats this card number. */
  readonly scenario: string;
  readonly settles_ms: number | null;
  /** Group of the card's network; null for wallets and for rows of older versions. */
  readonly network: string | null;
  /** `customer` or `merchant`; null for rows of older versions. */
  readonly initiator: string | null;
  /** MM/YYYY as the card was charged with. */
  readonly expiry: string | null;
  readonly created_ms: number;
}

/** A capture, refund or cancellation at the acquirer. */
export interface MovementRow {
  readonly key: string;
  readonly charge_key: string;
  readonly kind: string;
  readonly amount_minor: number;
  readonly outcome: string;
  readonly result: string | null;
  readonly created_ms: number;
}

/** A dispute of a charge. A charge is disputed once. */
export interface DisputeRow {
  readonly id: string;
  readonly charge_key: string;
  readonly kind: string;
  readonly state: string;
  readonly category: string;
  readonly network: string;
  readonly amount_minor: number;
  readonly currency: string;
  readonly withdrawn_minor: number;
  readonly returned_minor: number;
  readonly fee_minor: number;
  readonly respond_by_ms: number;
  /** When the network decides, and how; null before evidence was sent. */
  readonly decide_ms: number | null;
  readonly verdict: string | null;
  readonly opened_ms: number;
  readonly changed_ms: number;
}
