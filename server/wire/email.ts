/** What counts as an email address, on both sides of the wire. */

/** RFC 5321: 64 characters before the @ and 255 after it. */
export const MAX_EMAIL_CHARS = 320;
/** One recipient, nothing that could begin another header line. Labels hold no dot, so the pattern takes linear time. */
const EMAIL = /^[^\s@<>",;:\\]+@[^\s@<>",;:\\.]+(?:\.[^\s@<>",;:\\.]+)+$/;

/** Whether the text is one email address. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_CHARS && EMAIL.test(text);
}
