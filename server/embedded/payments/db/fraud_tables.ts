/** Tables of the card-testing rules and velocity limits. */

/** An event that counts towards a network's velocity limits. A payment under way counts as a decline. */
export interface VelocityRow {
  readonly id: string;
  /** Keyed hash of the network. */
  readonly network: string;
  /** `save` or `decline`. */
  readonly kind: string;
  readonly at_ms: number;
}

/** A declined card, by keyed hashes. */
export interface DeclineRow {
  readonly id: string;
  /** Keyed hash of the merchant. Set for new cards only, as is `range`. */
  readonly shop: string | null;
  readonly network: string;
  readonly card: string | null;
  readonly range: string | null;
  /** New cards tried since the previous decline, this one included. */
  readonly shop_tries: number;
  readonly range_tries: number;
  readonly at_ms: number;
}

/** A restriction with an end: on a card, on a range of numbers, or on a merchant's new cards. */
export interface RestrictionRow {
  readonly subject: string;
  readonly until_ms: number;
}
