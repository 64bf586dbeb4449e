/** Options of a collect element, and the state that its listeners receive. */
import type { CardScheme } from "../events.ts";
import type { Css } from "../options.ts";
import type { ELEMENT_STATES, ElementState, VaultElementType } from "../wire/elements.ts";

/**
 * CSS properties in camelCase or kebab-case. The frame ignores properties and values that are not on its allow-list.
 */
export type CssRules = Css;
/** Styles by state; `global` applies below `base`. A font has to be installed: no style can load an address. */
export type ElementStyles = Readonly<Partial<Record<(typeof ELEMENT_STATES)[number] | "global", CssRules>>>;

/** An element as a target of an `ELEMENT_VALUE_MATCH_RULE`. Values are compared inside the frame origin. */
export interface MatchTarget {
  /** Name of the other element in the same container. */
  name: string;
}

/** A check beside the element's own. `error` replaces the default text when it fails. */
export type ValidationRule =
  | { type: "REGEX_MATCH_RULE"; params: { regex: RegExp | string; error?: string } }
  | {
    type: "LENGTH_MATCH_RULE";
    params: { min?: number; max?: number; error?: string };
  }
  | {
    type: "ELEMENT_VALUE_MATCH_RULE";
    params: { element: MatchTarget; error?: string };
  };

/** Options of one collect element. */
export interface CollectElementOptions {
  /** A value of `ElementType`. It cannot change later. */
  type: VaultElementType;
  /** Default: the column. Unique in its container; cannot change. */
  name?: string;
  /**
   * Vault table. Default: the container's table, or else `cards`. A card field is stored as part of its card, whatever
   * table is given.
   */
  table?: string;
  /**
   * Vault column. Default: for card types the type's own column, for others `name`. A card field is stored as part of
   * its card, whatever column is given: there it is only the default of `name`.
   */
  column?: string;
  /** Text above the field. Default: the type's label in the client's language; empty for types without one. */
  label?: string;
  /** Text in the empty field. Default: as for `label`. */
  placeholder?: string;
  /**
   * Has no effect; the console shows a warning. In 5.x it was the initial value, which a page cannot set.
   *
   * @deprecated use placeholder
   */
  altText?: string;
  /** Default: true for card fields, false for others. */
  required?: boolean;
  /** Shows the network's icon in the number field. Default true. */
  enableCardIcon?: boolean;
  /**
   * Format of a number or date, such as `XXXX-XXXX-XXXX-XXXX`, `MM/YYYY` or `YYYY`. An unsupported format falls back to
   * the type's default with a warning.
   */
  format?: string;
  /** Pattern by mask character: what may be typed where the mask has that character. */
  translation?: Readonly<Record<string, string>>;
  /** A pattern such as `["XXX-XX", { X: "[0-9]" }]`: its second part takes precedence over `translation`. */
  mask?: readonly [pattern: string, translation?: Readonly<Record<string, string>>];
  /**
   * Checks beside the type's own: 20 at most, with 3 regular expressions among them. Lengths are checked first, and a
   * text of more than 1,000 characters fails every expression.
   */
  validations?: readonly ValidationRule[];
  /**
   * Vault id of one of the shopper's records in this table: saving changes it instead of adding a record. An id of no such
   * record is refused with `not-found`, and nothing is saved. Card fields ignore it, since a card is always a new one.
   */
  skyflowID?: string;
  /** Value of a radio or checkbox; required for these types. */
  value?: string;
  /** Choices of a dropdown; required for this type. */
  options?: readonly (string | { value: string; text?: string })[];
  /** Styles of the input by state; ignored when `inputStyles` is set. */
  styles?: ElementStyles | object;
  /** Styles of the input by state. */
  inputStyles?: ElementStyles | object;
  /** Styles of the label by state. */
  labelStyles?: ElementStyles | object;
  /** Styles of the error line; only `global` and `base` apply. */
  errorTextStyles?: ElementStyles | object;
  /** Error texts by fault (`empty`, `incomplete`, `wrong`, ...). `default` covers all other faults. */
  translations?: {
    /** By fault: `empty`, `incomplete`, `wrong` and others, or `default`. */
    error?: Readonly<Record<string, string>>;
  };
}

/** State of an element, as `getState` and listeners receive it. */
export interface ElementReport extends ElementState {
  /** The 5.x name of `isRequired`. */
  readonly required: boolean;
  /** First digits of a card number: 8 at most, 6 of American Express and Diners Club. */
  readonly bin?: string;
  /** Networks of a co-badged card that the shopper can choose from; in a payment session only. */
  readonly cardSchemes?: readonly CardScheme[];
}

/** A listener of an element. Its return value is ignored; an exception is reported to the page. */
export type ElementHandler = (state: ElementReport) => unknown;
