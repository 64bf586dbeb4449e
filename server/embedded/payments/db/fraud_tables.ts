/** Tables of the card-testing rules and velocity limits. */

/** An event that counts towards the velocity limits of a network or holder. A payment under way counts as a decline. */
export interface VelocityRow {
  /** Of a `like_card`, the keyed hash of its number. */
  readonly id: string;
  /** Keyed hash of the network, of the holder, or of the holder and a card's shown digits. */
  readonly network: string;
  /** `save` or `decline`; `holder_save` or `like_card` of a holder. */
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
