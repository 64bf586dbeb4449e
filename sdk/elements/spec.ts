/** Converts the validated options of one element into what its frame receives; the frame checks every value again. */
import { chooseFormat, EXPIRY_FORMATS, YEAR_FORMATS } from "../card/expiry.ts";
import {
  ELEMENT_STATES,
  type ElementSpec,
  type StateStyles,
  type StyleRules,
  type WireRule,
} from "../wire/elements.ts";
import { cssEntries } from "../ui/css.ts";
import type { FieldTexts } from "../wire/frames.ts";
import { regexOf } from "./check_element.ts";
import { DEFAULT_TABLE, ELEMENT_ROWS, FAULT_TEXTS } from "./columns.ts";
import type { CollectElementOptions, CssRules, ElementStyles, ValidationRule } from "./options.ts";

export interface SpecDefaults {
  readonly table?: string | undefined;
  readonly warn: (text: string) => void;
  /** The element's texts in the client's language as it is now. Default: English. */
  readonly texts?: () => Partial<FieldTexts> | undefined;
  /** The container's error texts. */
  readonly errors?: Readonly<Record<string, string>> | undefined;
}

type ErrorTexts = Readonly<Record<string, unknown>>;

/** The frame drops longer texts, and the whole form with them (wire/to_group.ts). */
const LINE_CHARS = 400;
const MAX_LENGTH = 1e6;

export function specOf(
  options: CollectElementOptions,
  { table = DEFAULT_TABLE, warn, texts: textsOf, errors }: SpecDefaults,
): ElementSpec {
  const texts = textsOf?.();
  const { type } = options;
  const row = ELEMENT_ROWS[type];
  const column = options.column ?? row.column ?? options.name ?? "";
  const isCard = row.column !== undefined;
  const format = formatOf(options, warn);
  // The usual placeholder shows the usual format.
  const dateFormat = isDate(type) && format !== row.placeholder ? format : undefined;
  const [pattern, signs] = options.mask ?? [];
  return {
    name: options.name ?? column,
    type,
    table: options.table ?? table,
    column,
    label: textOf(options.label ?? texts?.label ?? row.label),
    placeholder: textOf(options.placeholder ?? dateFormat ?? texts?.placeholder ?? row.placeholder),
    // A card cannot be charged without its fields. Other elements are required only when the merchant says so.
    required: options.required ?? isCard,
    cardIcon: options.enableCardIcon ?? true,
    format,
    mask: pattern ?? (type === "INPUT_FIELD" || type === "textarea" ? options.format : undefined),
    translation: signs ?? options.translation,
    rules: (options.validations ?? []).map(wireRule),
    errors: errorTextsOf(FAULT_TEXTS, texts?.errors, errors, options.translations?.error),
    value: options.value === undefined ? undefined : textOf(options.value),
    choices: type === "dropdown" ? options.options?.map(choiceOf) : undefined,
    // A card is no record.
    skyflowId: isCard ? undefined : options.skyflowID,
    inputs: statesOf(options.inputStyles ?? options.styles),
    labels: statesOf(options.labelStyles),
    errorStyles: baseCss(options.errorTextStyles),
  };
}

/** A line of text from what the merchant passed. */
export function textOf(value: unknown, maxChars = LINE_CHARS): string {
  return (typeof value === "object" ? "" : String(value ?? "")).slice(0, maxChars);
}

/** Text of each fault. Later sources take precedence; a `default` is the text of every fault that they don't name. */
function errorTextsOf(...sources: readonly (ErrorTexts | undefined)[]): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const source of sources) {
    for (const name of Object.keys({ ...texts, ...source })) {
      if (name.length <= 20) texts[name] = textOf(source?.[name] ?? source?.default ?? texts[name]);
    }
  }
  return texts;
}

interface Choice {
  readonly value: string;
  readonly text?: string;
}

function choiceOf(choice: string | Choice) {
  const { value, text }: Choice = typeof choice === "string" ? { value: choice } : choice;
  return { value, text: textOf(text ?? value) };
}

function isDate(type: CollectElementOptions["type"]): boolean {
  return type === "EXPIRATION_DATE" || type === "EXPIRATION_YEAR";
}

/** Replaces an unsupported format with the default and warns the merchant (S-FORMAT-03). */
function formatOf({ type, format }: CollectElementOptions, warn: (text: string) => void): string | undefined {
  if (type === "EXPIRATION_DATE") return chooseFormat(format, EXPIRY_FORMATS, warn);
  if (type === "EXPIRATION_YEAR") return chooseFormat(format, YEAR_FORMATS, warn);
  return format;
}

function wireRule(rule: ValidationRule): WireRule {
  const { type, params } = rule;
  const error = params.error === undefined ? undefined : textOf(params.error);
  switch (type) {
    case "REGEX_MATCH_RULE": {
      const regex = regexOf(params.regex);
      return { type, source: regex?.source, flags: regex?.flags, error };
    }
    case "LENGTH_MATCH_RULE":
      return { type, min: lengthOf(params.min), max: lengthOf(params.max), error };
    case "ELEMENT_VALUE_MATCH_RULE":
      return { type, element: params.element.name, error };
  }
}

function lengthOf(length: number | undefined): number | undefined {
  return length === undefined ? undefined : Math.min(Number(length), MAX_LENGTH);
}

/** `global` applies below every state. */
export function baseCss(styles: ElementStyles | null | undefined): StyleRules {
  return textCss({ ...styles?.global, ...styles?.base });
}

function statesOf(given: ElementStyles | null | undefined): StateStyles {
  const styles = given ?? {};
  return Object.fromEntries(
    ELEMENT_STATES.map((state) => [state, state === "base" ? baseCss(styles) : textCss(styles[state])])
      .filter(([, css]) => Object.keys(css ?? {}).length > 0),
  );
}

function textCss(css: CssRules | null | undefined): StyleRules {
  // The frame accepts no longer names or values either.
  return Object.fromEntries(cssEntries(css).filter(([name, text]) => text.length <= 256 && name.length <= 64));
}
