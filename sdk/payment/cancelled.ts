/** The shopper closed a wallet's sheet: a failure of its own, and no mistake. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

export const CANCELLED_TEXT = "The payment was cancelled.";
