/**
 * What the schemas of this service say about themselves: names and descriptions, from which `openapi/` writes the
 * document for merchants.
 */
import * as z from "zod/mini";

interface Meta {
  /** Name in the document; a schema without one is written where it is used. */
  readonly id?: string;
  readonly description?: string;
  // For what the service checks in a second step, such as the decimals of a currency.
  readonly pattern?: string;
  readonly contains?: Readonly<Record<string, unknown>>;
  readonly oneOf?: readonly Readonly<Record<string, unknown>>[];
  readonly examples?: readonly unknown[];
  /** Further schemas that the value has to fit, by their addresses in the document. */
  readonly allOf?: readonly { readonly $ref: string }[];
}

export const SCHEMAS = z.registry<Meta>();

/** Adds a sentence for merchants to a schema of its own: one that is used in two places gets the last sentence. */
export function described<T extends z.ZodMiniType>(schema: T, description: string): T {
  SCHEMAS.add(schema, { ...SCHEMAS.get(schema), description });
  return schema;
}

/** Gives a schema its name in the document. */
export function named<T extends z.ZodMiniType>(id: string, schema: T, description: string): T {
  SCHEMAS.add(schema, { ...SCHEMAS.get(schema), id, description });
  return schema;
}

/** What a schema parses, as values that are not changed. */
export type Answer<T extends z.ZodMiniType> = DeepReadonly<z.infer<T>>;

type DeepReadonly<T> = T extends (infer Item)[] ? readonly DeepReadonly<Item>[]
  : T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
  : T;
