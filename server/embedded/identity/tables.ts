/** Tables of the identity service. */
// deno-lint-ignore no-empty-interface
export interface IdentityTables {}
