/** The first checks of every merchant option: a plain object, a text, and how either is quoted in an error. */
import { refuse } from "../errors/refuse.ts";

export type Unchecked = Readonly<Record<string, unknown>>;

/** The frame accepts nothing longer (wire/to_group.ts). */
export const MAX_NAME_CHARS = 128;

/** Own plain values only: a property that every object inherits is not an option (SECURITY S7). */
export function asObject(value: unknown): Unchecked | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? asUnchecked(value) : undefined;
}

/** The given value, short enough for a sentence. */
export function shown(value: unknown): string {
  return String(typeof value === "object" && value !== null ? "an object" : value).slice(0, 60);
}

/** Table or column: present, text, and not empty. */
export function checkText(what: "table" | "column", value: unknown, at: string): void {
  const params = { at };
  if (value === undefined || value === null) {
    refuse(`missing_${what}`, params);
  }
  if (typeof value !== "string" || value.length > MAX_NAME_CHARS) {
    refuse(`invalid_${what}`, params);
  }
  if (value.trim() === "") refuse(`empty_${what}`, params);
}

function asUnchecked(value: object): Unchecked {
  return { __proto__: null, ...value } as Unchecked;
}
