/** Codes of the wire as words: "past_due" is "Past due", "authorizeSuccessful" is "Authorize successful". */
export function words(code: string): string {
  const [, status] = /^http_(\d{3})$/.exec(code) ?? [];
  if (status !== undefined) return `HTTP ${status}`;
  const spaced = code.replaceAll(/[_.-]+/g, " ").replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").trim();
  const lower = spaced.replaceAll(/\b[A-Z][a-z]/g, (start) => start.toLowerCase());
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

const LANGUAGES = new Intl.DisplayNames("en-US", { type: "language", fallback: "code" });

/** "de" is "German"; empty for an empty code; text that is not a language code stays as it is. */
export function languageName(code: string): string {
  return /^[a-z]{2,3}(-[A-Za-z\d]{2,8})*$/.test(code) ? LANGUAGES.of(code) ?? code : code;
}
