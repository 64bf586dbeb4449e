/** What an option may be, as `scripts/package/options.ts` reads it from the types. */
export type Shape =
  | "any"
  | "boolean"
  | "number"
  | "string"
  | "function"
  | "array"
  /** CSS properties by name. */
  | "css"
  /** One of these words. */
  | readonly string[]
  /** An object's own options; `*` means every other name. */
  | { readonly [name: string]: Shape };

export interface Place {
  /** The client's method that got the options. */
  readonly method: string;
  /** Names from the options down, such as `events.onSuccess`. */
  readonly at: string;
}
