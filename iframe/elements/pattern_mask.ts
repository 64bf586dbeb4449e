/**
 * Masks defined by the merchant. Characters that `translation` explains take a matching character; all others are
 * literal.
 */

type Translation = Readonly<Partial<Record<string, string>>>;

const DIGITS: Translation = { X: "[0-9]" };

/** A literal appears together with the character after it, so that deleting never stops at a literal. */
export function applyPattern(text: string, pattern = "", translation: Translation = DIGITS): string {
  let shown = "";
  let waiting = "";
  let index = 0;
  for (const sign of pattern) {
    const wanted = translation[sign];
    if (wanted === undefined) {
      waiting += sign;
      if (text.charAt(index) === sign) index++;
      continue;
    }
    const fits = new RegExp(`^(?:${wanted})$`, "u");
    while (index < text.length && !fits.test(text.charAt(index))) index++;
    if (index >= text.length) break;
    shown += waiting + text.charAt(index++);
    waiting = "";
  }
  return shown;
}
