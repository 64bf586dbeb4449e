/** Folds a name for comparison: no accents, no case, and letters that some spellings write as two. */

/** Letters that do not decompose into a base letter and a mark. */
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

/** Letters that passports and ASCII forms write as two. */
const SPELLED: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

/** The spellings of one part of a name: "muller" and "mueller". */
export type NamePart = readonly [plain: string, spelled: string];

export function nameParts(name: string): readonly NamePart[] {
  const written = name.normalize("NFC").toLowerCase();
  const [plain, spelled] = [written, written.replace(/[äöüøå]/g, (letter) => SPELLED[letter] ?? letter)].map(partsOf);
  return (plain ?? []).map((part, at): NamePart => [part, spelled?.[at] ?? part]);
}

/** Marks change letters only within a part, so both spellings split into the same parts. */
function partsOf(name: string): readonly string[] {
  const folded = name.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[’'`´]/g, "")
    .replace(/[^\p{ASCII}]/gu, (letter) => LETTERS[letter] ?? letter);
  return folded.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");
}

/** Every part of the query matches a part of the name, in any order; the last one may be a prefix. */
export function nameMatches(searched: readonly NamePart[], parts: readonly NamePart[]): boolean {
  const left = [...parts];
  return searched.length > 0 && searched.every((part, at) => {
    const mayBegin = at === searched.length - 1 && part[0].length >= 3;
    const found = left.findIndex((other) =>
      part.some((one) => other.some((way) => way === one || (mayBegin && way.startsWith(one))))
    );
    if (found < 0) return false;
    left.splice(found, 1);
    return true;
  });
}
