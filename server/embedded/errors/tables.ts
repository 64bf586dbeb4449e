/** Tables of the errors service. */
// deno-lint-ignore no-empty-interface
export interface ErrorsTables {}
