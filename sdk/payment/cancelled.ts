/** Thrown when the shopper closes a wallet's sheet: the payment fails as cancelled, not as an error. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

export const CANCELLED_TEXT = "The payment was canceled.";
