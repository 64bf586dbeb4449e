/** Tables of the mail service. */
// deno-lint-ignore no-empty-interface
export interface MailTables {}
