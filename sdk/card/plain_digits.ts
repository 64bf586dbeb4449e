/** The text with its full-width and Arabic-Indic digits as 0 to 9. */
export function withPlainDigits(text: string): string {
  return text.normalize("NFKC").replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (sign) => String(sign.charCodeAt(0) & 15));
}
