/** A piece of advice as a title and its explanation. */

/** The first sentence says what to do; a short second one stays with it. */
export function splitAdvice(text: string): { readonly first: string; readonly rest: string } {
  const end = /[.!?] (?=\S)/.exec(text)?.index;
  return end === undefined ? { first: text, rest: "" } : { first: text.slice(0, end + 1), rest: text.slice(end + 2) };
}
