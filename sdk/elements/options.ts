/** Options of a collect element, and the state that its listeners receive. */
import type { CardScheme } from "../events.ts";
import type { ELEMENT_STATES, ElementState, VaultElementType } from "../wire/elements.ts";

/**
 * CSS properties in camelCase or kebab-case. The frame ignores properties and values that are not on its allow-list.
 */
export type CssRules = Readonly<Record<string, string | number | undefined>>;
/** Styles by state; `global` applies below `base`. A font has to be installed: no style can load an address. */
export type ElementStyles = Readonly<Partial<Record<(typeof ELEMENT_STATES)[number] | "global", CssRules>>>;

/** An element as a target of an `ELEMENT_VALUE_MATCH_RULE`. Values are compared inside the frame origin. */
export interface MatchTarget {
  /** Name of the other element in the same container. */
  readonly name: string;
}

/** A check beside the element's own. `error` replaces the default text when it fails. */
export type ValidationRule =
  | { readonly type: "REGEX_MATCH_RULE"; readonly params: { readonly regex: RegExp | string; readonly error?: string } }
  | {
    readonly type: "LENGTH_MATCH_RULE";
    readonly params: { readonly min?: number; readonly max?: number; readonly error?: string };
  }
  | {
    readonly type: "ELEMENT_VALUE_MATCH_RULE";
    readonly params: { readonly element: MatchTarget; readonly error?: string };
  };

/** Options of one collect element. */
export interface CollectElementOptions {
  /** A value of `ElementType`. It cannot change later. */
  readonly type: VaultElementType;
  /** Default: the column. Unique in its container; cannot change. */
  readonly name?: string;
  /** Vault table. Default: the container's table, else `cards`. */
  readonly table?: string;
  /** Vault column. Default: for card types the type's own column, for others `name`. */
  readonly column?: string;
  /** Text above the field. Default: the type's label in the client's language; empty for types without one. */
  readonly label?: string;
  /** Text in the empty field. Default: as for `label`. */
  readonly placeholder?: string;
  /** Default: true for card fields, false for others. */
  readonly required?: boolean;
  /** Shows the network's icon in the number field. Default true. */
  readonly enableCardIcon?: boolean;
  /**
   * Format of a number or date, such as `XXXX-XXXX-XXXX-XXXX`, `MM/YYYY` or `YYYY`. An unsupported format falls back to
   * the type's default with a warning.
   */
  readonly format?: string;
  /** Pattern by mask character: what may be typed where the mask has that character. */
  readonly translation?: Readonly<Record<string, string>>;
  /** A pattern such as `["XXX-XX", { X: "[0-9]" }]`: its second part takes precedence over `translation`. */
  readonly mask?: readonly [pattern: string, translation?: Readonly<Record<string, string>>];
  /** Checks beside the type's own: 20 at most, with 3 regular expressions among them. */
  readonly validations?: readonly ValidationRule[];
  /** Vault id of the record that this field belongs to. */
  readonly skyflowID?: string;
  /** Value of a radio or checkbox; required for these types. */
  readonly value?: string;
  /** Choices of a dropdown; required for this type. */
  readonly options?: readonly (string | { readonly value: string; readonly text?: string })[];
  /** Styles of the input by state; ignored when `inputStyles` is set. */
  readonly styles?: ElementStyles;
  /** Styles of the input by state. */
  readonly inputStyles?: ElementStyles;
  /** Styles of the label by state. */
  readonly labelStyles?: ElementStyles;
  /** Styles of the error line; only `global` and `base` apply. */
  readonly errorTextStyles?: ElementStyles;
  /** Error texts by fault (`empty`, `incomplete`, `wrong`, ...). `default` covers all other faults. */
  readonly translations?: { readonly error?: Readonly<Record<string, string>> };
}

/** State of an element, as `getState` and listeners receive it. */
export interface ElementReport extends ElementState {
  /** First digits of a card number: 8 at most, 6 of American Express. */
  readonly bin?: string;
  /** Networks of a co-badged card that the shopper can choose from; in a payment session only. */
  readonly cardSchemes?: readonly CardScheme[];
}

/** A listener of an element. Its return value is ignored; an exception is reported to the page. */
export type ElementHandler = (state: ElementReport) => unknown;
