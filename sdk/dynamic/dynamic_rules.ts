/** Which fields of a schema are asked for, in which order, and whether their values are valid. */
import type { FieldSchema, InstrumentSchema } from "../execution/field_schema.ts";
import { own } from "../wire/own.ts";

/** A rule that a value breaks, as translations name it. */
export type BrokenRule = "required" | "minLength" | "maxLength" | "pattern" | "oneOf";
/** What was typed, by field. */
export type Values = Readonly<Record<string, string>>;

export interface DynamicField {
  readonly name: string;
  readonly schema: FieldSchema;
  /** Other fields depend on its value. */
  readonly decides: boolean;
}

/** All fields in the order of their `ui:position`; those without one keep their place at the end. */
export function fieldsOf({ properties = {}, dependentSchemas = {} }: InstrumentSchema): readonly DynamicField[] {
  const place = ({ schema }: DynamicField) => schema["ui:position"] ?? Infinity;
  return Object.entries(properties)
    .map(([name, schema]) => ({ name, schema, decides: own(dependentSchemas, name) !== undefined }))
    .sort((one, other) => place(one) === place(other) ? 0 : place(one) - place(other));
}

/** Names of the fields that have to be filled in, by the choices made so far. */
export function requiredOf({ required = [], dependentSchemas = {} }: InstrumentSchema, values: Values): Set<string> {
  const names = new Set(required);
  for (const [decider, { oneOf }] of Object.entries(dependentSchemas)) {
    const chosen = oneOf.find(({ properties }) => String(own(properties, decider)?.const) === own(values, decider));
    for (const name of chosen?.required ?? []) names.add(name);
  }
  return names;
}

/** Fields that only another choice asks for are hidden, and their values are not sent. */
export function hiddenOf(schema: InstrumentSchema, values: Values): Set<string> {
  const wanted = requiredOf(schema, values);
  const dependent = Object.values(schema.dependentSchemas ?? {}).flatMap(({ oneOf }) => oneOf)
    .flatMap(({ required }) => required);
  return new Set(dependent.filter((name) => !wanted.has(name)));
}

/** Longest text that a pattern is tried on, in characters. */
const MAX_PATTERN_CHARS = 256;

/** The first rule that the value breaks; undefined when it is valid. */
export function brokenRule(
  { type, minLength = 0, maxLength = Infinity, pattern, oneOf }: FieldSchema,
  text: string,
  isRequired: boolean,
): BrokenRule | undefined {
  if (text === "") return isRequired ? "required" : undefined;
  if (oneOf !== undefined && !oneOf.some((choice) => String(choice.const) === text)) return "oneOf";
  if (text.length < minLength) return "minLength";
  if (text.length > maxLength) return "maxLength";
  if (pattern !== undefined && !isMatch(pattern, text)) return "pattern";
  return type === "number" && !isKept(text) ? "pattern" : undefined;
}

/** More than these `toFixed` does not write. */
const MAX_DECIMALS = 100;

/** Whether a number keeps every digit of the text: an account number may be too long for one, or begin with zeros. */
function isKept(text: string): boolean {
  const value = Number(text);
  const decimals = Math.min(text.split(".")[1]?.length ?? 0, MAX_DECIMALS);
  return Number.isFinite(value) && value.toFixed(decimals) === text;
}

/** The service's pattern is not known to be linear, so it is tried on a short text only. */
function isMatch(pattern: string, text: string): boolean {
  return text.length <= MAX_PATTERN_CHARS && new RegExp(pattern).test(text);
}

/** The values as the service takes them: numbers as numbers, nothing for hidden and empty fields. */
export function dataOf(schema: InstrumentSchema, values: Values): Readonly<Record<string, string | number>> {
  const hidden = hiddenOf(schema, values);
  return Object.fromEntries(
    fieldsOf(schema).flatMap(({ name, schema: { type } }) => {
      const text = own(values, name) ?? "";
      return hidden.has(name) || text === "" ? [] : [[name, type === "number" ? Number(text) : text]];
    }),
  );
}
