/** Who buys and by what; kept with the checkout from the first attempt to charge, so that a crash loses nothing of it. */
import type { CreateNoUser, Instrument } from "../../../wire/billing/purchase.ts";
import type { CheckoutRow } from "../db/tables.ts";

/** The stored instrument behind a purchase. */
export interface PaymentMethod {
  /** Payment method code of the merchant API. */
  readonly code: "card" | "applePay";
  /** What a wallet calls the card. */
  readonly label: string;
  /** The `vault` of the no-user Apple Pay call (DECISIONS, vault). */
  readonly vault: string;
}

export interface Buyer extends Pick<CreateNoUser, "email" | "attribution" | "address"> {
  /** Uid of the member who buys; left out where the buyer is not signed in. */
  readonly userId?: string;
  /** Left out: a card of the card form. */
  readonly means?: PaymentMethod;
}

export const BY_CARD: PaymentMethod = { code: "card", label: "", vault: "" };

/** What a row of checkouts kept; undefined when it kept nothing. */
export function parseBuyer({ buyer_json }: { readonly buyer_json: string }): Buyer | undefined {
  return buyer_json === "" ? undefined : JSON.parse(buyer_json) as Buyer;
}

export function writeBuyer({ email, attribution, address, userId, means }: Buyer): string {
  return JSON.stringify({ email, attribution, address, userId, means });
}

export interface Purchase {
  readonly checkout: CheckoutRow;
  readonly instrument: Instrument;
  readonly buyer: Buyer;
}
