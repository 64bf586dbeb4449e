/** Options of `client.dynamicElement`, and the instrument it stores. */
import type { Css } from "../options.ts";

/** Styles of a field by state. */
export interface DynamicFieldStates {
  /** In every state. */
  base?: Css;
  /** Filled and valid. */
  complete?: Css;
  /** While the field is empty. */
  empty?: Css;
  /** While the shopper is in the field. */
  focus?: Css;
  /** While the value is not valid. */
  invalid?: Css;
}

/** Styles of one field with its label and error line. */
export interface DynamicFieldStyles {
  /** Around the field. */
  base?: Css;
  /** The text above the field. */
  label?: Css;
  /** The error line. */
  errors?: Css;
  /** A text field. */
  input?: DynamicFieldStates;
  /** A dropdown. */
  select?: DynamicFieldStates;
  /** A choice that decides which other fields are asked for. */
  tabs?: {
    /** One tab. */
    tab: {
      /** In every state. */
      base?: Css;
      /** While it is chosen. */
      active?: Css;
    };
    /** Around all tabs. */
    container?: DynamicFieldStates;
  };
}

/** Error texts by the rule that a value breaks. */
export interface DynamicErrorTexts {
  /** The field is empty. */
  required?: string;
  /** The value is too short. */
  minLength?: string;
  /** The value is too long. */
  maxLength?: string;
  /** The value has not the form that the method asks for. */
  pattern?: string;
  /** The value is none of the choices. */
  oneOf?: string;
}

/** Options of `client.dynamicElement`. */
export interface DynamicElementOptions {
  /** The method whose `instrumentDataSchema` names the fields. */
  paymentMethod: {
    /** Code of the payment method. */
    paymentMethodCode: string;
    /** Code of the payout method. */
    payoutMethodCode?: string;
  };
  /** Styles of all fields, and of single ones over them. */
  styles?: {
    /** Every field. */
    all?: DynamicFieldStyles;
    /** By name of the field. */
    fields?: Record<string, DynamicFieldStyles>;
  };
  /** Texts of single fields, and error texts of all of them. Default: the schema's own. */
  translations?: {
    /** Texts by name of the field. */
    fields?: Record<string, { label?: string; placeholder?: string; errors?: DynamicErrorTexts }>;
    /** Sentences by fault. */
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
  // deno-lint-ignore no-explicit-any -- 5.45.0 gives the answer no type
  readonly [name: string]: any;
}
