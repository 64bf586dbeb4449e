/** What merchants may set on one collect element, and what they hold afterwards. */
import type { CardScheme } from "../events.ts";
import type { ELEMENT_STATES, ElementState, VaultElementType } from "../wire/elements.ts";

export type CssRules = Readonly<Record<string, string | number | undefined>>;
/** `global` may carry fonts of the merchant's choice by name; nothing in it can load an address. */
export type ElementStyles = Readonly<Partial<Record<(typeof ELEMENT_STATES)[number] | "global", CssRules>>>;

/** Anything made by `create`: elements of one container compare with each other inside the frame origin. */
export interface MatchTarget {
  readonly name: string;
}

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

export interface CollectElementOptions {
  readonly type: VaultElementType;
  /** Default: the column. */
  readonly name?: string;
  /** Default: the container's table, else `cards`. */
  readonly table?: string;
  /** Default: the column of the type, for card types. */
  readonly column?: string;
  readonly label?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  /** Brand icon in the number field, default true. */
  readonly enableCardIcon?: boolean;
  readonly format?: string;
  /** Sign to pattern: what may stand where the mask has that sign. */
  readonly translation?: Readonly<Record<string, string>>;
  readonly mask?: readonly [pattern: string, translation?: Readonly<Record<string, string>>];
  readonly validations?: readonly ValidationRule[];
  readonly skyflowID?: string;
  /** Of a radio or checkbox. */
  readonly value?: string;
  /** Of a dropdown. */
  readonly options?: readonly (string | { readonly value: string; readonly text?: string })[];
  readonly styles?: ElementStyles;
  readonly inputStyles?: ElementStyles;
  readonly labelStyles?: ElementStyles;
  readonly errorTextStyles?: ElementStyles;
  /** Sentences by what is wrong (`empty`, `incomplete`, `wrong` ...); `default` stands for all others. */
  readonly translations?: { readonly error?: Readonly<Record<string, string>> };
}

/** What listeners and `getState` are told. */
export interface ElementReport extends ElementState {
  /** Of a card number: its first digits, as far as they may be known. */
  readonly bin?: string;
  /** Of a co-badged card in a payment session: what the shopper is to choose from. */
  readonly cardSchemes?: readonly CardScheme[];
}

export type ElementHandler = (state: ElementReport) => unknown;
