/** Tables of the app server itself: which browser holds which checkout. */

export interface CheckoutTables {
  /** One row per `chk` cookie and execution; `subscription_id` once the purchase is done. */
  app_checkouts: {
    execution_id: string;
    /** SHA-256 of the cookie, hex. */
    chk_hash: string;
    plan_id: string;
    subscription_id: string | null;
    created_ms: number;
  };
}
