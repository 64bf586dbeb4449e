/** Tables of the subscriptions service. */
// deno-lint-ignore no-empty-interface
export interface SubscriptionsTables {}
