/** The address in a value, or undefined; `URL.canParse` is newer than some browsers we support. */
export function urlOf(value: unknown): URL | undefined {
  try {
    return new URL(String(value));
  } catch {
    return undefined;
  }
}
