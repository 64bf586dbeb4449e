/** Types of messages about single elements of a container: types, options and state. */

/** Card types first, then types for other values in the vault. */
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
/** What one element collects. */
export type VaultElementType = (typeof VAULT_ELEMENT_TYPES)[number];

/** The events of an element. `ESCAPE`, `SUBMIT` and `CLICK` are the shopper's; `ERROR`: the frame did not load. */
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
/** A value of `EventName`. */
export type ElementEvent = (typeof ELEMENT_EVENTS)[number];

/** States of a field that can have their own styles. `cardIcon` styles the network's icon. */
export const ELEMENT_STATES = ["base", "complete", "empty", "focus", "invalid", "cardIcon"] as const;

/** CSS properties and their values. */
export type StyleRules = Readonly<Partial<Record<string, string>>>;
/** CSS by state; every state adds to `base`. */
export type StateStyles = Readonly<Partial<Record<(typeof ELEMENT_STATES)[number], StyleRules>>>;

/** A validation rule on the wire: a regular expression by its source, an element by its name. */
export interface WireRule {
  /** What the rule compares. */
  readonly type: "REGEX_MATCH_RULE" | "LENGTH_MATCH_RULE" | "ELEMENT_VALUE_MATCH_RULE";
  /** Source of a regular expression. */
  readonly source?: string | undefined;
  /** Flags of a regular expression. */
  readonly flags?: string | undefined;
  /** Fewest characters. */
  readonly min?: number | undefined;
  /** Most characters. */
  readonly max?: number | undefined;
  /** Name of the element to match. */
  readonly element?: string | undefined;
  /** Error text; without it, the fault's own. */
  readonly error?: string | undefined;
}

/** One element as its frame receives it. */
export interface ElementSpec {
  /** Unique in its container. */
  readonly name: string;
  /** What the field collects. */
  readonly type: VaultElementType;
  /** Vault table. */
  readonly table: string;
  /** Vault column. */
  readonly column: string;
  /** Text above the field. */
  readonly label: string;
  /** Text in the empty field. */
  readonly placeholder: string;
  /** An empty field is not valid. */
  readonly required: boolean;
  /** Shows the network's icon in a number field. */
  readonly cardIcon: boolean;
  /** Format of a number or date, such as `MM/YYYY`. */
  readonly format?: string | undefined;
  /** Each mask character matches the pattern that `translation` gives; all others are literal. */
  readonly mask?: string | undefined;
  /** Pattern by mask character. */
  readonly translation?: Readonly<Partial<Record<string, string>>> | undefined;
  /** The merchant's checks beside the type's own. */
  readonly rules: readonly WireRule[];
  /** Error text by fault. */
  readonly errors: Readonly<Partial<Record<string, string>>>;
  /** Value of a checkbox or radio, and choices of a dropdown. */
  readonly value?: string | undefined;
  /** Choices of a dropdown. */
  readonly choices?: readonly { readonly value: string; readonly text: string }[] | undefined;
  /** Vault id of the record that the field changes. */
  readonly skyflowId?: string | undefined;
  /** Styles of the input. */
  readonly inputs: StateStyles;
  /** Styles of the label. */
  readonly labels: StateStyles;
  /** Styles of the error line. */
  readonly errorStyles: StyleRules;
}

/** What may change after an element is created. Name, type, place and rules are fixed (SECURITY X1). */
export const CHANGEABLE = ["label", "placeholder", "required", "errors", "inputs", "labels", "errorStyles"] as const;
export type ElementChanges = Pick<ElementSpec, (typeof CHANGEABLE)[number]>;

/** Each expression answers yes or no about a field; more of them could reveal its value. */
export const MAX_EXPRESSIONS = 3;

/**
 * How a container's frame looks, even after it has loaded: the page or the shopper's system may turn dark, and the
 * client's language may change.
 */
export interface GroupLooks {
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly scheme: "light" | "dark";
  /** The colours and measures of the client, by the names of `APPEARANCE_KEYS`. */
  readonly appearance?: StyleRules | undefined;
}

/**
 * One frame of a container: all rows of a composable container, one element of a collect container, or none in its
 * controller.
 */
export interface GroupSetup extends GroupLooks {
  readonly containerId: string;
  readonly role: "composable" | "element" | "controller";
  readonly layout: readonly number[];
  readonly elements: readonly ElementSpec[];
  readonly rowStyles: StyleRules;
  readonly errorStyles: StyleRules;
  /** Asks for raw values. Granted only when the vault's own record says TEST. */
  readonly isDev: boolean;
}

/**
 * What the page may know of one element. `value` is the first digits of a card number; outside DEV it is empty for
 * every other type.
 */
export interface ElementState {
  /** Unique in its container. */
  readonly name: string;
  /** A value of `ElementType`. */
  readonly elementType: VaultElementType;
  /** True while nothing is typed or chosen. */
  readonly isEmpty: boolean;
  /** True when the field is filled and valid. */
  readonly isComplete: boolean;
  /** True when the value passes the type's checks and the merchant's. */
  readonly isValid: boolean;
  /** True while the shopper is in the field. */
  readonly isFocused: boolean;
  /** The option `required`. */
  readonly isRequired: boolean;
  /** First digits of a card number; empty for every other type, except in `DEV`. */
  readonly value: string;
  /** Network of a card number. */
  readonly network?: string | undefined;
}

/** What is sealed beside the fields; the vault obeys it (S-VAULT-02). */
export interface SealOptions {
  readonly holderReference?: string | undefined;
  /** Id of the execution that the card is sealed for, where the page has one. */
  readonly execution?: string | undefined;
  readonly tokens: boolean;
  /** JSON of a list of records. */
  readonly records?: string | undefined;
  readonly upsert?: readonly { readonly table: string; readonly column: string }[] | undefined;
}
