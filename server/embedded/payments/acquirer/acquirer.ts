/**
 * The interface to the acquirer, which moves the money. An adapter for a real acquirer implements it; the simulator is
 * one implementation.
 *
 * Every call carries a key that the service has committed before it calls. A repeated key never moves money again and
 * answers the first outcome, however old: after a restore from a backup the service calls again with the keys of the
 * calls it forgot. An adapter whose acquirer forgets its idempotency keys sends the key as the reference of the order
 * and looks it up. A call that throws says nothing about the money: the service then asks with `find`, and after a
 * crash with `close`. Amounts are whole minor units. No call is made inside a transaction of the service.
 */
import type { DeclineResult } from "./decline_results.ts";
import type { AcquirerFeeds } from "./disputes.ts";

/** What the shopper pays with. The security code is passed on and never stored. */
export type PaymentMethod =
  | {
    readonly kind: "card";
    readonly number: string;
    readonly expiryMonth: string;
    readonly expiryYear: string;
    readonly securityCode?: string;
    /** The network the shopper chose for a co-badged card; the acquirer chooses when left out. */
    readonly preferredScheme?: string;
  }
  | { readonly kind: "wallet"; readonly method: string; readonly token: string }
  | { readonly kind: "account"; readonly method: string }
  | { readonly kind: "hosted"; readonly method: string };

/** What the shopper did at the issuer page, or `confirmed` for the page of a wallet. */
export type Answer = "passed" | "failed" | "cancelled" | "confirmed";

/** One request for money. */
export interface AuthorizeCall {
  readonly key: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** True captures the amount with the approval; false holds it for a later capture. */
  readonly captures: boolean;
  /** `customer`: the shopper is present. `merchant`: a stored instrument is charged without the shopper. */
  readonly initiator: "customer" | "merchant";
  /** True asks the issuer for 3-D Secure before it approves or declines. False when left out. */
  readonly mustAuthenticate?: boolean;
  readonly paymentMethod: PaymentMethod;
  /** In how many monthly parts the shopper pays the card's issuer. The amount is the whole one. One when left out. */
  readonly installments?: number | undefined;
  /** For the issuer's check of the address; never stored. */
  readonly billingAddress?: BillingAddress | undefined;
}

/** The card's billing address, as far as the page asked for it and the shopper typed it. */
export interface BillingAddress {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
  readonly postalCode?: string | undefined;
}

/** Continues a call that required an action of the shopper. `continues` is the key of that call. */
export interface ContinueCall {
  readonly key: string;
  readonly continues: string;
  readonly answer: Answer;
}

/** A capture, refund or cancellation of an approved charge. */
export interface OperationCall {
  readonly key: string;
  /** Key of the authorize call that holds the money. */
  readonly chargeKey: string;
  /** A cancellation voids everything that is held and not captured. */
  readonly kind: "capture" | "refund" | "cancel";
  readonly amountMinor: number;
}

/** What an acquirer answers. */
export type Outcome =
  | { readonly kind: "approved" }
  | { readonly kind: "declined"; readonly result: DeclineResult }
  /** The shopper has to act first; a continue call follows. */
  | { readonly kind: "asks"; readonly action: "3ds" | "redirect" | "confirm" }
  /**
   * Not decided yet, and the shopper has nothing to do. The service asks again with `find` after this many milliseconds.
   * A capture, refund or cancellation stays requested, and the service asks again with `close`, at its own times.
   */
  | { readonly kind: "pending"; readonly askAgainMs: number }
  /** The call never arrived and never will. */
  | { readonly kind: "closed" };

/** An approved charge as the acquirer's ledger has it. */
export interface LedgerCharge {
  /** Key of the authorize or continue call. */
  readonly key: string;
  readonly createdMs: number;
  readonly capturedMinor: number;
  readonly refundedMinor: number;
  /** Approved, and neither captured nor voided. */
  readonly heldMinor: number;
  /** Of the sums, ISO 4217. */
  readonly currency: string;
}

/**
 * The approved charges with these keys, or of a time: from the first millisecond up to, but not including, the last.
 * `creation`: recorded then. `move`: recorded, captured, refunded or voided then.
 */
export type LedgerQuery =
  | { readonly keys: readonly string[] }
  | { readonly by: "creation" | "move"; readonly fromMs: number; readonly toMs: number };

/**
 * What an adapter implements. Every method rejects when the outcome is unknown, and only then; a refusal is an outcome.
 *
 * ```ts
 * const outcome = await acquirer.authorize({
 *   key: "0199b6e0-5d5b-7000-8000-000000000001",
 *   amountMinor: 1999,
 *   currency: "USD",
 *   captures: true,
 *   initiator: "customer",
 *   paymentMethod: { kind: "wallet", method: "applePay", token },
 * });
 * if (outcome.kind === "declined") console.log(outcome.result); // "InsufficientBalance"
 * ```
 */
export interface Acquirer extends AcquirerFeeds {
  /** Asks for approval of a payment. */
  authorize(call: AuthorizeCall): Promise<Outcome>;
  /** Continues a call after the shopper acted. Declines with `OperationNotAllowed` when no action was open. */
  continue(call: ContinueCall): Promise<Outcome>;
  /** Captures, refunds or cancels what `chargeKey` holds. */
  operate(call: OperationCall): Promise<Outcome>;
  /** The outcome of the call with this key; undefined when it has not arrived. */
  find(key: string): Promise<Outcome | undefined>;
  /** Like `find`, but a key that has not arrived is closed, so that a call still on its way moves no money. */
  close(key: string): Promise<Outcome>;
  /** The approved charges as the acquirer has them now, for the comparison with the service's books. */
  charges(query: LedgerQuery): Promise<readonly LedgerCharge[]>;
}
