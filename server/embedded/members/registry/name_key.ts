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

/** Letters that passports and forms without marks write with two. */
const SPELLED: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

/** One part of a name in the ways it may be written: "muller" and "mueller". */
export type NamePart = readonly [plain: string, spelled: string];

export function nameParts(name: string): readonly NamePart[] {
  const written = name.normalize("NFC").toLowerCase();
  const [plain, spelled] = [written, written.replace(/[äöüøå]/g, (letter) => SPELLED[letter] ?? letter)].map(partsOf);
  return (plain ?? []).map((part, at): NamePart => [part, spelled?.[at] ?? part]);
}

/** Marks only change letters inside a part, so both ways of writing have the same parts. */
function partsOf(name: string): readonly string[] {
  const folded = name.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[’'`´]/g, "")
    .replace(/[^\p{ASCII}]/gu, (letter) => LETTERS[letter] ?? letter);
  return folded.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");
}

/** Every part that was asked for is a part of the name, in any order; the last one may be just its beginning. */
export function nameMatches(asked: readonly NamePart[], parts: readonly NamePart[]): boolean {
  const left = [...parts];
  return asked.length > 0 && asked.every((part, at) => {
    const mayBegin = at === asked.length - 1 && part[0].length >= 3;
    const found = left.findIndex((other) =>
      part.some((one) => other.some((way) => way === one || (mayBegin && way.startsWith(one))))
    );
    if (found < 0) return false;
    left.splice(found, 1);
    return true;
  });
}
