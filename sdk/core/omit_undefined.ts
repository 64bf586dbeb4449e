/** The object without what is undefined: an option that was left out is left out of what is made from it. */

type Defined<T> =
  & { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] }
  & { readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

export function omitUndefined<T extends object>(values: T): Defined<T> {
  return parseDefined(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));
}

function parseDefined<T>(values: object): Defined<T> {
  return values as Defined<T>;
}
