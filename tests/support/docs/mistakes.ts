/** The tables of docs/merchants/launch/mistakes.md: programs with a mistake, and the sentence that answers each. */

export interface Mistake {
  /** The heading above its table. */
  readonly chapter: string;
  readonly program: string;
  readonly sentence: string;
}

export function mistakesOf(markdown: string): readonly Mistake[] {
  return markdown.split(/^## /m).slice(1).flatMap((part) => {
    const chapter = part.slice(0, part.indexOf("\n"));
    return [...part.matchAll(/^\| `(.+?)`\s*\| (.+?)\s*\|$/gm)]
      .map(([, program = "", sentence = ""]) => ({ chapter, program, sentence }));
  });
}
