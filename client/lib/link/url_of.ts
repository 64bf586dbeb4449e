/** The address in a text, or undefined; `URL.canParse` is newer than some browsers we support. */
export function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
