/**
 * Validates the options of one element. The first broken rule is thrown as its own error (S-VALID-10 to S-VALID-28).
 */
import { refuse } from "../errors/refuse.ts";
import { ELEMENT_EVENTS, type ElementEvent, MAX_EXPRESSIONS, VAULT_ELEMENT_TYPES } from "../wire/elements.ts";
import { asObject, checkText, MAX_NAME_CHARS, shown, type Unchecked } from "./check_text.ts";
import { ELEMENT_ROWS } from "./columns.ts";

export type IsElement = (value: unknown) => boolean;

/** The frame accepts nothing longer (wire/to_group.ts). */
const MAX_LINE_CHARS = 400;
const MAX_PATTERN_CHARS = 1000;
const MAX_SIGN_PATTERN_CHARS = 200;
const MAX_CHOICES = 500;
const MAX_RULES = 20;

export function checkObject(options: unknown): Unchecked {
  const given = asObject(options);
  if (given === undefined) refuse("invalid_element");
  return given;
}

export function checkElement(options: unknown, isElement: IsElement): void {
  const given = checkObject(options);
  const element = typeof given.name === "string" && given.name !== "" ? given.name : shown(given.type ?? "The element");
  checkType(given.type, element);
  if (given.name !== undefined && !isName(given.name)) {
    refuse("invalid_element_name");
  }
  checkPlace(given, element);
  for (const option of ["required", "enableCardIcon"]) {
    if (given[option] !== undefined && typeof given[option] !== "boolean") {
      refuse("invalid_boolean_option", { option, element });
    }
  }
  checkEntry(given, element);
  checkChoice(given, element);
  checkRules(given.validations, element, isElement);
}

function checkType(type: unknown, element: string): void {
  if (type === undefined || type === null) {
    refuse("missing_element_type", { element });
  }
  if (type === "") refuse("empty_element_type", { element });
  if (!VAULT_ELEMENT_TYPES.some((known) => known === type)) {
    refuse("invalid_element_type", { element, value: shown(type) });
  }
}

function checkPlace(given: Unchecked, element: string): void {
  if (given.table !== undefined) checkText("table", given.table, element);
  const type = VAULT_ELEMENT_TYPES.find((known) => known === given.type);
  const hasDefault = type !== undefined && ELEMENT_ROWS[type].column !== undefined;
  // A name without a column is the column, as pages of the older interface write it.
  if (given.column !== undefined || (!hasDefault && given.name === undefined)) {
    checkText("column", given.column, element);
  }
  if (given.skyflowID === undefined) return;
  if (typeof given.skyflowID !== "string" || given.skyflowID.length > MAX_NAME_CHARS) {
    refuse("invalid_skyflow_id", { element });
  }
  if (given.skyflowID.trim() === "") {
    refuse("empty_skyflow_id", { element });
  }
}

function checkEntry(given: Unchecked, element: string): void {
  const params = { element };
  if (given.format !== undefined && !isPattern(given.format)) {
    refuse("invalid_input_format", params);
  }
  if (given.translation !== undefined && !isTranslation(given.translation)) {
    refuse("invalid_translation", params);
  }
  const { mask } = given;
  if (mask === undefined) return;
  const isMask = Array.isArray(mask) && isPattern(mask[0]) &&
    (mask[1] === undefined || isTranslation(mask[1]));
  if (!isMask) refuse("invalid_mask", params);
}

function isTranslation(value: unknown): boolean {
  const given = asObject(value);
  return given !== undefined && Object.getPrototypeOf(value) !== RegExp.prototype &&
    Object.entries(given).every(([sign, pattern]) =>
      sign.length === 1 && typeof pattern === "string" && pattern.length <= MAX_SIGN_PATTERN_CHARS &&
      // The frame compiles it this way, as the pattern for a single character.
      compiled(`^(?:${pattern})$`, "u") !== undefined
    );
}

function compiled(source: string, flags?: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
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
    refuse("missing_value", { element });
  }
  if (type !== "dropdown") return;
  if (options === undefined || options === null) {
    refuse("missing_choices", { element });
  }
  const isChoice = (choice: unknown) => isLine(choice) || isLine(asObject(choice)?.value);
  const isList = Array.isArray(options) && options.length > 0 && options.length <= MAX_CHOICES;
  if (!isList || ![...options].every(isChoice)) {
    refuse("invalid_choices", { element });
  }
}

function checkRules(rules: unknown, element: string, isElement: IsElement): void {
  if (rules === undefined) return;
  const isList = Array.isArray(rules) && rules.length <= MAX_RULES;
  if (!isList || rules.filter((rule) => asObject(rule)?.type === "REGEX_MATCH_RULE").length > MAX_EXPRESSIONS) {
    refuse("invalid_validations", { element });
  }
  for (const [index, rule] of rules.entries()) {
    const at = `validation ${index + 1} of ${element}`;
    const { type, params } = asObject(rule) ?? {};
    if (type === undefined || type === null || type === "") {
      refuse("missing_validation_type", { at });
    }
    const check = RULES.get(shown(type));
    if (check === undefined) {
      refuse("invalid_validation_type", { at, value: shown(type) });
    }
    if (params === undefined || params === null) {
      refuse("missing_validation_params", { at });
    }
    const given = asObject(params);
    if (given === undefined) {
      refuse("invalid_validation_params", { at });
    }
    check(given, at, isElement);
  }
}

/** The required params of each type of rule. */
const RULES: ReadonlyMap<string, (params: Unchecked, at: string, isElement: IsElement) => void> = new Map([
  ["REGEX_MATCH_RULE", ({ regex }: Unchecked, at: string) => {
    if (regex === undefined || regex === null || regex === "") {
      refuse("missing_regex", { at });
    }
    if (regexOf(regex) === undefined) {
      refuse("invalid_regex", { at });
    }
  }],
  ["LENGTH_MATCH_RULE", ({ min, max }: Unchecked, at: string) => {
    if (min === undefined && max === undefined) {
      refuse("missing_length", { at });
    }
    if ([min, max].some((length) => length !== undefined && !(Number.isFinite(length) && Number(length) >= 0))) {
      refuse("invalid_length", { at });
    }
  }],
  ["ELEMENT_VALUE_MATCH_RULE", ({ element }: Unchecked, at: string, isElement: IsElement) => {
    if (element === undefined || element === null) {
      refuse("missing_match_element", { at });
    }
    if (!isElement(element)) {
      refuse("invalid_match_element", { at });
    }
  }],
]);

/** A regular expression, or undefined when the text is not one. */
export function regexOf(value: unknown): RegExp | undefined {
  if (value instanceof RegExp) return isPattern(value.source) ? value : undefined;
  return typeof value === "string" && isPattern(value) ? compiled(value) : undefined;
}

export function checkListener(event: unknown, handler: unknown): ElementEvent {
  if (event === undefined || event === null || event === "") {
    refuse("missing_event");
  }
  const known = ELEMENT_EVENTS.find((name) => name === event);
  if (known === undefined) {
    refuse("invalid_event", { value: shown(event) });
  }
  if (handler === undefined || handler === null) {
    refuse("missing_handler", { event: known });
  }
  if (typeof handler !== "function") {
    refuse("invalid_handler", { event: known });
  }
  return known;
}
