/** What can go wrong with wallets and hosted pages. */
import type { Rows } from "./table.ts";

export const WALLET_ERRORS = {
  "client:google_pay.loading": "The Google Pay script could not be loaded",
  "client:google_pay.config_missing": "The session has no configuration for Google Pay",
  "client:apple_pay.loading": "The Apple Pay script could not be loaded",
  "client:apple_pay.config_missing": "The session has no configuration for Apple Pay",
  "client:paypal.loading": "The PayPal script could not be loaded",
  "client:paypal.config_missing": "The session has no configuration for PayPal",
  "client:paypal.order_creation": "PayPal gave no order: the confirm link or its order id is missing",
  "client:paypal.mount_aborted": "Mounting the PayPal button was aborted",
  "client:generic_redirect.link_missing": "The payment is pending, but has no link to send the shopper to",
  "client:generic_redirect.not_left": "The payment page was not reached in time; the payment may still be made",
  "client:generic_redirect.timed_out": "The payment page was open for too long; the payment may still be made",
} as const satisfies Rows;
