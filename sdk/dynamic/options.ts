/** Options of `client.dynamicElement`, and the instrument it stores. */
import type { Css } from "../options.ts";

/** Styles of a field by state. */
export interface DynamicFieldStates {
  base?: Css;
  /** Filled and valid. */
  complete?: Css;
  empty?: Css;
  focus?: Css;
  invalid?: Css;
}

/** Styles of one field with its label and error line. */
export interface DynamicFieldStyles {
  /** Around the field. */
  base?: Css;
  label?: Css;
  errors?: Css;
  /** A text field. */
  input?: DynamicFieldStates;
  /** A dropdown. */
  select?: DynamicFieldStates;
  /** A choice that decides which other fields are asked for. */
  tabs?: { tab: { base?: Css; active?: Css }; container?: DynamicFieldStates };
}

/** Error texts by the rule that a value breaks. */
export interface DynamicErrorTexts {
  required?: string;
  minLength?: string;
  maxLength?: string;
  pattern?: string;
  oneOf?: string;
}

/** Options of `client.dynamicElement`. */
export interface DynamicElementOptions {
  /** The method whose `instrumentDataSchema` names the fields. */
  paymentMethod: { paymentMethodCode: string; payoutMethodCode?: string };
  /** Styles of all fields, and of single ones over them. */
  styles?: { all?: DynamicFieldStyles; fields?: Record<string, DynamicFieldStyles> };
  /** Texts of single fields, and error texts of all of them. Default: the schema's own. */
  translations?: {
    fields?: Record<string, { label?: string; placeholder?: string; errors?: DynamicErrorTexts }>;
    errors?: DynamicErrorTexts;
  };
  /** Callbacks of the form. */
  events?: {
    /** The fields are shown. */
    onReady?: () => unknown;
    /** The form became valid or stopped being so. Called on changes only. */
    onValidationChange?: (isValid: boolean) => unknown;
  };
}

/** A stored instrument as the service answers it; its `data` are those of its kind. */
export interface DynamicInstrument {
  /** Id of the instrument, for `client.setState` and `client.api`. */
  readonly id: string;
  /** Further fields of the service, unchanged. */
  readonly [name: string]: unknown;
}
