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
