/** Rows of the acquirer's ledger. */

/** What the acquirer holds for one authorize call. */
export interface ChargeRow {
  readonly key: string;
  /** The call this one continues after the shopper answered. */
  readonly continues: string | null;
  /** Less what was given up after a part was captured. */
  readonly amount_minor: number;
  readonly currency: string;
  /** 1 when approval captures at once. */
  readonly captures: number;
  readonly captured_minor: number;
  readonly refunded_minor: number;
  readonly is_cancelled: number;
  readonly outcome: string;
  readonly result: string | null;
  /** How the simulated issuer behaves for this number. */
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
