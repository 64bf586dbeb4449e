/** Codes of the wire as words: "past_due" is "Past due", "authorizeSuccessful" is "Authorize successful". */
export function words(code: string): string {
  const [, status] = /^http_(\d{3})$/.exec(code) ?? [];
  if (status !== undefined) return `HTTP ${status}`;
  const parted = code.replaceAll(/[_.-]+/g, " ").replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").trim();
  const lower = parted.replaceAll(/\b[A-Z][a-z]/g, (start) => start.toLowerCase());
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
