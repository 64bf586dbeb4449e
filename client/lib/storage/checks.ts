/**
 * Minimal validators for values read before the first screen: browser storage and the shell's settings. Same interface
 * as the schema library, which is 9 KB and loads with the first service response.
 */

export type Checked<T> = { readonly success: true; readonly data: T } | { readonly success: false };

/** The part of a schema that a slot uses; the library's schemas have it too. */
export interface Check<T> {
  safeParse(value: unknown): Checked<T>;
}

function check<T>(parse: (value: unknown) => T | undefined): Check<T> {
  return {
    safeParse(value) {
      const data = parse(value);
      return data === undefined ? { success: false } : { success: true, data };
    },
  };
}

/** The value if it passes, else undefined. */
export function checked<T>(schema: Check<T>, value: unknown): T | undefined {
  const result = schema.safeParse(value);
  return result.success ? result.data : undefined;
}

export const text = (maxChars: number, minChars = 0): Check<string> =>
  check((value) =>
    typeof value === "string" && value.length <= maxChars && value.length >= minChars ? value : undefined
  );

export const flag: Check<boolean> = check((value) => typeof value === "boolean" ? value : undefined);

export const count: Check<number> = check((value) =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined
);

export const anything: Check<unknown> = check((value) => value);

export function oneOf<const T extends string>(...values: readonly T[]): Check<T> {
  return check((value) => values.find((known) => known === value));
}

export function nullable<T>(inner: Check<T>): Check<T | null> {
  return check((value) => value === null ? null : checked(inner, value));
}

/** A missing value reads as this default; a present one must pass. */
export function orElse<T>(inner: Check<T>, missing: T): Check<T> {
  return check((value) => value === undefined ? missing : checked(inner, value));
}

export function either<A, B>(first: Check<A>, second: Check<B>): Check<A | B> {
  return check<A | B>((value) => checked(first, value) ?? checked(second, value));
}

export function list<T>(inner: Check<T>): Check<readonly T[]> {
  return check((value) => {
    if (!Array.isArray(value)) return undefined;
    const rows = value.map((row: unknown) => inner.safeParse(row));
    return rows.every((row) => row.success) ? rows.map((row) => row.data) : undefined;
  });
}

/** Record whose keys match and whose values pass. */
export function record<T>(key: RegExp, inner: Check<T>): Check<Readonly<Record<string, T>>> {
  return check((value) => {
    if (!isObject(value)) return undefined;
    const rows = Object.entries(value).map(([name, item]) => [name, key.test(name) ? checked(inner, item) : undefined]);
    return rows.some(([, item]) => item === undefined) ? undefined : Object.fromEntries(rows);
  });
}

/** Exactly the named fields; others are dropped. */
export function fields<T>(inner: { readonly [K in keyof T]: Check<T[K]> }): Check<T> {
  return check((value) => parseFields(inner, value));
}

function parseFields<T>(inner: { readonly [K in keyof T]: Check<T[K]> }, value: unknown): T | undefined {
  if (!isObject(value)) return undefined;
  const result: Partial<T> = {};
  for (const name in inner) {
    const field = inner[name].safeParse(Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined);
    if (!field.success) return undefined;
    result[name] = field.data;
  }
  return result as T;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
