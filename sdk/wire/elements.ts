/** What page and frame say about single elements of a container: types, options, state; parsed like every message. */
import { type Check, isBoolean, isList, isMap, isNumber, isOneOf, isOptional, isShape, isText } from "./check.ts";

/** The card types first, then fields for anything else a merchant keeps in the vault. */
export const VAULT_ELEMENT_TYPES = [
  "CARD_NUMBER",
  "CARDHOLDER_NAME",
  "EXPIRATION_DATE",
  "EXPIRATION_MONTH",
  "EXPIRATION_YEAR",
  "CVV",
  "PIN",
  "INPUT_FIELD",
  "textarea",
  "checkbox",
  "radio",
  "dropdown",
] as const;
export type VaultElementType = (typeof VAULT_ELEMENT_TYPES)[number];

export const ELEMENT_EVENTS = [
  "CHANGE",
  "READY",
  "FOCUS",
  "BLUR",
  "ESCAPE",
  "CLICK",
  "ERROR",
  "SUCCESS",
  "SUBMIT",
  "CREATED",
  "MOUNTED",
  "HEIGHT",
] as const;
export type ElementEvent = (typeof ELEMENT_EVENTS)[number];

export const LOG_LEVELS = ["DEBUG", "INFO", "WARN", "ERROR"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const ELEMENT_STATES = ["base", "complete", "empty", "focus", "invalid", "cardIcon"] as const;
export const STYLE_STATES = [...ELEMENT_STATES, "global"] as const;

export type StyleRules = Readonly<Partial<Record<string, string>>>;
export type StateStyles = Readonly<Partial<Record<(typeof ELEMENT_STATES)[number], StyleRules>>>;

/** A rule as it travels: a regular expression by its source, an element by its name. */
export interface WireRule {
  readonly type: "REGEX_MATCH_RULE" | "LENGTH_MATCH_RULE" | "ELEMENT_VALUE_MATCH_RULE";
  readonly source?: string | undefined;
  readonly flags?: string | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly element?: string | undefined;
  readonly error?: string | undefined;
}

export interface ElementSpec {
  readonly name: string;
  readonly type: VaultElementType;
  readonly table: string;
  readonly column: string;
  readonly label: string;
  readonly placeholder: string;
  readonly required: boolean;
  readonly cardIcon: boolean;
  readonly format?: string | undefined;
  /** A pattern whose signs `translation` explains; every other sign stands for itself. */
  readonly mask?: string | undefined;
  readonly translation?: Readonly<Partial<Record<string, string>>> | undefined;
  readonly rules: readonly WireRule[];
  readonly errors: Readonly<Partial<Record<string, string>>>;
  /** Value of a checkbox or radio; choices of a dropdown. */
  readonly value?: string | undefined;
  readonly choices?: readonly { readonly value: string; readonly text: string }[] | undefined;
  readonly skyflowId?: string | undefined;
  readonly inputs: StateStyles;
  readonly labels: StateStyles;
  readonly errorStyles: StyleRules;
}

/** One frame of a container: all rows of a composable one, one element of a collect one, none in its controller. */
export interface GroupSetup {
  readonly containerId: string;
  readonly role: "composable" | "element" | "controller";
  readonly layout: readonly number[];
  readonly elements: readonly ElementSpec[];
  readonly rowStyles: StyleRules;
  readonly errorStyles: StyleRules;
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly scheme: "light" | "dark";
  /** Asks for raw values; given only when the vault's own record says TEST. */
  readonly isDev: boolean;
}

/** What the page may know of one element; `value` is the first digits of a card number, else empty outside DEV. */
export interface ElementState {
  readonly name: string;
  readonly elementType: VaultElementType;
  readonly isEmpty: boolean;
  readonly isComplete: boolean;
  readonly isValid: boolean;
  readonly isFocused: boolean;
  readonly isRequired: boolean;
  readonly value: string;
  /** Network of a card number. */
  readonly network?: string | undefined;
}

/** What goes into the sealed text beside the fields (spec S 3); the vault obeys it. */
export interface CollectWishes {
  readonly holderReference?: string | undefined;
  readonly tokens: boolean;
  /** JSON of a list of records. */
  readonly records?: string | undefined;
  readonly upsert?: readonly { readonly table: string; readonly column: string }[] | undefined;
}

const isName = isText(128);
const isCss: Check<StyleRules> = isMap(isText(64), isOptional(isText(256)));
const isStateStyles: Check<StateStyles> = isMap(isOneOf(ELEMENT_STATES), isCss);
const isLine = isText(400);
const isPattern = isOptional(isText(1000));

export const isSpec = isShape<ElementSpec>({
  name: isName,
  type: isOneOf(VAULT_ELEMENT_TYPES),
  table: isName,
  column: isName,
  label: isLine,
  placeholder: isLine,
  required: isBoolean,
  cardIcon: isBoolean,
  format: isPattern,
  mask: isPattern,
  translation: isOptional(isMap(isText(1), isOptional(isText(200)))),
  rules: isList(
    isShape<WireRule>({
      type: isOneOf(["REGEX_MATCH_RULE", "LENGTH_MATCH_RULE", "ELEMENT_VALUE_MATCH_RULE"]),
      source: isPattern,
      flags: isPattern,
      min: isOptional(isNumber(0, 1e6)),
      max: isOptional(isNumber(0, 1e6)),
      element: isOptional(isName),
      error: isOptional(isLine),
    }),
    20,
  ),
  errors: isMap(isText(20), isOptional(isLine)),
  value: isPattern,
  choices: isOptional(isList(isShape({ value: isLine, text: isLine }), 500)),
  skyflowId: isPattern,
  inputs: isStateStyles,
  labels: isStateStyles,
  errorStyles: isCss,
});

export const isGroupSetup = isShape<GroupSetup>({
  containerId: isText(64),
  role: isOneOf(["composable", "element", "controller"]),
  layout: isList(isNumber(0, 100), 100),
  elements: isList(isSpec, 100),
  rowStyles: isCss,
  errorStyles: isCss,
  language: isText(35),
  direction: isOneOf(["ltr", "rtl"]),
  scheme: isOneOf(["light", "dark"]),
  isDev: isBoolean,
});

export const isElementState = isShape<ElementState>({
  name: isName,
  elementType: isOneOf(VAULT_ELEMENT_TYPES),
  isEmpty: isBoolean,
  isComplete: isBoolean,
  isValid: isBoolean,
  isFocused: isBoolean,
  isRequired: isBoolean,
  value: isText(10_000),
  network: isOptional(isText(20)),
});

export const isWishes = isShape<CollectWishes>({
  holderReference: isOptional(isText(256)),
  tokens: isBoolean,
  records: isOptional(isText(4000)),
  upsert: isOptional(isList(isShape({ table: isName, column: isName }), 20)),
});
