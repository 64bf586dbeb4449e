/** JSON schema of the fields that `client.dynamicElement` shows. */

/** JSON schema of one field of `client.dynamicElement`. */
export interface FieldSchema {
  /** The kind. */
  type?: "string" | "number" | "boolean" | "array" | "object";
  /** Label of the field. */
  title?: string;
  /** Choices: `const` is the value, `title` its text. */
  oneOf?: { const: string | number; title: string }[];
  /** Regular expression the value has to match. */
  pattern?: string;
  /** Fewest characters. */
  minLength?: number;
  /** Most characters. */
  maxLength?: number;
  /** Error text by the name of the rule, such as `pattern`. */
  errorMessage?: Record<string, string>;
  /** Name of another schema. */
  $ref?: string;
  /** Place among the fields, smallest first. */
  "ui:position"?: number;
  /** Fields of an object. */
  properties?: Record<string, InstrumentSchema>;
}

/** JSON schema of the fields of `client.dynamicElement`. */
export interface InstrumentSchema extends FieldSchema {
  /** Names of the fields that have to be filled in. */
  required?: string[];
  /** Further fields that depend on the value of one. */
  dependentSchemas?: Record<
    string,
    { oneOf: { properties: Record<string, { const: string | number }>; required: string[] }[] }
  >;
}
