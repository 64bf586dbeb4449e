/** Splits text where its script changes: the font of each part, and which parts run right to left. */
import type { FontName } from "./fonts.ts";

export interface Run {
  readonly text: string;
  /** Undefined: the line's own font. */
  readonly font: Exclude<FontName, "regular" | "bold"> | undefined;
}

const SCRIPTS: readonly (readonly [NonNullable<Run["font"]> | "rtl", RegExp])[] = [
  [
    "han",
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u,
  ],
  ["hangul", /\p{Script=Hangul}/u],
  ["devanagari", /\p{Script=Devanagari}/u],
  ["thai", /\p{Script=Thai}/u],
  ["rtl", /[\p{Script=Hebrew}\p{Script=Arabic}]/u],
];
const NO_BREAK_SPACE = "\u00a0";

/** Spaces and punctuation stay with the surrounding script; at the end of a run they return to the line's script. */
export function runsOf(text: string): readonly Run[] {
  const runs: { text: string; script: string }[] = [];
  for (const letter of text) {
    const script = scriptOf(letter);
    const last = runs.at(-1);
    const joins = last !== undefined && (last.script === script || (last.script !== "" && isMark(letter)));
    if (joins) last.text += letter;
    else runs.push({ text: letter, script });
  }
  return joinAcrossSpaces(runs).map(({ text, script }) => ({
    // Drawn in one piece: the words of a right-to-left line are in that order, too.
    text: script === "rtl" ? text.replaceAll(" ", NO_BREAK_SPACE) : text,
    font: SCRIPTS.find(([name]) => name === script && name !== "rtl")?.[0] as Run["font"],
  }));
}

function scriptOf(letter: string): string {
  return SCRIPTS.find(([, letters]) => letters.test(letter))?.[0] ?? "";
}

/** Gets the script of the letter before it. */
function isMark(letter: string): boolean {
  return /\p{M}/u.test(letter);
}

/** "שרה כהן" is one part, not two with a space between. */
function joinAcrossSpaces(parts: readonly { readonly text: string; readonly script: string }[]) {
  const joined: { text: string; script: string }[] = [];
  for (const part of parts) {
    const [before, between] = [joined.at(-2), joined.at(-1)];
    const isBridge = before !== undefined && between !== undefined && part.script !== "" &&
      before.script === part.script && between.script === "" && /^[ \u00b7'\u2019-]+$/.test(between.text);
    if (!isBridge) joined.push({ ...part });
    else {
      joined.pop();
      before.text += between.text + part.text;
    }
  }
  return joined;
}
