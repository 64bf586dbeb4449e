/** Every rule of spec S 5 about one element's options: the first that is broken is thrown as its own row. */
import { SdkError } from "../errors/collect_error.ts";
import { VAULT_ELEMENT_TYPES } from "../wire/elements.ts";
import { ELEMENT_ROWS } from "./columns.ts";

export type Unchecked = Readonly<Record<string, unknown>>;
export type IsElement = (value: unknown) => boolean;

/** What is longer than this the frame does not take (wire/to_group.ts). */
const MAX_NAME_CHARS = 128;
const MAX_LINE_CHARS = 400;
const MAX_PATTERN_CHARS = 1000;
const MAX_SIGN_PATTERN_CHARS = 200;
const MAX_CHOICES = 500;
const MAX_RULES = 20;

/** Own plain values only: an option named like a property of all objects is not an option. */
export function asObject(value: unknown): Unchecked | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? parseUnchecked(value) : undefined;
}

/** What was written, short enough for a sentence. */
export function shown(value: unknown): string {
  return String(typeof value === "object" && value !== null ? "an object" : value).slice(0, 60);
}

export function checkObject(options: unknown): Unchecked {
  const given = asObject(options);
  if (given === undefined) throw new SdkError("client:collect_container.invalid_element");
  return given;
}

export function checkElement(options: unknown, isElement: IsElement): void {
  const given = checkObject(options);
  const element = typeof given.name === "string" && given.name !== "" ? given.name : shown(given.type ?? "The element");
  checkType(given.type, element);
  if (given.name !== undefined && !isName(given.name)) {
    throw new SdkError("client:collect_container.invalid_element_name");
  }
  checkPlace(given, element);
  for (const option of ["required", "enableCardIcon"]) {
    if (given[option] !== undefined && typeof given[option] !== "boolean") {
      throw new SdkError("client:collect_container.invalid_boolean_option", { params: { option, element } });
    }
  }
  checkEntry(given, element);
  checkChoice(given, element);
  checkRules(given.validations, element, isElement);
}

function checkType(type: unknown, element: string): void {
  if (type === undefined || type === null) {
    throw new SdkError("client:collect_container.missing_element_type", { params: { element } });
  }
  if (type === "") throw new SdkError("client:collect_container.empty_element_type", { params: { element } });
  if (!VAULT_ELEMENT_TYPES.some((known) => known === type)) {
    throw new SdkError("client:collect_container.invalid_element_type", { params: { element, value: shown(type) } });
  }
}

function checkPlace(given: Unchecked, element: string): void {
  if (given.table !== undefined) checkText("table", given.table, element);
  const type = VAULT_ELEMENT_TYPES.find((known) => known === given.type);
  const hasDefault = type !== undefined && ELEMENT_ROWS[type].column !== undefined;
  // A name without a column is the column, as merchants of the older interface write it.
  if (given.column !== undefined || (!hasDefault && given.name === undefined)) {
    checkText("column", given.column, element);
  }
  if (given.skyflowID === undefined) return;
  if (typeof given.skyflowID !== "string" || given.skyflowID.length > MAX_NAME_CHARS) {
    throw new SdkError("client:collect_container.invalid_skyflow_id", { params: { element } });
  }
  if (given.skyflowID.trim() === "") {
    throw new SdkError("client:collect_container.empty_skyflow_id", { params: { element } });
  }
}

/** Table or column: given, text, and not empty. */
export function checkText(what: "table" | "column", value: unknown, at: string): void {
  const params = { at };
  if (value === undefined || value === null) {
    throw new SdkError(`client:collect_container.missing_${what}`, { params });
  }
  if (typeof value !== "string" || value.length > MAX_NAME_CHARS) {
    throw new SdkError(`client:collect_container.invalid_${what}`, { params });
  }
  if (value.trim() === "") throw new SdkError(`client:collect_container.empty_${what}`, { params });
}

function checkEntry(given: Unchecked, element: string): void {
  const params = { element };
  if (given.format !== undefined && !isPattern(given.format)) {
    throw new SdkError("client:collect_container.invalid_input_format", { params });
  }
  if (given.translation !== undefined && !isTranslation(given.translation)) {
    throw new SdkError("client:collect_container.invalid_translation", { params });
  }
  const { mask } = given;
  if (mask === undefined) return;
  const isMask = Array.isArray(mask) && isPattern(mask[0]) &&
    (mask[1] === undefined || isTranslation(mask[1]));
  if (!isMask) throw new SdkError("client:collect_container.invalid_mask", { params });
}

