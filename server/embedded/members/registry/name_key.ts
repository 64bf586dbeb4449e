/** Folds a name to what is compared: no accents, no case, letters that other alphabets write with two. */

/** Letters that do not come apart into a base and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
};

export function nameParts(name: string): readonly string[] {
  const folded = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[’'`´]/g, "")
    .replace(/[^\p{ASCII}]/gu, (letter) => LETTERS[letter] ?? letter);
  return folded.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");
}

/** Every part that was asked for is a part of the name, in any order; the last one may be just its beginning. */
export function nameMatches(asked: readonly string[], parts: readonly string[]): boolean {
  const left = [...parts];
  return asked.length > 0 && asked.every((part, at) => {
    const mayBegin = at === asked.length - 1 && part.length >= 3;
    const found = left.findIndex((other) => other === part || (mayBegin && other.startsWith(part)));
    if (found < 0) return false;
    left.splice(found, 1);
    return true;
  });
}
