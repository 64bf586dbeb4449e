/** What a program gets from its shop's page. */

/** As the merchant's back end answers. */
export interface Init {
  readonly version: string;
  readonly data: string;
}

export interface Shop {
  readonly init: Init;
  /** Asks the merchant's back end for another session of the same shopper. */
  readonly another: () => Promise<Init>;
  /** A callback that is recorded under its name with its arguments, and returns `answer`. */
  // deno-lint-ignore no-explicit-any
  readonly note: <A = void>(name: string, answer?: A) => (...given: any[]) => A;
  /** Notes values that a program has read. */
  readonly read: (name: string, ...values: unknown[]) => void;
}

/**
 * What the shopper does, in order. `hear` waits until one of the callbacks was recorded, `choose` for an option of a
 * list, `fields` until the page shows card fields that accept typing.
 */
export type Step =
  | readonly ["type", string]
  | readonly ["fields"]
  | readonly ["press", string]
  | readonly ["see", string]
  | readonly ["hear", string]
  | readonly ["approve"]
  | readonly ["choose", string]
  | readonly ["call", string];
