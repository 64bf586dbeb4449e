/** Compares a merchant's options with those that the types know. */
import { advise, shown } from "./advise.ts";
import { checkStyle } from "./check_style.ts";
import type { Place, Shape } from "./shape.ts";

const KINDS: Readonly<Partial<Record<string, string>>> = {
  boolean: "true or false",
  number: "a number",
  string: "text",
  function: "a function, without calling it",
  array: "an array",
  object: "an object",
};
/** More typing errors than this make another word. */
const MAX_EDITS = 4;
const MAX_NAMED = 12;

export function checkOptions(value: unknown, shape: Shape, { method, at }: Place): void {
  if (value === undefined || value === null || shape === "any") return;
  if (isWords(shape)) {
    if (!shape.includes(String(value))) advise("wrong_word", { at, method, value: shown(value), words: listOf(shape) });
    return;
  }
  const kind = typeof shape === "object" || shape === "css" ? "object" : shape;
  if (kindOf(value) !== kind) {
    advise("wrong_type", { at: at || "the argument", method, value: shown(value), kind: KINDS[kind] ?? kind });
    return;
  }
  if (shape === "css") checkStyle(value, { method, at });
  if (typeof shape !== "object") return;
  for (const name of Object.keys(Object(value))) {
    const place = { method, at: at === "" ? name : `${at}.${name}` };
    const known = Object.hasOwn(shape, name) ? shape[name] : shape["*"];
    if (known === undefined) advise("unknown_option", { ...place, instead: insteadOf(name, Object.keys(shape)) });
    else checkOptions(Reflect.get(Object(value), name), known, place);
  }
}

function isWords(shape: Shape): shape is readonly string[] {
  return Array.isArray(shape);
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

export function insteadOf(name: string, known: readonly string[]): string {
  if (/^on[A-Z]/.test(name) && known.includes("events")) return "give it in events";
  const near = known.map((other) => [other, editsBetween(name.toLowerCase(), other.toLowerCase())] as const)
    .sort(([, one], [, other]) => one - other)[0];
  if (near !== undefined && near[1] <= Math.min(MAX_EDITS, name.length / 2)) return `use ${near[0]}`;
  return known.length <= MAX_NAMED ? `remove it, or use ${listOf(known)}` : "remove it";
}

/** Letters to insert, delete or replace. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 0; at < other.length; at++) {
      const replaced = (row[at] ?? 0) + (other[at] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
