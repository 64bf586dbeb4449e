/** The few checks that stand between a message and the code behind it; what does not pass is dropped whole. */

export type Check<T> = (value: unknown) => value is T;
type Shape<T> = { readonly [K in keyof T]-?: Check<T[K]> };

export const isBoolean: Check<boolean> = (value): value is boolean => typeof value === "boolean";

export function isText(maxChars: number): Check<string> {
  return (value): value is string => typeof value === "string" && value.length <= maxChars;
}

export function isOneOf<const T extends string>(values: readonly T[]): Check<T> {
  return (value): value is T => values.some((known) => known === value);
}

export function isNumber(min: number, max: number): Check<number> {
  return (value): value is number => typeof value === "number" && value >= min && value <= max;
}

export function isOptional<T>(check: Check<T>): Check<T | undefined> {
  return (value): value is T | undefined => value === undefined || check(value);
}

export function isList<T>(check: Check<T>, maxItems: number): Check<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.length <= maxItems && value.every(check);
}

/** An object with exactly these keys: a key too many is as wrong as one too few. */
export function isShape<T extends object>(shape: Shape<T>): Check<T> {
  const known = Object.entries<Check<unknown>>(shape);
  return (value): value is T => {
    if (!isPlain(value)) return false;
    const fields = new Map<string, unknown>(Object.entries(value));
    return known.every(([key, check]) => check(fields.get(key))) && [...fields.keys()].every((key) => key in shape);
  };
}

/** An object whose keys all come from one list. */
export function isMap<K extends string, V>(
  key: Check<K>,
  value: Check<V>,
): Check<Readonly<Partial<Record<K, V>>>> {
  return (map): map is Readonly<Partial<Record<K, V>>> =>
    isPlain(map) && Object.entries(map).every(([name, item]) => key(name) && value(item));
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The check of one table that stands under the message's type; no other is asked. */
export function parseByType<T>(checks: object, data: unknown): T | undefined {
  const type = typeof data === "object" && data !== null && Object.hasOwn(data, "type")
    ? Reflect.get(data, "type")
    : "";
  const check = typeof type === "string" && Object.hasOwn(checks, type) ? Reflect.get(checks, type) : undefined;
  return check?.(data) === true ? data as T : undefined;
}
