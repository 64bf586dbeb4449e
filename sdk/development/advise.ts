/** Shows a sentence of the development build in the console, once per page. */
import { warn } from "../log/log.ts";
import { type Warning, WARNINGS } from "./warnings.ts";

type Slots<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never;
type SlotsOf<W extends Warning> = Slots<(typeof WARNINGS)[W]>;
type Values<W extends Warning> = [SlotsOf<W>] extends [never] ? [] : [Readonly<Record<SlotsOf<W>, string>>];

const MAX_VALUE_CHARS = 60;
const said = new Set<string>();

export function advise<W extends Warning>(warning: W, ...[values]: Values<W>): void {
  const filled: Readonly<Partial<Record<string, string>>> = values ?? {};
  const sentence = WARNINGS[warning].replace(/\{(\w+)\}/g, (_, slot: string) => filled[slot] ?? slot);
  if (said.has(sentence)) return;
  said.add(sentence);
  warn(sentence);
}

/** For tests, which make the same mistake on many pages. */
export function forgetAdvice(): void {
  said.clear();
}

/** A value as a merchant wrote it, such as `"yes"`; long ones are cut. */
export function shown(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}…` : text;
}
