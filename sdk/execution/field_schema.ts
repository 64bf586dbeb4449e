/** JSON schema of the fields that `client.dynamicElement` shows. */

/** JSON schema of one field of `client.dynamicElement`. */
export interface FieldSchema {
  /** Type of the value that is sent; `number` is sent as a number that keeps every digit, everything else as text. */
  type?: "string" | "number" | "boolean" | "array" | "object";
  /** Label of the field. Default: its name. */
  title?: string;
  /** Choices: `const` is the value, `title` its text. */
  oneOf?: { const: string | number; title: string }[];
  /** Regular expression the value has to match. */
  pattern?: string;
  /** Fewest characters the shopper may type. */
  minLength?: number;
  /** Most characters the shopper may type. */
  maxLength?: number;
  /** Error text by the name of the rule, such as `pattern`. */
  errorMessage?: Record<string, string>;
  /** Reference to another schema; the SDK does not follow it. */
  $ref?: string;
  /** Place among the fields, smallest first; fields without one come last. */
  "ui:position"?: number;
  /** The fields of the form, by name. */
  properties?: Record<string, InstrumentSchema>;
}

/** JSON schema of the fields of `client.dynamicElement`. */
export interface InstrumentSchema extends FieldSchema {
  /** Names of the fields that have to be filled in. */
  required?: string[];
  /** Fields that are asked for only after a choice: by the name of the field that decides. */
  dependentSchemas?: Record<
    string,
    { oneOf: { properties: Record<string, { const: string | number }>; required: string[] }[] }
  >;
}
