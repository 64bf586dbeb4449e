/** Disputes and card updates as an acquirer reports them, beside the payments of `acquirer.ts`. */
import type { DisputeCategory, NetworkGroup } from "./dispute_reasons.ts";

/**
 * `early_warning`: the issuer reports fraud, and no money has moved. `inquiry`: the issuer asks, and no money has
 * moved.
 * `chargeback`: the issuer has taken the money back.
 */
export const DISPUTE_KINDS = ["early_warning", "inquiry", "chargeback"] as const;
export type DisputeKind = (typeof DISPUTE_KINDS)[number];

/** `closed` ends early warnings and inquiries without a chargeback. The others after `under_review` end chargebacks. */
export const DISPUTE_STATES = [
  "needs_response",
  "under_review",
  "won",
  "lost",
  "accepted",
  "expired",
  "closed",
] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** A dispute as the acquirer has it now. Amounts are whole minor units of `currency`. */
export interface AcquirerDispute {
  /** The acquirer's id. */
  readonly id: string;
  /** Key of the authorize or continue call of the disputed charge. */
  readonly chargeKey: string;
  readonly kind: DisputeKind;
  readonly state: DisputeState;
  readonly category: DisputeCategory;
  /** The network's own code. */
  readonly reasonCode: string;
  readonly network: NetworkGroup;
  readonly amountMinor: number;
  readonly currency: string;
  /** Taken from the merchant's balance so far. */
  readonly withdrawnMinor: number;
  /** Put back when the merchant won. */
  readonly returnedMinor: number;
  /** The acquirer's fee for a chargeback, which a won dispute does not return. */
  readonly feeMinor: number;
  readonly respondByMs: number;
  readonly openedMs: number;
  readonly changedMs: number;
}

/** Disputes that were opened or changed at this time or later. */
export interface DisputesQuery {
  readonly changedFromMs: number;
}

/** A document of the merchant's evidence. */
export interface EvidenceFile {
  readonly name: string;
  readonly contentType: string;
  /** base64. */
  readonly content: string;
}

/** The merchant's answer to a dispute. A second one for the same dispute changes nothing. */
export interface DisputeResponse {
  readonly id: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly files: readonly EvidenceFile[];
}

export const CARD_CHANGES = [
  "expiry_changed",
  "card_replaced",
  "account_closed",
  "token_suspended",
  "token_resumed",
  "token_deleted",
] as const;
export type CardChange = (typeof CARD_CHANGES)[number];

/** What a network's account updater or token service says of a card that was charged. */
export interface CardUpdate {
  readonly id: string;
  /** Key of the charge by which the merchant knows the card. */
  readonly chargeKey: string;
  readonly change: CardChange;
  readonly atMs: number;
  /** The card from now on: set for `expiry_changed` and `card_replaced`. */
  readonly card?: { readonly number: string; readonly expiryMonth: string; readonly expiryYear: string };
}

/** Card updates from the first millisecond up to and including the last. */
export interface CardUpdatesQuery {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What an adapter implements beside the calls that move money. */
export interface AcquirerFeeds {
  /** Disputes that changed, oldest change first. */
  disputes(query: DisputesQuery): Promise<readonly AcquirerDispute[]>;
  /** Sends evidence. Undefined when the acquirer no longer accepts any for this dispute. */
  respond(response: DisputeResponse): Promise<AcquirerDispute | undefined>;
  /** Accepts the loss. Undefined when the dispute is over. */
  acceptDispute(id: string): Promise<AcquirerDispute | undefined>;
  cardUpdates(query: CardUpdatesQuery): Promise<readonly CardUpdate[]>;
}
