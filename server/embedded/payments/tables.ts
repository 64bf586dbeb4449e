/** Tables of the payments service. */
// deno-lint-ignore no-empty-interface
export interface PaymentsTables {}
