/** What counts as an email address, for client and server. */

/** Maximum length (RFC 5321): 64 characters before the @ and 255 after it. */
export const MAX_EMAIL_CHARS = 320;
/**
 * One recipient, and nothing that could start another header line. Brackets are comments, which a mail server leaves
 * out: the email would go to another address than the one that is counted and stored. Labels contain no dot, so
 * matching takes linear time.
 */
const EMAIL = /^[^\s@<>()[\]",;:\\]+@[^\s@<>()[\]",;:\\.]+(?:\.[^\s@<>()[\]",;:\\.]+)+$/;

/** Whether the text is one email address. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_CHARS && EMAIL.test(text);
}
