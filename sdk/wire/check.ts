/** Checks for messages at a trust boundary. A message that does not pass is dropped as a whole. */

export type Check<T> = (value: unknown) => value is T;
export type Shape<T> = { readonly [K in keyof T]-?: Check<T[K]> };
/** One shape per message of a map. */
export type Shapes<M> = { readonly [K in keyof M]: Shape<M[K]> };
/** A message on the wire: its name beside its payload. */
export type Envelope<M> = { readonly [K in keyof M]: { readonly type: K } & M[K] }[keyof M];

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

/** An object with exactly these keys. A missing or additional key fails. */
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
  return [Object.prototype, null].includes(Object.getPrototypeOf(value ?? ""));
}

/** One message of a map: its name as `type` beside exactly its payload. */
export function isMessageOf<M extends object>(payloads: Shapes<M>): Check<Envelope<M>> {
  const checks = Object.entries<Shapes<M>[keyof M]>(payloads)
    .map(([type, payload]) => isShape({ type: isOneOf([type]), ...payload }));
  return (value): value is Envelope<M> => checks.some((check) => check(value));
}
