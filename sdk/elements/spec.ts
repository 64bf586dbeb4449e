/** Turns the options of one element, once checked, into what its frame is told; the frame checks every value again. */
import { chooseFormat, EXPIRY_FORMATS, YEAR_FORMATS } from "../card/expiry.ts";
import {
  ELEMENT_STATES,
  type ElementSpec,
  type StateStyles,
  type StyleRules,
  type WireRule,
} from "../wire/elements.ts";
import { regexOf } from "./check_element.ts";
import { DEFAULT_TABLE, ELEMENT_ROWS, FAULT_TEXTS } from "./columns.ts";
import type { CollectElementOptions, CssRules, ElementStyles, ValidationRule } from "./options.ts";

export interface SpecDefaults {
  readonly table?: string | undefined;
  readonly warn: (text: string) => void;
}

export function specOf(options: CollectElementOptions, { table = DEFAULT_TABLE, warn }: SpecDefaults): ElementSpec {
  const { type } = options;
  const row = ELEMENT_ROWS[type];
  const column = options.column ?? row.column ?? options.name ?? "";
  const isCard = row.column !== undefined;
  const [pattern, signs] = options.mask ?? [];
  return {
    name: options.name ?? column,
    type,
    table: options.table ?? table,
    column,
    label: options.label ?? row.label,
    placeholder: options.placeholder ?? row.placeholder,
    // A card cannot be charged without its fields; anything else is required only when the merchant says so.
    required: options.required ?? isCard,
    cardIcon: options.enableCardIcon ?? true,
    format: formatOf(options, warn),
    mask: pattern ?? (type === "INPUT_FIELD" || type === "textarea" ? options.format : undefined),
    translation: signs ?? options.translation,
    rules: (options.validations ?? []).map(wireRule),
    errors: { ...FAULT_TEXTS, ...options.translations?.error },
    value: options.value,
    choices: options.options?.map((choice) =>
      typeof choice === "string"
        ? { value: choice, text: choice }
        : { value: choice.value, text: choice.text ?? choice.value }
    ),
    skyflowId: options.skyflowID,
    inputs: statesOf(options.inputStyles ?? options.styles),
    labels: statesOf(options.labelStyles),
    errorStyles: textCss({ ...options.errorTextStyles?.global, ...options.errorTextStyles?.base }),
  };
}

/** What is not supported becomes the default, and the merchant is told (spec S 5). */
function formatOf({ type, format }: CollectElementOptions, warn: (text: string) => void): string | undefined {
  if (type === "EXPIRATION_DATE") return chooseFormat(format, EXPIRY_FORMATS, warn);
  if (type === "EXPIRATION_YEAR") return chooseFormat(format, YEAR_FORMATS, warn);
  return format;
}

function wireRule(rule: ValidationRule): WireRule {
  const { type, params } = rule;
  const error = params.error;
  switch (type) {
    case "REGEX_MATCH_RULE": {
      const regex = regexOf(params.regex);
      return { type, source: regex?.source, flags: regex?.flags, error };
    }
    case "LENGTH_MATCH_RULE":
      return { type, min: params.min, max: params.max, error };
    case "ELEMENT_VALUE_MATCH_RULE":
      return { type, element: params.element.name, error };
  }
}

/** `global` stands below every state. */
function statesOf(styles: ElementStyles = {}): StateStyles {
  return Object.fromEntries(
    ELEMENT_STATES.map((
      state,
    ) => [state, textCss(state === "base" ? { ...styles.global, ...styles.base } : styles[state])])
      .filter(([, css]) => Object.keys(css ?? {}).length > 0),
  );
}

export function textCss(css: CssRules = {}): StyleRules {
  const entries = Object.entries(css).flatMap(([name, value]) => value === undefined ? [] : [[name, String(value)]]);
  return Object.fromEntries(entries);
}
