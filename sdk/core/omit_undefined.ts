/**
 * Copies an object without its undefined values, so that an omitted option stays omitted. So does `null`, which a page
 * without types may pass for it.
 */

type Defined<T> =
  & { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] }
  & { readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

export function omitUndefined<T extends object>(values: T): Defined<T> {
  return asDefined(
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null)),
  );
}

function asDefined<T>(values: object): Defined<T> {
  return values as Defined<T>;
}
