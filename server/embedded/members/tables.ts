/** Tables of the members service. */
// deno-lint-ignore no-empty-interface
export interface MembersTables {}