function isTranslation(value: unknown): boolean {
  const given = asObject(value);
  return given !== undefined && Object.getPrototypeOf(value) !== RegExp.prototype &&
    Object.entries(given).every(([sign, pattern]) =>
      sign.length === 1 && typeof pattern === "string" && pattern.length <= MAX_SIGN_PATTERN_CHARS &&
      isUnicodePattern(pattern)
    );
}

/** The frame reads it that way, as the only thing a character may be. */
function isUnicodePattern(pattern: string): boolean {
  try {
    return Boolean(new RegExp(`^(?:${pattern})$`, "u"));
  } catch {
    return false;
  }
}

function isLine(value: unknown): boolean {
  return typeof value === "string" && value.length <= MAX_LINE_CHARS;
}

function isPattern(value: unknown): boolean {
  return typeof value === "string" && value.length <= MAX_PATTERN_CHARS;
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "" && value.length <= MAX_NAME_CHARS;
}

function checkChoice({ type, value, options }: Unchecked, element: string): void {
  if ((type === "radio" || type === "checkbox") && (!isLine(value) || value === "")) {
    throw new SdkError("client:collect_container.missing_value", { params: { element } });
  }
  if (type !== "dropdown") return;
  if (options === undefined || options === null) {
    throw new SdkError("client:collect_container.missing_choices", { params: { element } });
  }
  const isChoice = (choice: unknown) => isLine(choice) || isLine(asObject(choice)?.value);
  const isList = Array.isArray(options) && options.length > 0 && options.length <= MAX_CHOICES;
  if (!isList || ![...options].every(isChoice)) {
    throw new SdkError("client:collect_container.invalid_choices", { params: { element } });
  }
}

export function checkRules(rules: unknown, element: string, isElement: IsElement): void {
  if (rules === undefined) return;
  if (!Array.isArray(rules) || rules.length > MAX_RULES) {
    throw new SdkError("client:collect_container.invalid_validations", { params: { element } });
  }
  for (const [index, rule] of rules.entries()) {
    const at = `validation ${index + 1} of ${element}`;
    const { type, params } = asObject(rule) ?? {};
    if (type === undefined || type === null || type === "") {
      throw new SdkError("client:collect_container.missing_validation_type", { params: { at } });
    }
    const check = RULES.get(shown(type));
    if (check === undefined) {
      throw new SdkError("client:collect_container.invalid_validation_type", { params: { at, value: shown(type) } });
    }
    if (params === undefined || params === null) {
      throw new SdkError("client:collect_container.missing_validation_params", { params: { at } });
    }
    const given = asObject(params);
    if (given === undefined) {
      throw new SdkError("client:collect_container.invalid_validation_params", { params: { at } });
    }
    check(given, at, isElement);
  }
}

/** What each type of rule needs in its params. */
const RULES: ReadonlyMap<string, (params: Unchecked, at: string, isElement: IsElement) => void> = new Map([
  ["REGEX_MATCH_RULE", ({ regex }: Unchecked, at: string) => {
    if (regex === undefined || regex === null || regex === "") {
      throw new SdkError("client:collect_container.missing_regex", { params: { at } });
    }
    if (regexOf(regex) === undefined) {
      throw new SdkError("client:collect_container.invalid_regex", { params: { at } });
    }
  }],
  ["LENGTH_MATCH_RULE", ({ min, max }: Unchecked, at: string) => {
    if (min === undefined && max === undefined) {
      throw new SdkError("client:collect_container.missing_length", { params: { at } });
    }
    if ([min, max].some((length) => length !== undefined && !(Number.isFinite(length) && Number(length) >= 0))) {
      throw new SdkError("client:collect_container.invalid_length", { params: { at } });
    }
  }],
  ["ELEMENT_VALUE_MATCH_RULE", ({ element }: Unchecked, at: string, isElement: IsElement) => {
    if (element === undefined || element === null) {
      throw new SdkError("client:collect_container.missing_match_element", { params: { at } });
    }
    if (!isElement(element)) {
      throw new SdkError("client:collect_container.invalid_match_element", { params: { at } });
    }
  }],
]);

/** A regular expression, or undefined where the text is none. */
export function regexOf(value: unknown): RegExp | undefined {
  if (value instanceof RegExp) return isPattern(value.source) ? value : undefined;
  if (typeof value !== "string" || !isPattern(value)) return undefined;
  try {
    return new RegExp(value);
  } catch {
    return undefined;
  }
}

function parseUnchecked(value: object): Unchecked {
  return Object.assign(Object.create(null), value) as Unchecked;
}
