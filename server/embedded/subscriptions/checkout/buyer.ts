/**
 * The buyer and their payment method, stored with the checkout from the first attempt to charge, so that a crash loses
 * nothing.
 */
import type { CreateNoUser, Instrument } from "../../../wire/billing/purchase.ts";
import type { CheckoutRow } from "../db/tables.ts";

/** The stored instrument of a purchase. */
export interface PaymentMethod {
  /** Payment method code of the merchant API. */
  readonly code: "card" | "applePay";
  /** A wallet's name for the card. */
  readonly label: string;
  /** The `vault` of the no-user Apple Pay call (W-CALL-07). */
  readonly vault: string;
}

export interface Buyer extends Pick<CreateNoUser, "email" | "attribution" | "address"> {
  /** Uid of the member who buys; left out when the buyer is not signed in. */
  readonly userId?: string;
  /** Left out for a card from the card form. */
  readonly paymentMethod?: PaymentMethod;
}

export const BY_CARD: PaymentMethod = { code: "card", label: "", vault: "" };

/** Stored rows call the payment method `means`. */
interface StoredBuyer extends Omit<Buyer, "paymentMethod"> {
  readonly means?: PaymentMethod;
}

/** The buyer stored with a checkout; undefined when there is none. */
export function parseBuyer({ buyer_json }: { readonly buyer_json: string }): Buyer | undefined {
  if (buyer_json === "") return undefined;
  const { means, ...buyer } = JSON.parse(buyer_json) as StoredBuyer;
  return { ...buyer, ...(means === undefined ? {} : { paymentMethod: means }) };
}

/** The buyer as JSON for the checkout's row. */
export function writeBuyer({ email, attribution, address, userId, paymentMethod }: Buyer): string {
  return JSON.stringify({ email, attribution, address, userId, means: paymentMethod });
}

export interface Purchase {
  readonly checkout: CheckoutRow;
  readonly instrument: Instrument;
  readonly buyer: Buyer;
}
